// The sessions of a folder that is to be moved -> how many of which folders go where, told before the first of them goes.
import { movedFolder } from "../../reshape/index.ts";
import { formatWhole, plural, sanitizeLine } from "../../view/index.ts";
import type { Io } from "../io.ts";
import type { FolderSessions } from "./folder-sessions.ts";

export type Going = {
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly dryRun: boolean;
};

type Group = { readonly held: string | undefined; count: number };

const mostFolders = 20;

export function sayMoves(io: Io, { sessions, folder }: FolderSessions, { to, from, dryRun }: Going): void {
  const groups = new Map<string | undefined, Group>();
  for (const { held } of sessions) {
    const group = groups.get(held) ?? { held, count: 0 };
    group.count += 1;
    groups.set(held, group);
  }
  const all = [...groups.values()].sort((a, b) => (a.held ?? "").localeCompare(b.held ?? ""));
  const [only] = all;
  const verb = dryRun ? "would move" : "moves";
  const count = plural(sessions.length, "session");
  if (only !== undefined && all.length === 1) return io.err(`clew: ${verb} ${count}${way(only)}\n`);
  io.err(`clew: ${verb} ${count} of ${plural(all.length, "folder")}:\n`);
  for (const group of all.slice(0, mostFolders)) io.err(`  ${formatWhole(group.count)}${way(group)}\n`);
  const rest = all.slice(mostFolders);
  if (rest.length > 0)
    io.err(
      `  ${formatWhole(rest.reduce((sum, group) => sum + group.count, 0))} of ${plural(rest.length, "other folder")}\n`,
    );

  function way({ held }: Group): string {
    if (held === undefined) return " without a folder in the log";
    const left = from ?? folder ?? held;
    const goal = to === undefined ? "" : ` to ${sanitizeLine(movedFolder(held, { from: left, to }))}`;
    return ` of ${sanitizeLine(held)}${goal}`;
  }
}
