// A growing log and a twist -> the same log with other times, another order, gaps, copies or torn lines.
import { timeAt } from "../craft.ts";

export type Twist = { readonly name: string; readonly apply: (lines: readonly string[]) => readonly string[] };

const field = (name: string, value: (at: number) => string | undefined) => {
  const pattern = new RegExp(`"${name}":"[^"]*",?`);
  return (line: string, at: number): string => {
    const given = value(at);
    return line.replace(pattern, given === undefined ? "" : `"${name}":"${given}",`);
  };
};

const someLines = (every: number, change: (line: string) => string) => (lines: readonly string[]) =>
  lines.map((line, at) => (at % every === every - 1 ? change(line) : line));

const reversed = (lines: readonly string[]): readonly string[] => lines.toReversed();

/** The same order each time, whatever the number of lines. */
const shuffled = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line, at) => ({ line, key: Math.imul(at + 1, 2_654_435_761) >>> 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ line }) => line);

export const twists: readonly Twist[] = [
  { name: "as written", apply: (lines) => lines },
  { name: "all times equal", apply: (lines) => lines.map(field("timestamp", () => timeAt(0))) },
  { name: "no times", apply: (lines) => lines.map(field("timestamp", () => undefined)) },
  {
    name: "times that run backwards",
    apply: (lines) => lines.map((line, at) => field("timestamp", () => timeAt(lines.length - at))(line, at)),
  },
  { name: "lines in reverse order", apply: reversed },
  { name: "lines in random order", apply: shuffled },
  { name: "every 3rd line torn", apply: someLines(3, (line) => line.slice(0, Math.floor(line.length * 0.7))) },
  { name: "every 4th line missing", apply: (lines) => lines.filter((_, at) => at % 4 !== 3) },
  {
    name: "every 5th line twice",
    apply: (lines) => lines.flatMap((line, at) => (at % 5 === 4 ? [line, line] : [line])),
  },
  {
    name: "every 7th line without parent",
    apply: someLines(7, (line) => line.replace(/"parentUuid":"[^"]*"/, '"parentUuid":null')),
  },
  {
    name: "every 2nd line in a sidechain",
    apply: someLines(2, (line) => line.replace('"isSidechain":false', '"isSidechain":true')),
  },
  {
    name: "every pair of lines glued",
    apply: (lines) => lines.flatMap((line, at) => (at % 2 === 0 ? [line + (lines[at + 1] ?? "")] : [])),
  },
];
