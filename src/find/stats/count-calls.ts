// The calls of one log after the other, then their results -> columns in which each call stands once, with its result.
import {
  type Cells,
  type Digest,
  type Ids,
  areFirstIds,
  callCell,
  callCells,
  resultCell,
  resultCells,
} from "../../graph/index.ts";
import { type CountedCalls, callColumns } from "./columns.ts";
import { type RowRange, copyCells, copyPlaces, nth } from "./copy-cells.ts";
import { idTable, newRows } from "./id-table.ts";
import { type Labels, labels } from "./labels.ts";

export type CallCounter = {
  readonly columns: CountedCalls;
  readonly tools: Labels;
  /** Adds the calls, and their results where they answer in the order of the calls; true when results are left to add. */
  readonly addCalls: (digest: Digest, log: number, onShared: (earlier: number) => void) => boolean;
  /** When the calls of all logs are known: a result may stand in another log than its call. */
  readonly addResults: (digest: Digest, log: number, onShared: (earlier: number) => void) => void;
  readonly give: (digest: Digest, log: number) => void;
  readonly rowOf: (id: string) => number;
};

/** A log, and where its tools stand among those of all logs. */
type Owner = { readonly log: number; readonly tool: readonly number[] };

export function callCounter(rows: number): CallCounter {
  const columns = callColumns(rows);
  const table = idTable(rows);
  const tools = labels();
  return {
    columns,
    tools,
    rowOf: table.find,
    addCalls(digest, log, onShared) {
      const { ids } = digest.calls;
      const cells = callCells(digest.calls);
      const first = columns.count;
      const rows = table.claimAll(ids, first);
      const tool = digest.tools.map(tools.add);
      if (rows === undefined) return !addNew(digest, cells, { log, tool });
      const { numbers, first: start, step } = cells;
      for (let at = 0; at < ids.length; at++) {
        const row = rows[at] ?? 0;
        if (row < first) {
          onShared(columns.callLogs[row] ?? log);
          continue;
        }
        const cell = start + at * step;
        columns.tools[row] = tool[numbers[cell + callCell.tools] ?? 0] ?? -1;
        columns.places[row] = at;
        columns.callLogs[row] = log;
        columns.callTimes[row] = numbers[cell + callCell.times] ?? Number.NaN;
      }
      columns.count += newRows(rows, first);
      return true;
    },
    addResults(digest, log, onShared) {
      const { ids } = digest.results;
      const cells = resultCells(digest.results);
      for (let at = 0; at < ids.length; at++) {
        const row = resultRow(ids, at);
        const earlier = columns.resultLogs[row] ?? -1;
        if (earlier >= 0) onShared(earlier);
        else setResult(cells, at, { row, log });
      }
    },
    give({ calls, results }, log) {
      [...calls.ids].forEach((id, at) => {
        const row = table.find(id);
        if (row < 0) return;
        columns.callLogs[row] = log;
        columns.callTimes[row] = calls.times[at] ?? Number.NaN;
        columns.places[row] = at;
      });
      const cells = resultCells(results);
      [...results.ids].forEach((id, at) => {
        const row = table.find(id);
        if (row >= 0) setResult(cells, at, { row, log });
      });
    },
  };

  /** What nearly every log is: calls that no other has, and results in the order of the calls; false where they are not. */
  function addNew({ calls, results }: Digest, cells: Cells, { log, tool }: Owner): boolean {
    const first = columns.count;
    const range = { first, count: calls.ids.length };
    columns.callLogs.fill(log, first, first + range.count);
    copyPlaces(columns.tools, range, { cells: nth(cells, callCell.tools), places: tool, otherwise: -1 });
    copyCells(columns.callTimes, range, nth(cells, callCell.times));
    for (let at = 0; at < range.count; at++) columns.places[first + at] = at;
    columns.count += range.count;
    if (!areFirstIds(results.ids, calls.ids)) return false;
    // Nothing has answered these calls before, for they are new.
    addResultsOf(resultCells(results), { first, count: results.ids.length }, log);
    return true;
  }

  function addResultsOf(cells: Cells, range: RowRange, log: number): void {
    columns.resultLogs.fill(log, range.first, range.first + range.count);
    copyCells(columns.resultTimes, range, nth(cells, resultCell.times));
    copyCells(columns.flags, range, nth(cells, resultCell.flags));
    copyCells(columns.sizes, range, nth(cells, resultCell.sizes));
    copyCells(columns.searches, range, nth(cells, resultCell.searches));
  }

  /** A result whose call no log has gets a row of its own. */
  function resultRow(ids: Ids, at: number): number {
    const known = table.claim(ids, at, columns.count);
    return known >= 0 ? known : columns.count++;
  }

  function setResult(from: Cells, at: number, { row, log }: { readonly row: number; readonly log: number }): void {
    const { numbers } = from;
    const cell = from.first + at * from.step;
    columns.resultLogs[row] = log;
    columns.resultTimes[row] = numbers[cell + resultCell.times] ?? Number.NaN;
    columns.flags[row] = numbers[cell + resultCell.flags] ?? 0;
    columns.sizes[row] = numbers[cell + resultCell.sizes] ?? 0;
    columns.searches[row] = numbers[cell + resultCell.searches] ?? 0;
  }
}
