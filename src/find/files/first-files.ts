// Groups of events -> the files that were touched last, and how many there are in all; replayed is only what may be among them.
import { type OrderedEvent, sureCount } from "../../graph/index.ts";
import type { FileSummary } from "../recover/file-row.ts";
import type { EvidencePool } from "./read-evidence.ts";

export type FirstFiles = { readonly rows: readonly FileSummary[]; readonly all: number };

/** The same rows, in the same order, that begin the list of all. */
export async function firstFiles(
  groups: readonly (readonly OrderedEvent[])[],
  most: number,
  summarise: EvidencePool["summarise"],
): Promise<FirstFiles> {
  const open = groups.map((group) => ({ group, count: sureCount(group), lastMs: lastOf(group) }));
  const unsure = open.filter(({ count }) => count === undefined);
  const sure = open.filter(({ count }) => count !== undefined).sort((a, b) => b.lastMs - a.lastMs);
  const rows: FileSummary[] = [];
  const replay = async (chosen: typeof open): Promise<void> => {
    const found = await summarise(chosen.map(({ group }) => group));
    for (const row of found.flat()) rows.push(row);
    rows.sort(lastTouchedFirst);
  };
  await replay(unsure);
  const all = sure.reduce((sum, { count }) => sum + (count ?? 0), rows.length);
  for (let from = 0; from < sure.length; from += most) {
    // No version is younger than the last event: who was touched before the last row cannot stand in front of it.
    const last = rows[most - 1];
    if (last !== undefined && last.lastMs > (sure[from]?.lastMs ?? -Infinity)) break;
    await replay(sure.slice(from, from + most));
  }
  return { rows: rows.slice(0, most), all };
}

export function lastTouchedFirst(a: FileSummary, b: FileSummary): number {
  return b.lastMs - a.lastMs || (a.path < b.path ? -1 : 1);
}

const lastOf = (group: readonly OrderedEvent[]): number =>
  group.reduce((last, { timeMs }) => Math.max(last, timeMs), -Infinity);
