// `clew keep`: sessions -> complete copies in clew's own data folder, safe from the client's clean-up.
import { type Kept, WorldError, discover, keepSession } from "../../store/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { homesOf } from "../names.ts";
import { oneByOne } from "../reshape/one-by-one.ts";
import { sessionLog } from "../reshape/session-log.ts";
import { settleFirst } from "../reshape/settle-first.ts";
import { worldOf } from "../reshape/world.ts";

export type Flags = DirFlag &
  JsonFlag & {
    readonly all: boolean;
    readonly olderThan?: number;
    readonly dryRun: boolean;
  };

export async function keep(io: Io, flags: Flags, ...names: readonly string[]): Promise<ExitCode> {
  if (!flags.dryRun) settleFirst(io);
  const paths = pathsOf(io, flags, names);
  if (paths.length === 0) {
    io.err("clew: there is nothing to keep\n");
    return 1;
  }
  const world = worldOf(io);
  let kept = 0;
  let keptBefore = 0;
  const code = await oneByOne(io, paths, (path, at) => {
    io.progress(`keeping ${at + 1} of ${paths.length}`);
    const one = keepSession({ path, args: names, isDryRun: flags.dryRun }, world);
    if (one.copied > 0) kept += 1;
    else keptBefore += 1;
    if (flags.json) io.out(keptJson(one, flags));
    else if (one.copied > 0 || paths.length === 1) io.out(keptText(one, flags));
    return 0;
  });
  if (!flags.json && paths.length > 1) {
    const before = keptBefore === 0 ? "" : `; ${keptBefore} ${keptBefore === 1 ? "was" : "were"} kept already`;
    io.err(`clew: ${plural(kept, "session")} ${flags.dryRun ? "would be " : ""}kept${before}\n`);
  }
  return code;
}

type DryRun = Pick<Flags, "dryRun">;

const keptJson = ({ sessionId, folder, copied, unchanged, live, record }: Kept, { dryRun }: DryRun): string =>
  jsonLine({ sessionId, folder, copied, unchanged, live: live.length > 0, operation: record?.op, dryRun });

function keptText({ sessionId, folder, copied, live }: Kept, { dryRun }: DryRun): string {
  const kept = dryRun ? "would be kept" : "kept";
  const what = copied === 0 ? "was kept already" : `${plural(copied, "file")} ${kept}`;
  const mark = live.length > 0 ? " (in use: up to its last whole line)" : "";
  return `${sanitizeLine(sessionId)}  ${what} in ${sanitizeLine(folder)}${mark}\n`;
}

const dayMs = 24 * 60 * 60 * 1000;

function pathsOf(
  io: Io,
  { all, olderThan, ...flags }: Omit<Flags, "dryRun">,
  names: readonly string[],
): readonly string[] {
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
