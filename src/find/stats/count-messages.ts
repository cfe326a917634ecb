// The messages of one log after the other -> columns in which each message stands once, with the greatest usage any log tells.
import { type Cells, type Digest, messageCell as cell, messageCells } from "../../graph/index.ts";
import { type CountedMessages, messageColumns } from "./columns.ts";
import { type RowRange, copyCells, copyPlaces, nth } from "./copy-cells.ts";
import { idTable, newRows } from "./id-table.ts";
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

/** A log, and where its labels stand among those of all logs. */
type Owner = { readonly log: number; readonly model: readonly number[]; readonly variant: readonly number[] };

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
      const rows = table.claimAll(from.ids, first);
      const model = digest.models.map(models.add);
      const variant = digest.variants.map(variants.add);
      const cells = messageCells(from);
      if (rows === undefined) {
        addNew(cells, { first, count: from.ids.length }, { log, model, variant });
        return;
      }
      const { numbers, first: start, step } = cells;
      for (let at = 0; at < from.ids.length; at++) {
        const row = rows[at] ?? 0;
        const place = start + at * step;
        if (row >= first) {
          columns.logs[row] = log;
          columns.times[row] = numbers[place + cell.times] ?? Number.NaN;
        } else onShared(columns.logs[row] ?? log);
        columns.flags[row] = (columns.flags[row] ?? 0) | (numbers[place + cell.flags] ?? 0);
        if (row < first && !isMore(numbers, place, row)) continue;
        copyUsage(numbers, place, row);
        columns.models[row] = model[numbers[place + cell.models] ?? 0] ?? 0;
        columns.variants[row] = variant[numbers[place + cell.variants] ?? 0] ?? 0;
      }
      columns.count += newRows(rows, first);
    },
    give({ messages }, log) {
      [...messages.ids].forEach((id, at) => {
        const row = table.find(id);
        if (row < 0) return;
        columns.logs[row] = log;
        columns.times[row] = messages.times[at] ?? Number.NaN;
      });
    },
  };

  /** What nearly every log is: messages that no other has. */
  function addNew(cells: Cells, range: RowRange, { log, model, variant }: Owner): void {
    columns.logs.fill(log, range.first, range.first + range.count);
    copyCells(columns.times, range, nth(cells, cell.times));
    copyCells(columns.flags, range, nth(cells, cell.flags));
    copyPlaces(columns.models, range, { cells: nth(cells, cell.models), places: model, otherwise: 0 });
    copyPlaces(columns.variants, range, { cells: nth(cells, cell.variants), places: variant, otherwise: 0 });
    copyCells(columns.input, range, nth(cells, cell.input));
    copyCells(columns.output, range, nth(cells, cell.output));
    copyCells(columns.cacheRead, range, nth(cells, cell.cacheRead));
    copyCells(columns.cacheWrite, range, nth(cells, cell.cacheWrite));
    copyCells(columns.cacheWrite1h, range, nth(cells, cell.cacheWrite1h));
    copyCells(columns.webSearches, range, nth(cells, cell.webSearches));
    columns.count += range.count;
  }

  /** `place`: where the numbers of the message begin. */
  function copyUsage(from: Cells["numbers"], place: number, row: number): void {
    columns.input[row] = from[place + cell.input] ?? 0;
    columns.output[row] = from[place + cell.output] ?? 0;
    columns.cacheRead[row] = from[place + cell.cacheRead] ?? 0;
    columns.cacheWrite[row] = from[place + cell.cacheWrite] ?? 0;
    columns.cacheWrite1h[row] = from[place + cell.cacheWrite1h] ?? 0;
    columns.webSearches[row] = from[place + cell.webSearches] ?? 0;
  }

  /** Of the copies of a message the one with the greatest output counts; a tie goes to the greater rest. */
  function isMore(from: Cells["numbers"], place: number, row: number): boolean {
    const gain = (from[place + cell.output] ?? 0) - (columns.output[row] ?? 0);
    if (gain !== 0) return gain > 0;
    const cached = (from[place + cell.cacheRead] ?? 0) + (from[place + cell.cacheWrite] ?? 0);
    const rest = (from[place + cell.input] ?? 0) + cached;
    return rest > (columns.input[row] ?? 0) + (columns.cacheRead[row] ?? 0) + (columns.cacheWrite[row] ?? 0);
  }
}
