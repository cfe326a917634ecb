// `clew files`: the files that sessions touched, how many versions of each are known, and what became of them.
import { type FileRow, daysIn, fileRow, momentOf, pathGlob } from "../../find/index.ts";
import { printTable, usualLimit } from "../figure-text.ts";
import { fileCells, fileColumns } from "../files/file-text.ts";
import { type OpenFiles, withFiles } from "../files/open-files.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { isoTime, jsonLine } from "../json-line.ts";

export type Flags = DirFlag & JsonFlag & { readonly path?: string; readonly since?: string; readonly limit?: number };

export async function files(io: Io, flags: Flags, session?: string): Promise<ExitCode> {
  const sinceMs = flags.since === undefined ? -Infinity : sinceOf(io, flags.since);
  const isWanted = flags.path === undefined ? () => true : pathGlob(flags.path);
  return await withFiles(io, { ...flags, ...(session !== undefined && { session }) }, async (open) => {
    const all = rowsOf(open).filter(({ path, lastMs }) => lastMs >= sinceMs && isWanted(path));
    await printRows(io, flags, all);
    if (all.length > 0) return 0;
    io.err(
      `clew: no session touched ${flags.path === undefined && flags.since === undefined ? "a file" : "such a file"}\n`,
    );
    return 1;
  });
}

/** The last touched first. */
export function rowsOf({ histories, isMeant }: OpenFiles): readonly FileRow[] {
  return [...histories().values()]
    .flatMap((history) => fileRow(history, isMeant) ?? [])
    .sort((a, b) => b.lastMs - a.lastMs || (a.path < b.path ? -1 : 1));
}

export async function printRows(
  io: Io,
  { json, limit }: JsonFlag & { readonly limit?: number },
  all: readonly FileRow[],
): Promise<void> {
  const rows = all.slice(0, limit ?? (json ? Infinity : usualLimit));
  if (json) for (const row of rows) io.out(jsonLine(rowJson(row)));
  else if (rows.length > 0)
    await printTable(io, {
      columns: fileColumns,
      rows,
      cells: (row, paint) => fileCells(row, paint, io),
      all: all.length,
    });
}

const rowJson = ({ firstMs, lastMs, ...row }: FileRow): object => ({
  ...row,
  first: isoTime(firstMs),
  last: isoTime(lastMs),
});

const sinceOf = (io: Io, since: string): number =>
  momentOf(since, "since", { days: daysIn(io.timeZone), nowMs: io.nowMs });
