// `clew restore`: a kept session -> the session at its old place again; without a name, what is kept.
import { sessionWords } from "../../find/index.ts";
import { type KeptSession, WorldError, keptSessions, refuseRestore, restoreSession } from "../../store/index.ts";
import { formatBytes, plural, sanitizeLine } from "../../view/index.ts";
import { foreignHomeOf } from "../client-home.ts";
import type { JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { resumeLine } from "../resume-line.ts";
import { ownRecords } from "../reshape/own-records.ts";
import { rememberedId } from "../reshape/session-id.ts";
import { sayUntidy } from "../reshape/telling.ts";
import { worldOf } from "../reshape/world.ts";

export type Flags = JsonFlag & { readonly dryRun: boolean };

export function restore(io: Io, { json, dryRun }: Flags, name?: string): ExitCode {
  const kept = ownRecords(io, keptSessions);
  if (name === undefined) return list(io, { json }, kept);
  const sessionId = rememberedId(
    io,
    name,
    kept.map((one) => one.sessionId),
  );
  if (sessionId === undefined)
    throw new WorldError("unknown-session", `no kept session begins with ${JSON.stringify(name)}, or has that title`, {
      hint: "list them with `clew restore`; what `clew delete` took away, `clew undo SESSION` brings back",
    });
  if (dryRun) refuseRestore(sessionId, worldOf(io));
  if (dryRun)
    return list(
      io,
      { json },
      kept.filter((one) => one.sessionId === sessionId),
    );
  const done = restoreSession({ sessionId, args: [name] }, worldOf(io));
  sayUntidy(io, done);
  const { results, op } = done.record;
  const path = results[0]?.path;
  const resume =
    path === undefined
      ? resumeLine(undefined, sessionId)
      : resumeLine(sessionWords(undefined)(path).cwd, sessionId, foreignHomeOf(io, path));
  io.out(
    json
      ? jsonLine({ sessionId, path, operation: op, resume })
      : `${sessionId}  ${sanitizeLine(path ?? "")}\ngo on with: ${resume}\n`,
  );
  return 0;
}

function list(io: Io, { json }: JsonFlag, kept: readonly KeptSession[]): ExitCode {
  for (const one of kept) {
    const { sessionId, path, sizeBytes, files } = one;
    const size = `${formatBytes(sizeBytes)}, ${plural(files, "file")}`;
    io.out(json ? jsonLine(one) : `${sessionId}  ${size}  ${sanitizeLine(path)}\n`);
  }
  if (kept.length === 0) io.err("clew: nothing is kept yet (keep a session with `clew keep SESSION`)\n");
  return kept.length === 0 ? 1 : 0;
}
