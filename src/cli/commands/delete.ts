// `clew delete`: sessions -> clew's trash, with all that belongs to them; `clew undo` brings them back.
import { moveToTrash, nodeWorld } from "../../store/index.ts";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { sessionPath } from "../names.ts";

export type Flags = DirFlag & JsonFlag & { readonly force: boolean; readonly dryRun: boolean };

export function deleteSessions(io: Io, flags: Flags, ...names: readonly string[]): ExitCode {
  const paths = [...new Set(names.map((name) => sessionPath(io, flags, name)))];
  if (flags.dryRun) {
    for (const path of paths)
      io.out(
        flags.json
          ? jsonLine({ path, dryRun: true })
          : `would move ${sanitizeLine(path)} and what belongs to it to the trash\n`,
      );
    return 0;
  }
  const job = { command: "delete", args: names, paths, inUse: flags.force ? "overrule" : "refuse" } as const;
  const { record, untidy } = moveToTrash(job, nodeWorld(io.dataDir));
  if (untidy !== undefined) io.err(`clew: done, but something is left to tidy up: ${sanitizeLine(untidy)}\n`);
  const { op, hold, sources } = record;
  if (flags.json)
    io.out(
      jsonLine({ operation: op, trash: hold, sessions: sources.map(({ sessionId, path }) => ({ sessionId, path })) }),
    );
  else
    io.out(
      `${plural(sources.length, "session")} moved to ${sanitizeLine(hold ?? "the trash")}\nbring back with: ${io.command} undo ${op.slice(0, 8)}\n`,
    );
  return 0;
}
