// `clew keep`: sessions -> complete copies in clew's own data folder, safe from the client's clean-up.
import { type Kept, WorldError, discover, keepSession } from "../../store/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { homesOf } from "../names.ts";
import { oneByOne } from "../reshape/one-by-one.ts";
import { sessionLog } from "../reshape/session-log.ts";
import { worldOf } from "../reshape/world.ts";

export type Flags = DirFlag & JsonFlag & { readonly all: boolean; readonly olderThan?: number };

export async function keep(io: Io, flags: Flags, ...names: readonly string[]): Promise<ExitCode> {
  const paths = pathsOf(io, flags, names);
  if (paths.length === 0) {
    io.err("clew: there is nothing to keep\n");
    return 1;
  }
  const world = worldOf(io);
  let kept = 0;
  const code = await oneByOne(io, paths, (path, at) => {
    io.progress(`keeping ${at + 1} of ${paths.length}`);
    const one = keepSession({ path, args: names }, world);
    kept += 1;
    if (flags.json) io.out(keptJson(one));
    else if (one.copied > 0 || paths.length === 1) io.out(keptText(one));
    return 0;
  });
  if (!flags.json && paths.length > 1) io.err(`clew: ${plural(kept, "session")} kept\n`);
  return code;
}

const keptJson = ({ sessionId, folder, copied, unchanged, live, record }: Kept): string =>
  jsonLine({ sessionId, folder, copied, unchanged, live: live.length > 0, operation: record?.op });

function keptText({ sessionId, folder, copied, live }: Kept): string {
  const what = copied === 0 ? "was kept already" : `${plural(copied, "file")} kept`;
  const mark = live.length > 0 ? " (in use: up to its last whole line)" : "";
  return `${sessionId}  ${what} in ${sanitizeLine(folder)}${mark}\n`;
}

const dayMs = 24 * 60 * 60 * 1000;

function pathsOf(io: Io, { all, olderThan, ...flags }: Flags, names: readonly string[]): readonly string[] {
  const isMany = all || olderThan !== undefined;
  if (names.length > 0 && isMany)
    throw new WorldError("bad-argument", "keep takes names, or --all or --older-than", {
      hint: "say only one of them",
    });
  if (names.length > 0) return [...new Set(names.map((name) => sessionLog(io, flags, name)))];
  if (!isMany)
    throw new WorldError("bad-argument", "keep needs a session", {
      hint: "name one, or say --all or --older-than 20d",
    });
  const limitMs = olderThan === undefined ? Infinity : io.nowMs - olderThan * dayMs;
  return discover(homesOf(io, flags))
    .sessions.filter(({ modifiedMs }) => modifiedMs <= limitMs)
    .map(({ path }) => path);
}
