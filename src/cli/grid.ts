// Rows of cells -> lines with aligned columns, cut to the width of the screen; counts wide characters as the terminal does.
import stringWidth from "string-width";

export type Column = {
  readonly heading: string;
  readonly align: "left" | "right";
  /** The column that gives way when the screen is narrow. */
  readonly flexible?: boolean;
  /** Left out when the screen is too narrow, the highest number first. */
  readonly drop?: number;
};

export type Cell = { readonly text: string; readonly paint?: (text: string) => string };

const leastFlexible = 20;

export function grid(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): string {
  const headings = columns.map(({ heading }) => ({ text: heading }));
  const all = columns.map((_, index) => widest([headings, ...rows], index));
  const needed = columns.reduce(
    (sum, { flexible }, at) => sum + 2 + (flexible === true ? Math.min(leastFlexible, all[at] ?? 0) : (all[at] ?? 0)),
    -2,
  );
  const droppable = columns.filter(({ drop }) => drop !== undefined).sort((a, b) => (b.drop ?? 0) - (a.drop ?? 0))[0];
  if (needed <= width || droppable === undefined) return fitted(columns, rows, width);
  const at = columns.indexOf(droppable);
  return grid(
    columns.toSpliced(at, 1),
    rows.map((row) => row.toSpliced(at, 1)),
    width,
  );
}

function fitted(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): string {
  const heading = columns.map(({ heading: text }) => ({ text }));
  const widths = columns.map((_, index) => widest([heading, ...rows], index));
  const total = widths.reduce((sum, each) => sum + each, 0) + 2 * (columns.length - 1);
  const flexible = columns.findIndex((column) => column.flexible === true);
  const room = (widths[flexible] ?? 0) - Math.max(0, total - width);
  const sizes = widths.map((each, index) => (index === flexible ? Math.max(12, room) : each));
  const line = (row: readonly Cell[]): string =>
    columns
      .map(({ align }, index) => padded(row[index] ?? { text: "" }, sizes[index] ?? 1, align))
      .join("  ")
      .trimEnd();
  return [heading, ...rows].map((row) => `${line(row)}\n`).join("");
}

function widest(rows: readonly (readonly Cell[])[], index: number): number {
  return rows.reduce((width, row) => Math.max(width, stringWidth(row[index]?.text ?? "")), 1);
}

function padded({ text, paint }: Cell, width: number, align: Column["align"]): string {
  const cut = fit(text, width);
  const space = " ".repeat(Math.max(0, width - stringWidth(cut)));
  const shown = paint === undefined ? cut : paint(cut);
  return align === "left" ? shown + space : space + shown;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function fit(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = stringWidth(segment);
    if (used + next > width - 1) break;
    cut += segment;
    used += next;
  }
  return `${cut}…`;
}
