// The prompts of one main log after the other -> columns in which each stands once; one without an id is known by its place alone.
import { promptCell, promptCells } from "../../graph/index.ts";
import type { CountedLog } from "./accounts.ts";
import { type CountedPrompts, promptColumns } from "./columns.ts";
import { idTable } from "./id-table.ts";

export type PromptCounter = {
  readonly columns: CountedPrompts;
  /** What an agent was told is no turn. */
  readonly add: (log: CountedLog, at: number, onShared: (earlier: number) => void) => void;
  readonly give: (log: CountedLog, at: number) => void;
};

export function promptCounter(rows: number): PromptCounter {
  const columns = promptColumns(rows);
  const table = idTable(rows);
  return {
    columns,
    add({ digest, kind }, log, onShared) {
      if (kind !== "session") return;
      const { ids } = digest.prompts;
      const { numbers, first, step } = promptCells(digest.prompts);
      for (let at = 0; at < ids.length; at++) {
        const known = table.claim(ids, at, columns.count);
        if (known >= 0) {
          onShared(columns.logs[known] ?? log);
          continue;
        }
        const row = columns.count++;
        columns.logs[row] = log;
        columns.times[row] = numbers[first + at * step + promptCell.times] ?? Number.NaN;
      }
    },
    give({ digest, kind }, log) {
      if (kind !== "session") return;
      [...digest.prompts.ids].forEach((id, at) => {
        const row = table.find(id);
        if (row < 0) return;
        columns.logs[row] = log;
        columns.times[row] = digest.prompts.times[at] ?? Number.NaN;
      });
    },
  };
}
