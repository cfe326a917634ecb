// Measured rows -> the table people read: speed, memory, and how many times wc and ripgrep over the same bytes.
import type { Row, Target } from "./contest.ts";

export type Sizes = { readonly [target in Target]: number };

export function table(rows: readonly Row[], sizes: Sizes): string {
  const header = ["command", "on", "MB", "seconds", "MB/s", "RSS MB", "x wc -l", "x rg"];
  const body = rows.map((row) => {
    const mb = sizes[row.target] / 1_048_576;
    return [
      row.name,
      row.target,
      mb.toFixed(1),
      row.seconds.toFixed(3),
      (mb / row.seconds).toFixed(0),
      row.peakRssMb?.toFixed(0) ?? "-",
      ratio(rows, row, "wc"),
      ratio(rows, row, "ripgrep"),
    ];
  });
  const all = [header, ...body];
  const widths = header.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  // Names to the left, figures to the right.
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  return all.map((cells) => line(cells).trimEnd()).join("\n");
}

function ratio(rows: readonly Row[], row: Row, role: "wc" | "ripgrep"): string {
  const yardstick = rows.find((other) => other.role === role && other.target === row.target);
  return yardstick === undefined ? "-" : (row.seconds / yardstick.seconds).toFixed(1);
}
