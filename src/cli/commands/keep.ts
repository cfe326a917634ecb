// `clew keep`: sessions -> complete copies in clew's own data folder, safe from the client's clean-up.
import { WorldError, discover, keepSession, nodeWorld } from "../../store/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { homesOf, sayError, sessionPath } from "../names.ts";

export type Flags = DirFlag & JsonFlag & { readonly all: boolean; readonly olderThan?: number };

export function keep(io: Io, flags: Flags, ...names: readonly string[]): ExitCode {
  const paths = pathsOf(io, flags, names);
  const world = nodeWorld(io.dataDir);
  let failed = 0;
  for (const [at, path] of paths.entries()) {
    io.progress(`keeping ${at + 1} of ${paths.length}`);
    try {
      const { sessionId, folder, copied, unchanged, live, record } = keepSession({ path, args: names }, world);
      const isLive = live.length > 0;
      if (flags.json) io.out(jsonLine({ sessionId, folder, copied, unchanged, live: isLive, operation: record?.op }));
      else if (copied > 0 || paths.length === 1)
        io.out(
          `${sessionId}  ${copied === 0 ? "was kept already" : `${plural(copied, "file")} kept`} in ${sanitizeLine(folder)}${isLive ? " (in use: up to its last whole line)" : ""}\n`,
        );
    } catch (error) {
      if (!(error instanceof WorldError) || paths.length === 1) throw error;
      sayError(io, error);
      failed += 1;
    }
  }
  if (!flags.json && paths.length > 1) io.err(`${plural(paths.length - failed, "session")} kept\n`);
  if (paths.length === 0) io.err("clew: there is nothing to keep\n");
  return failed > 0 ? 2 : paths.length === 0 ? 1 : 0;
}

const dayMs = 24 * 60 * 60 * 1000;

function pathsOf(io: Io, { all, olderThan, ...flags }: Flags, names: readonly string[]): readonly string[] {
  if (names.length > 0) return names.map((name) => sessionPath(io, flags, name));
  if (!all && olderThan === undefined)
    throw new WorldError("bad-argument", "keep needs a session", {
      hint: "name one, or say --all or --older-than 20d",
    });
  const limitMs = olderThan === undefined ? Infinity : io.nowMs - olderThan * dayMs;
  return discover(homesOf(io, flags))
    .sessions.filter(({ modifiedMs }) => modifiedMs <= limitMs)
    .map(({ path }) => path);
}
