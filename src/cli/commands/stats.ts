// `clew stats`: how much there is of everything over all logs, each thing counted once wherever copies stand.
import { type Census, type GroupStats, type Grouping, type Totals, statsBy, totalsOf } from "../../find/index.ts";
import { type CountingFlags, askedFor, countLogs, sayNothing } from "../count-logs.ts";
import { inOrder, limited, printTable, usualLimit } from "../figure-text.ts";
import type { ExitCode, Io } from "../io.ts";
import { isoTime, jsonLine } from "../json-line.ts";
import { groupCells, groupColumns, totalCells, totalsText } from "../stats-text.ts";

export type Flags = CountingFlags & { readonly by?: Grouping; readonly explain: boolean };

export async function stats(io: Io, flags: Flags): Promise<ExitCode> {
  const { days, scope } = askedFor(io, flags);
  const census = await countLogs(io, flags);
  const { by } = flags;
  const totals = totalsOf(census, scope, days);
  if (by === undefined) {
    if (flags.json) io.out(jsonLine({ ...totalsJson(totals), timeZone: days.timeZone }));
    else if (totals.files > 0) io.out(await totalsText(io, totals, { explain: flags.explain, forks: forksOf(census) }));
  } else {
    const all = sorted(statsBy(census, { scope, by, days }));
    const rows = limited(all, flags.limit ?? (flags.json ? Infinity : usualLimit));
    if (flags.json) for (const row of rows) io.out(jsonLine(groupJson(row)));
    else if (rows.length > 0)
      await printTable(io, {
        columns: groupColumns(by),
        rows,
        cells: groupCells,
        all: all.length,
        total: totalCells(by, totals),
      });
  }
  return totals.files === 0 ? sayNothing(io, flags) : 0;
}

function totalsJson({ firstMs, lastMs, ...totals }: Totals): object {
  return { ...totals, first: isoTime(firstMs), last: isoTime(lastMs) };
}

/** What a grouping says nothing about is null: calls are not told by model, tokens not by tool. */
function groupJson({ name, ...figures }: GroupStats): object {
  const { turns, calls, results, errors, apiMessages, usage, ...rest } = figures;
  const hasCalls = name.by !== "model";
  const hasMessages = name.by !== "tool";
  return {
    ...name,
    turns: hasCalls && hasMessages ? turns : null,
    calls: hasCalls ? calls : null,
    results: hasCalls ? results : null,
    errors: hasCalls ? errors : null,
    apiMessages: hasMessages ? apiMessages : null,
    usage: hasMessages ? usage : null,
    ...rest,
  };
}

const sorted = (rows: readonly GroupStats[]): readonly GroupStats[] =>
  inOrder(rows, (a, b) => b.usage.outputTokens - a.usage.outputTokens || b.calls - a.calls || b.turns - a.turns);

function forksOf({ accounts }: Census): readonly string[] {
  return accounts.flatMap(({ id, forkOf }) => (forkOf === undefined ? [] : [`${id} of ${forkOf}`]));
}
