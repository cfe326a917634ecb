// Rows of cells -> lines with aligned columns, cut to the width of the screen; counts wide characters as the terminal does.
import stringWidth from "string-width";

export type Column = {
  readonly heading: string;
  readonly align: "left" | "right";
  /** The column that gives way when the screen is narrow. */
  readonly flexible?: boolean;
};

export type Cell = { readonly text: string; readonly paint?: (text: string) => string };

export function grid(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): string {
  const heading = columns.map(({ heading: text }) => ({ text }));
  const widths = columns.map((column, index) =>
    Math.max(...[heading, ...rows].map((row) => stringWidth(row[index]?.text ?? "")), 1),
  );
  const total = widths.reduce((sum, each) => sum + each, 0) + 2 * (columns.length - 1);
  const flexible = columns.findIndex((column) => column.flexible === true);
  const room = (widths[flexible] ?? 0) - Math.max(0, total - width);
  const fitted = widths.map((each, index) => (index === flexible ? Math.max(12, room) : each));
  const line = (row: readonly Cell[]): string =>
    columns
      .map(({ align }, index) => padded(row[index] ?? { text: "" }, fitted[index] ?? 1, align))
      .join("  ")
      .trimEnd();
  return [heading, ...rows].map((row) => `${line(row)}\n`).join("");
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
