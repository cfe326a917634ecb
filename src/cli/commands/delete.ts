// `clew delete`: sessions -> clew's trash, with all that belongs to them; `clew undo` brings them back.
import { lookAtSession, moveToTrash, namedPlace } from "../../store/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import { clewLine } from "../clew-line.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { refuseStranger } from "../reshape/refuse-stranger.ts";
import { sayInUse } from "../reshape/say-in-use.ts";
import { sessionLog } from "../reshape/session-log.ts";
import { settleFirst } from "../reshape/settle-first.ts";
import { sayUntidy, shortOperation } from "../reshape/telling.ts";
import { worldOf } from "../reshape/world.ts";

export type Flags = DirFlag & JsonFlag & { readonly force: boolean; readonly dryRun: boolean };

export function deleteSessions(io: Io, flags: Flags, ...names: readonly string[]): ExitCode {
  if (!flags.dryRun) settleFirst(io);
  const paths = [...new Set(names.map((name) => sessionLog(io, flags, name)))];
  for (const path of paths) refuseStranger(io, path, "entry-or-name");
  if (flags.dryRun) {
    const world = worldOf(io);
    const sessions = paths.map((path) => namedPlace(path, world.disk));
    const policy = flags.force ? "overrule" : "refuse";
    for (const path of paths) sayInUse(io, { look: lookAtSession(path, world), policy }, world);
    if (flags.json) io.out(deletedJson({ sessions, dryRun: true }));
    else
      for (const { path } of sessions) io.out(`would move ${sanitizeLine(path)} and what belongs to it to the trash\n`);
    return 0;
  }
  const job = { command: "delete", args: names, paths, inUse: flags.force ? "overrule" : "refuse" } as const;
  const done = moveToTrash(job, worldOf(io));
  sayUntidy(io, done);
  const { op, hold, sources } = done.record;
  if (flags.json) io.out(deletedJson({ operation: op, trash: hold, sessions: sources, dryRun: false }));
  else
    io.out(
      `${plural(sources.length, "session")} moved to ${sanitizeLine(hold ?? "the trash")}\n` +
        sources.map(({ sessionId, path }) => `  ${sanitizeLine(sessionId)} of ${sanitizeLine(path)}\n`).join("") +
        `bring back with: ${clewLine(io, ["undo", shortOperation(op)])}\n`,
    );
  return 0;
}

type Deleted = {
  readonly operation?: string;
  readonly trash?: string | undefined;
  readonly sessions: readonly { readonly sessionId: string; readonly path: string }[];
  readonly dryRun: boolean;
};

const deletedJson = ({ operation, trash, sessions, dryRun }: Deleted): string =>
  jsonLine({ operation, trash, sessions: sessions.map(({ sessionId, path }) => ({ sessionId, path })), dryRun });
