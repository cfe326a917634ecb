// `clew rows`: the rows that `show` prints, as data.
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { rowJson } from "../row-json.ts";
import { selectRows } from "../select-rows.ts";

export type Flags = DirFlag & JsonFlag & { readonly agent?: string; readonly branch?: number };

export function rows(io: Io, flags: Flags, name: string): ExitCode {
  let found = 0;
  selectRows(io, { ...flags, name, turn: undefined }, ({ rows: selected }) => {
    for (const row of selected) {
      found += 1;
      io.out(rowJson(row));
    }
  });
  return found === 0 ? 1 : 0;
}
