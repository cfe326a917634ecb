// What one part of the benchmark measured -> rows, limits and checks, and the text people read.
import type { Check } from "./checks.ts";
import type { Row } from "./contest.ts";
import type { Limit } from "./limit.ts";

export type Section = {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly bytes: number;
  readonly limits: readonly Limit[];
  readonly checks: readonly Check[];
  /** Further figures, in words. */
  readonly notes: readonly string[];
};

/** Seconds, speed and memory, and how many times each row takes of every row in front of it that is no clew. */
export function sectionText({ title, rows, bytes, notes }: Section): string {
  const yardsticks = rows.filter(({ name }) => !name.startsWith("clew"));
  const mb = bytes / 1_048_576;
  const header = [
    "command",
    "seconds",
    "least",
    "MB/s",
    "RSS MB",
    ...yardsticks.map(({ name }) => `x ${shortName(name)}`),
  ];
  const body = rows.map((row) => [
    row.name,
    row.seconds.toFixed(3),
    row.leastSeconds.toFixed(3),
    mb > 0 ? (mb / row.seconds).toFixed(0) : "-",
    row.peakRssMb?.toFixed(0) ?? "-",
    ...yardsticks.map((other) => (other === row ? "" : (row.seconds / other.seconds).toFixed(2))),
  ]);
  const all = [header, ...body];
  const widths = header.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  const lines = all.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const size = mb > 0 ? ` (${mb.toFixed(0)} MB)` : "";
  return [`\n== ${title}${size}`, ...(rows.length === 0 ? [] : lines), ...notes].join("\n");
}

const shortName = (name: string): string => name.split(" ")[0] ?? name;

export function secondsOf(rows: readonly Row[], name: string): number {
  return rows.find((row) => row.name === name)?.seconds ?? Number.NaN;
}
