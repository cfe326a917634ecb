// `clew ls`: the sessions of one or several config homes, newest first.
import type { Discovered, SessionFile } from "../../store/index.ts";
import { discover } from "../../store/index.ts";
import { sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { isoTime, jsonLine } from "../json-line.ts";
import { homesOf } from "../names.ts";
import { newestFirst, readRows, sessionTable } from "../session-list.ts";

export type Flags = DirFlag & JsonFlag & { readonly all: boolean; readonly limit?: number; readonly project?: string };

const defaultLimit = 20;

export function ls(io: Io, flags: Flags): ExitCode {
  const homes = homesOf(io, flags);
  const found = discover(homes);
  for (const path of found.unreadable) io.err(`clew: cannot look into ${sanitizeLine(path)}\n`);
  const sessions = newestFirst(
    found.sessions.filter((session) => session.sizeBytes > 0 && isIn(session, flags.project)),
  );
  if (sessions.length === 0) {
    io.err(
      `clew: no sessions in ${sanitizeLine(homes.join(", "))}${flags.project === undefined ? "" : ` below a folder with ${JSON.stringify(flags.project)}`}\n`,
    );
    return 1;
  }
  const limit = flags.limit ?? (flags.all || flags.json ? Infinity : defaultLimit);
  print(io, flags, { ...found, sessions: sessions.slice(0, limit), all: found.sessions });
  if (sessions.length > limit && !flags.json) io.err(`${limit} of ${sessions.length} sessions; --all shows all\n`);
  return 0;
}

/** A slug cannot be turned back into a path, but a path can be turned into what its slug must contain. */
function isIn({ slug }: SessionFile, project: string | undefined): boolean {
  return project === undefined || slug.toLowerCase().includes(project.replaceAll(/[^a-zA-Z0-9]/g, "-").toLowerCase());
}

function print(io: Io, flags: Flags, { all, ...found }: Discovered & { readonly all: readonly SessionFile[] }): void {
  if (!flags.json) return io.out(sessionTable(io, found, all));
  for (const { startMs, endMs, modifiedMs, ...row } of readRows(io, found)) {
    io.out(jsonLine({ ...row, start: isoTime(startMs), end: isoTime(endMs), modified: isoTime(modifiedMs) }));
  }
}
