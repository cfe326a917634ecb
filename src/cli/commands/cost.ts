// `clew cost`: what the tokens of all logs cost at list prices, each message charged once, every figure with its grade.
import { resolve } from "node:path";
import { type GroupCost, type Grouping, type PriceList, costBy, listPrices, overridePrices } from "../../find/index.ts";
import { WorldError, noteBytes, readSmallFile } from "../../store/index.ts";
import { costCells, costColumns, costText, totalCells } from "../cost-text.ts";
import { type CountingFlags, askedFor, countLogs, sayNothing } from "../count-logs.ts";
import { inOrder, limited, printTable, usualLimit } from "../figure-text.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";

export type Flags = CountingFlags & { readonly by?: Grouping; readonly prices?: string; readonly explain: boolean };

export async function cost(io: Io, flags: Flags): Promise<ExitCode> {
  const { days, scope } = askedFor(io, flags);
  const prices = pricesOf(io, flags);
  const isOld = io.nowMs - Date.parse(prices.date) > oldAfterMs;
  if (isOld) io.err(`clew: the prices are of ${prices.date}, more than 60 days ago (--prices FILE takes newer ones)\n`);
  const census = await countLogs(io, flags);
  const { by } = flags;
  const question = { scope, days, prices };
  const list = { date: prices.date, isOld, sources: prices.sources };
  const all = sorted(costBy(census, { ...question, by }));
  const rows = limited(all, flags.limit ?? (flags.json ? Infinity : usualLimit));
  const [total] = rows;
  // A filter that nothing fits must not look like something that cost nothing.
  const isEmpty =
    census.logs.length === 0 ||
    all.length === 0 ||
    (by === undefined && total !== undefined && total.sessions + total.agentFiles === 0);
  if (by !== undefined) {
    if (flags.json) for (const row of rows) io.out(jsonLine(rowJson(row)));
    else if (rows.length > 0) {
      const sum = totalOf(costBy(census, question), all);
      await printTable(io, {
        columns: costColumns(by),
        rows,
        cells: costCells,
        all: all.length,
        total: totalCells(by, sum),
      });
    }
  } else if (total !== undefined && flags.json)
    io.out(jsonLine({ ...totalJson(total), timeZone: days.timeZone, prices: list }));
  else if (total !== undefined && !isEmpty) {
    const models = sorted(costBy(census, { ...question, by: "model" }));
    io.out(costText(io, total, { explain: flags.explain, prices, timeZone: days.timeZone }));
    if (models.length > 0)
      await printTable(io, { columns: costColumns("model"), rows: models, cells: costCells, all: models.length });
  }
  return isEmpty ? sayNothing(io, flags) : 0;
}

const totalJson = ({ name: _total, ...figures }: GroupCost): object => figures;

const oldAfterMs = 60 * 24 * 60 * 60 * 1000;

function pricesOf(io: Io, { prices: path }: Flags): PriceList {
  if (path === undefined) return listPrices;
  return overridePrices(pricesText(resolve(io.cwd, path), path), path, listPrices);
}

function pricesText(file: string, path: string): string {
  try {
    return readSmallFile(file, { mostBytes: noteBytes, links: "followed" }).toString("utf8");
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    throw new WorldError("not-readable", `cannot read the prices in ${path}: ${error.message}`, {
      hint: "name a JSON file",
      cause: error,
    });
  }
}

const rowJson = ({ name, ...figures }: GroupCost): object => ({ ...name, ...figures });

/** Days in their order, everything else the dearest first. */
function sorted(rows: readonly GroupCost[]): readonly GroupCost[] {
  const isListed = ({ name, messages, webSearches }: GroupCost): boolean =>
    name.by === "total" || name.by === "session" || messages > 0 || webSearches > 0;
  return inOrder(rows.filter(isListed), (a, b) => b.costUsd - a.costUsd || b.messages - a.messages);
}

/** By tool a message is in the row of each call that it makes: the sum of the rows is what a reader would check. */
const totalOf = (totals: readonly GroupCost[], rows: readonly GroupCost[]): GroupCost | undefined => {
  const [total] = totals;
  return total && { ...total, messages: rows.reduce((sum, { messages }) => sum + messages, 0) };
};
