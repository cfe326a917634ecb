// `clew files`: the files that sessions touched, how many versions of each are known, and what became of them.
import { type FileRow, type FileSummary, daysIn, momentOf, pathGlob, rowOnDisk } from "../../find/index.ts";
import { printTable, usualLimit } from "../figure-text.ts";
import { fileCells, fileColumns } from "../files/file-text.ts";
import { type OpenFiles, withHomes } from "../files/open-files.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { isoTime, jsonLine } from "../json-line.ts";

export type Flags = DirFlag & JsonFlag & { readonly path?: string; readonly since?: string; readonly limit?: number };

export async function files(io: Io, flags: Flags, session?: string): Promise<ExitCode> {
  const sinceMs = flags.since === undefined ? -Infinity : sinceOf(io, flags.since);
  const isWanted = flags.path === undefined ? undefined : pathGlob(flags.path);
  return await withHomes(io, { ...flags, ...(session !== undefined && { session }) }, async ({ summaries }) => {
    // The last touched stand first, so that without a pattern or a time only those are needed that are shown.
    const isSifted = isWanted !== undefined || flags.since !== undefined;
    const found = await summaries(isSifted ? Infinity : shownAtMost(flags));
    const wanted = found.rows.filter(({ path, lastMs }) => lastMs >= sinceMs && isWanted?.(path) !== false);
    await printRows(io, flags, { rows: wanted, all: isSifted ? wanted.length : found.all });
    if (wanted.length > 0) return 0;
    io.err(`clew: no session touched ${isSifted ? "such a file" : "a file"}\n`);
    return 1;
  });
}

/** Of all files, or of those that the session knew; the last touched first. */
export const rowsOf = ({ summaries }: OpenFiles): readonly FileRow[] => summaries().map(rowOnDisk);

const shownAtMost = ({ json, limit }: JsonFlag & { readonly limit?: number }): number =>
  limit ?? (json ? Infinity : usualLimit);

export type Listed = { readonly rows: readonly FileSummary[]; readonly all: number };

/** The disk is asked only for those that are shown. */
export async function printRows(
  io: Io,
  flags: JsonFlag & { readonly limit?: number },
  { rows: listed, all }: Listed,
): Promise<void> {
  const rows = listed.slice(0, shownAtMost(flags)).map(rowOnDisk);
  if (flags.json) for (const row of rows) io.out(jsonLine(rowJson(row)));
  else if (rows.length > 0)
    await printTable(io, { columns: fileColumns, rows, cells: (row, paint) => fileCells(row, paint, io), all });
}

const rowJson = ({ firstMs, lastMs, ...row }: FileRow): object => ({
  ...row,
  first: isoTime(firstMs),
  last: isoTime(lastMs),
});

const sinceOf = (io: Io, since: string): number =>
  momentOf(since, "since", { days: daysIn(io.timeZone), nowMs: io.nowMs });
