// What a person calls a session, there or gone -> its id: by its file, or by what clew remembers of it.
import { type Operation, WorldError, sessionPlace } from "../../store/index.ts";
import type { DirFlag } from "../flags.ts";
import type { Io } from "../io.ts";
import { sessionPath } from "../names.ts";

export function sessionIdNamed(io: Io, flags: DirFlag, name: string, operations: readonly Operation[]): string {
  try {
    return sessionPlace(sessionPath(io, flags, name)).sessionId;
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    const ids = operations.flatMap(({ sources, results }) =>
      [...sources, ...results].map(({ sessionId }) => sessionId),
    );
    const gone = name.length >= 4 ? ids.find((id) => id.startsWith(name)) : undefined;
    if (gone === undefined) throw error;
    return gone;
  }
}
