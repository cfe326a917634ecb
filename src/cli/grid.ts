// Rows of cells -> lines with aligned columns, cut to the width of the screen; counts wide characters as the terminal does.
import { sanitizeCell } from "../view/index.ts";
import { type Measure, measureOf } from "./measure.ts";

export type Column = {
  readonly heading: string;
  readonly align: "left" | "right";
  /** The column that gives way when the screen is narrow. */
  readonly flexible?: boolean;
  /** Gives way too, down to `least`, before a column goes whose `drop` is not above this one. */
  readonly gives?: { readonly least: number; readonly beforeDrop: number };
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
  /** How it is said in less room than it takes. */
  readonly shortened?: (room: number) => string;
};

const leastFlexible = 20;
/** Wider is no screen. */
const widestScreen = 1000;

export async function grid(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
): Promise<string> {
  // Whatever a cell holds, a row is one line.
  const clean = rows.map((row) => row.map((cell) => ({ ...cell, text: sanitizeCell(cell.text) })));
  const measure = await measureOf(clean.flatMap((row) => row.map(({ text }) => text)));
  return narrowed({ columns, rows: clean, measure }, width);
}

type Table = {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly measure: Measure;
};

function narrowed(table: Table, width: number): string {
  const { columns, rows, measure } = table;
  const widths = widthsOf(table);
  const needed = taken(columns.map((column, at) => Math.min(leastOf(column, columns), widths[at] ?? 0)));
  const droppable = columns.filter(({ drop }) => drop !== undefined).sort((a, b) => (b.drop ?? 0) - (a.drop ?? 0))[0];
  if (needed <= width || droppable === undefined) return fitted(table, width);
  const at = columns.indexOf(droppable);
  return narrowed({ columns: columns.toSpliced(at, 1), rows: rows.map((row) => row.toSpliced(at, 1)), measure }, width);
}

function leastOf({ flexible, gives }: Column, columns: readonly Column[]): number {
  if (flexible === true) return leastFlexible;
  return gives !== undefined && columns.every(({ drop = 0 }) => drop <= gives.beforeDrop) ? gives.least : Infinity;
}

/** With two spaces between each two. */
const taken = (widths: readonly number[]): number => widths.reduce((sum, each) => sum + each + 2, -2);

const headingsOf = ({ columns }: Table): readonly Cell[] => columns.map(({ heading }) => ({ text: heading }));

function widthsOf(table: Table): readonly number[] {
  const lines = [headingsOf(table), ...table.rows];
  return table.columns.map((_, index) => widest(lines, index, table.measure));
}

function fitted(table: Table, width: number): string {
  const { columns, rows, measure } = table;
  const widths = widthsOf(table);
  const flexible = columns.findIndex((column) => column.flexible === true);
  const most = width > widestScreen ? (columns[flexible]?.most ?? Infinity) : Infinity;
  // What the flexible column cannot give, the others give that can.
  let missing = taken(widths.map((each, at) => (at === flexible ? Math.min(leastFlexible, each) : each))) - width;
  const given = widths.map((each, at) => {
    const gives = Math.max(0, Math.min(missing, each - (columns[at]?.gives?.least ?? each)));
    missing -= gives;
    return gives === 0 ? each : shortenedWidth(table, at, each - gives);
  });
  const room = (given[flexible] ?? 0) - Math.max(0, taken(given) - width);
  const sizes = given.map((each, index) => (index === flexible ? Math.max(12, Math.min(most, room)) : each));
  const line = (row: readonly Cell[]): string =>
    columns
      .map(({ align }, index) => padded(row[index] ?? { text: "" }, { room: sizes[index] ?? 1, align, measure }))
      .join("  ")
      .trimEnd();
  return [headingsOf(table), ...rows].map((row) => `${line(row)}\n`).join("");
}

/** What is said in fewer words may need less than its room: the flexible column has use for the rest. */
function shortenedWidth({ columns, rows, measure }: Table, index: number, room: number): number {
  const cells = rows.flatMap((row) => row[index] ?? []).map((cell) => ({ text: fittingText(cell, room, measure) }));
  const lines = [{ text: columns[index]?.heading ?? "" }, ...cells].map((cell) => [cell]);
  return Math.min(room, widest(lines, 0, measure));
}

function fittingText({ text, shortened }: Cell, room: number, { width }: Measure): string {
  return shortened === undefined || width(text) <= room ? text : sanitizeCell(shortened(room));
}

function widest(rows: readonly (readonly Cell[])[], index: number, { width }: Measure): number {
  return rows.reduce((most, row) => Math.max(most, width(row[index]?.text ?? "")), 1);
}

type Slot = { readonly room: number; readonly align: Column["align"]; readonly measure: Measure };

function padded(cell: Cell, { room, align, measure }: Slot): string {
  const { paint, keep } = cell;
  const text = fittingText(cell, room, measure);
  const cut = keep === "end" ? measure.fitEnd(text, room) : measure.fit(text, room);
  const space = " ".repeat(Math.max(0, room - measure.width(cut)));
  const shown = paint === undefined ? cut : paint(cut);
  return align === "left" ? shown + space : space + shown;
}
