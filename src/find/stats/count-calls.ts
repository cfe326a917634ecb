// The calls of one log after the other, then their results -> columns in which each call stands once, with its result.
import { type Digest, type Ids, type ResultColumns, isSameId } from "../../graph/index.ts";
import { claimRows, newRows } from "./claim-rows.ts";
import { type CountedCalls, callColumns } from "./columns.ts";
import { idTable } from "./id-table.ts";
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

export function callCounter(rows: number): CallCounter {
  const columns = callColumns(rows);
  const table = idTable(rows);
  const tools = labels();
  return {
    columns,
    tools,
    rowOf: table.find,
    addCalls(digest, log, onShared) {
      const { ids, times } = digest.calls;
      const first = columns.count;
      const rows = claimRows(ids, table, first);
      const tool = digest.tools.map(tools.add);
      for (let at = 0; at < ids.length; at++) {
        const row = rows === undefined ? first + at : (rows[at] ?? 0);
        if (row < first) {
          onShared(columns.callLogs[row] ?? log);
          continue;
        }
        columns.tools[row] = tool[digest.calls.tools[at] ?? 0] ?? -1;
        columns.places[row] = at;
        columns.callLogs[row] = log;
        if (rows !== undefined) columns.callTimes[row] = times[at] ?? Number.NaN;
      }
      columns.count += rows === undefined ? ids.length : newRows(rows, first);
      if (rows !== undefined) return true;
      columns.callTimes.set(times, first);
      if (!isInOrder(digest)) return true;
      copyResults(digest.results, log, first);
      return false;
    },
    addResults(digest, log, onShared) {
      const from = digest.results;
      for (let at = 0; at < from.ids.length; at++) {
        const row = resultRow(from.ids, at);
        const earlier = columns.resultLogs[row] ?? -1;
        if (earlier >= 0) onShared(earlier);
        else setResult(from, at, { row, log });
      }
    },
    give({ calls, results }, log) {
      [...calls.ids].forEach((id, at) => {
        const row = table.find(id);
        columns.callLogs[row] = log;
        columns.callTimes[row] = calls.times[at] ?? Number.NaN;
        columns.places[row] = at;
      });
      [...results.ids].forEach((id, at) => setResult(results, at, { row: table.find(id), log }));
    },
  };

  /** A result whose call no log has gets a row of its own. */
  function resultRow(ids: Ids, at: number): number {
    const known = table.claim(ids, at, columns.count);
    return known >= 0 ? known : columns.count++;
  }

  /** Nothing has answered these calls before, for they are new. */
  function copyResults(from: ResultColumns, log: number, first: number): void {
    columns.resultLogs.fill(log, first, first + from.ids.length);
    columns.resultTimes.set(from.times, first);
    columns.flags.set(from.flags, first);
    columns.sizes.set(from.sizes, first);
    columns.searches.set(from.searches, first);
  }

  function setResult(
    from: ResultColumns,
    at: number,
    { row, log }: { readonly row: number; readonly log: number },
  ): void {
    columns.resultLogs[row] = log;
    columns.resultTimes[row] = from.times[at] ?? Number.NaN;
    columns.flags[row] = from.flags[at] ?? 0;
    columns.sizes[row] = from.sizes[at] ?? 0;
    columns.searches[row] = from.searches[at] ?? 0;
  }
}

/** Whether the nth result answers the nth call, to the last result. */
function isInOrder({ calls, results }: Digest): boolean {
  if (results.ids.length > calls.ids.length) return false;
  for (let row = 0; row < results.ids.length; row++) {
    if (!isSameId({ ids: results.ids, row }, { ids: calls.ids, row })) return false;
  }
  return true;
}
