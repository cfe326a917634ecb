// Rows of cells -> lines with aligned columns, cut to the width of the screen; counts wide characters as the terminal does.
import { type Measure, measureOf } from "./measure.ts";

export type Column = {
  readonly heading: string;
  readonly align: "left" | "right";
  /** The column that gives way when the screen is narrow. */
  readonly flexible?: boolean;
  /** At most so wide where no screen cuts it: what stands behind is still to be found in a pipe. */
  readonly most?: number;
  /** Left out when the screen is too narrow, the highest number first. */
  readonly drop?: number;
};

export type Cell = {
  readonly text: string;
  readonly paint?: (text: string) => string;
  /** Which part stays where there is no room for all: of a path the end tells. */
  readonly keep?: "end" | undefined;
};

const leastFlexible = 20;
/** Wider is no screen. */
const widestScreen = 1000;

export async function grid(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
): Promise<string> {
  const measure = await measureOf(rows.flatMap((row) => row.map(({ text }) => text)));
  return narrowed({ columns, rows, measure }, width);
}

type Table = {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly measure: Measure;
};

function narrowed(table: Table, width: number): string {
  const { columns, rows, measure } = table;
  const headings = columns.map(({ heading }) => ({ text: heading }));
  const all = columns.map((_, index) => widest([headings, ...rows], index, measure));
  const needed = columns.reduce(
    (sum, { flexible }, at) => sum + 2 + (flexible === true ? Math.min(leastFlexible, all[at] ?? 0) : (all[at] ?? 0)),
    -2,
  );
  const droppable = columns.filter(({ drop }) => drop !== undefined).sort((a, b) => (b.drop ?? 0) - (a.drop ?? 0))[0];
  if (needed <= width || droppable === undefined) return fitted(table, width);
  const at = columns.indexOf(droppable);
  return narrowed({ columns: columns.toSpliced(at, 1), rows: rows.map((row) => row.toSpliced(at, 1)), measure }, width);
}

function fitted({ columns, rows, measure }: Table, width: number): string {
  const heading = columns.map(({ heading: text }) => ({ text }));
  const widths = columns.map((_, index) => widest([heading, ...rows], index, measure));
  const total = widths.reduce((sum, each) => sum + each, 0) + 2 * (columns.length - 1);
  const flexible = columns.findIndex((column) => column.flexible === true);
  const room = (widths[flexible] ?? 0) - Math.max(0, total - width);
  const most = width > widestScreen ? (columns[flexible]?.most ?? Infinity) : Infinity;
  const sizes = widths.map((each, index) => (index === flexible ? Math.max(12, Math.min(most, room)) : each));
  const line = (row: readonly Cell[]): string =>
    columns
      .map(({ align }, index) => padded(row[index] ?? { text: "" }, { room: sizes[index] ?? 1, align, measure }))
      .join("  ")
      .trimEnd();
  return [heading, ...rows].map((row) => `${line(row)}\n`).join("");
}

function widest(rows: readonly (readonly Cell[])[], index: number, { width }: Measure): number {
  return rows.reduce((most, row) => Math.max(most, width(row[index]?.text ?? "")), 1);
}

type Slot = { readonly room: number; readonly align: Column["align"]; readonly measure: Measure };

function padded({ text, paint, keep }: Cell, { room, align, measure }: Slot): string {
  const cut = keep === "end" ? measure.fitEnd(text, room) : measure.fit(text, room);
  const space = " ".repeat(Math.max(0, room - measure.width(cut)));
  const shown = paint === undefined ? cut : paint(cut);
  return align === "left" ? shown + space : space + shown;
}
