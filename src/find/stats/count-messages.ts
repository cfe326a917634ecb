// The messages of one log after the other -> columns in which each message stands once, with the greatest usage any log tells.
import type { Digest, MessageColumns } from "../../graph/index.ts";
import { claimRows, newRows } from "./claim-rows.ts";
import { type CountedMessages, messageColumns } from "./columns.ts";
import { idTable } from "./id-table.ts";
import { type Labels, labels } from "./labels.ts";

export type MessageCounter = {
  readonly columns: CountedMessages;
  readonly models: Labels;
  readonly variants: Labels;
  /** `onShared` is told of logs that had one of its messages before. */
  readonly add: (digest: Digest, log: number, onShared: (earlier: number) => void) => void;
  /** Makes that log the owner of all its messages. */
  readonly give: (digest: Digest, log: number) => void;
  readonly rowOf: (id: string) => number;
};

export function messageCounter(rows: number): MessageCounter {
  const columns = messageColumns(rows);
  const table = idTable(rows);
  const models = labels();
  const variants = labels();
  return {
    columns,
    models,
    variants,
    rowOf: table.find,
    add(digest, log, onShared) {
      const from = digest.messages;
      const first = columns.count;
      const rows = claimRows(from.ids, table, first);
      const model = digest.models.map(models.add);
      const variant = digest.variants.map(variants.add);
      if (rows === undefined) {
        columns.count += from.ids.length;
        copyAll(from, first);
        columns.logs.fill(log, first, columns.count);
        for (let at = 0; at < from.ids.length; at++) name(first + at, at);
        return;
      }
      columns.count += newRows(rows, first);
      rows.forEach((row, at) => {
        if (row >= first) {
          columns.logs[row] = log;
          columns.times[row] = from.times[at] ?? Number.NaN;
        } else onShared(columns.logs[row] ?? log);
        columns.flags[row] = (columns.flags[row] ?? 0) | (from.flags[at] ?? 0);
        if (row < first && !isMore(from, at, row)) return;
        copyUsage(from, at, row);
        name(row, at);
      });

      function name(row: number, at: number): void {
        columns.models[row] = model[from.models[at] ?? 0] ?? 0;
        columns.variants[row] = variant[from.variants[at] ?? 0] ?? 0;
      }
    },
    give({ messages }, log) {
      [...messages.ids].forEach((id, at) => {
        const row = table.find(id);
        columns.logs[row] = log;
        columns.times[row] = messages.times[at] ?? Number.NaN;
      });
    },
  };

  function copyAll(from: MessageColumns, first: number): void {
    columns.times.set(from.times, first);
    columns.flags.set(from.flags, first);
    columns.input.set(from.input, first);
    columns.output.set(from.output, first);
    columns.cacheRead.set(from.cacheRead, first);
    columns.cacheWrite.set(from.cacheWrite, first);
    columns.cacheWrite1h.set(from.cacheWrite1h, first);
    columns.webSearches.set(from.webSearches, first);
  }

  function copyUsage(from: MessageColumns, at: number, row: number): void {
    columns.input[row] = from.input[at] ?? 0;
    columns.output[row] = from.output[at] ?? 0;
    columns.cacheRead[row] = from.cacheRead[at] ?? 0;
    columns.cacheWrite[row] = from.cacheWrite[at] ?? 0;
    columns.cacheWrite1h[row] = from.cacheWrite1h[at] ?? 0;
    columns.webSearches[row] = from.webSearches[at] ?? 0;
  }

  /** Of the copies of a message the one with the greatest output counts; a tie goes to the greater rest. */
  function isMore(from: MessageColumns, at: number, row: number): boolean {
    const gain = (from.output[at] ?? 0) - (columns.output[row] ?? 0);
    if (gain !== 0) return gain > 0;
    const rest = (from.input[at] ?? 0) + (from.cacheRead[at] ?? 0) + (from.cacheWrite[at] ?? 0);
    return rest > (columns.input[row] ?? 0) + (columns.cacheRead[row] ?? 0) + (columns.cacheWrite[row] ?? 0);
  }
}
