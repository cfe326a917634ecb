// `clew restore`: a kept session -> the session at its old place again; without a name, what is kept.
import { WorldError, keptSessions, nodeWorld, restoreSession } from "../../store/index.ts";
import { formatBytes, plural, sanitizeLine } from "../../view/index.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";

export type Flags = JsonFlag;

export function restore(io: Io, { json }: Flags, name?: string): ExitCode {
  const world = nodeWorld(io.dataDir);
  const kept = keptSessions(world);
  if (name === undefined) {
    for (const one of kept) {
      const { sessionId, path, sizeBytes, files } = one;
      io.out(
        json
          ? jsonLine(one)
          : `${sessionId}  ${formatBytes(sizeBytes)}, ${plural(files, "file")}  ${sanitizeLine(path)}\n`,
      );
    }
    if (kept.length === 0) io.err("clew: nothing is kept yet (keep a session with `clew keep SESSION`)\n");
    return kept.length === 0 ? 1 : 0;
  }
  const found = kept.filter(({ sessionId }) => name.length >= 4 && sessionId.startsWith(name.toLowerCase()));
  const [one] = found;
  if (one === undefined || found.length > 1)
    throw new WorldError(
      "unknown-session",
      `${found.length === 0 ? "no kept session begins" : `${found.length} kept sessions begin`} with ${JSON.stringify(name)}`,
      {
        hint: "list them with `clew restore`",
      },
    );
  const { record } = restoreSession({ sessionId: one.sessionId, args: [name] }, world);
  const paths = record.results.map(({ path }) => path);
  io.out(
    json
      ? jsonLine({ sessionId: one.sessionId, path: paths[0], operation: record.op })
      : paths.map((path) => `${one.sessionId}  ${sanitizeLine(path)}\n`).join(""),
  );
  return 0;
}
