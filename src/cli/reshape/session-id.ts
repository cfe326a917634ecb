// What a person calls a session, there or gone -> its id: by its file, or by what clew remembers of it.
import { resolve } from "node:path";
import { type Operation, WorldError, sessionPlace } from "../../store/index.ts";
import type { DirFlag } from "../flags.ts";
import type { Io } from "../io.ts";
import { namedPath } from "../names.ts";
import { idsTitled } from "../own-titles.ts";

type Naming = { readonly flags: DirFlag; readonly name: string; readonly operations: readonly Operation[] };

export function sessionIdNamed(io: Io, { flags, name, operations }: Naming): string {
  try {
    const path = namedPath(io, flags, name);
    return (
      operations.flatMap(filesOf).findLast((file) => file.path === path)?.sessionId ?? sessionPlace(path).sessionId
    );
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    const files = operations.flatMap(filesOf);
    const stood = resolve(io.cwd, name);
    const gone =
      files.findLast(({ path }) => path === stood)?.sessionId ??
      rememberedId(
        io,
        name,
        files.map(({ sessionId }) => sessionId),
      );
    if (gone === undefined) throw error;
    return gone;
  }
}

const filesOf = ({ sources, results }: Operation): Operation["sources"] => [...sources, ...results];

/** The one of these ids that begins so, or that clew's own title means. */
export function rememberedId(io: Io, name: string, ids: readonly string[]): string | undefined {
  const titled = idsTitled(io, name);
  const wanted = name.toLowerCase();
  const isMeant = (id: string): boolean => titled.has(id) || (wanted.length >= minPrefix && id.startsWith(wanted));
  const found = new Set(ids.filter(isMeant));
  if (found.size > 1)
    throw new WorldError("ambiguous", `${JSON.stringify(name)} means ${found.size} sessions`, {
      hint: `give more of the id: ${[...found].slice(0, 4).join(", ")}`,
    });
  return [...found][0];
}

const minPrefix = 4;
