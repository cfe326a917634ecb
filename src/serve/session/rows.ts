// A stretch of a session and a range -> those rows as JSON; only the entries of the range are read.
import type { Node, Turn } from "../../graph/index.ts";
import { type Row, readableText, transcript } from "../../view/index.ts";
import type { Layout, Stretch } from "./layout.ts";
import { rowJson } from "./row-json.ts";

export type Range = {
  readonly from: number;
  readonly count: number;
  readonly texts: "cut" | "whole";
  /** The rows are from the middle of a log: about where they begin, and it is not known which turns they are of. */
  readonly firstRow?: number | undefined;
};

/** An answer that grows larger than this ends there. */
const mostBytes = 4 * 1024 * 1024;

export const totalOf = ({ starts }: Stretch): number => starts.at(-1) ?? 0;

/** Each as the text of its JSON. */
export function rowTexts(layout: Layout, stretch: Stretch, { from, count, texts, firstRow }: Range): readonly string[] {
  const out: string[] = [];
  const turnOf = turnFinder(stretch);
  let bytes = 0;
  for (const { row, shown } of rowsIn(layout, stretch, { from, to: from + count })) {
    const turn = firstRow === undefined ? (turnOf(shown.line)?.label ?? null) : null;
    const place = { row: row + (firstRow ?? 0), turn, read: layout.read, texts };
    const told = firstRow !== undefined && shown.kind === "turn" ? { ...shown, label: "" } : shown;
    const text = JSON.stringify(rowJson(told, place), orNull);
    bytes += text.length;
    if (bytes > mostBytes && out.length > 0) break;
    out.push(text);
  }
  return out;
}

const orNull = (_key: string, value: unknown): unknown => (value === undefined ? null : value);

export type Numbered = { readonly row: number; readonly shown: Row };

export function* rowsIn(
  layout: Layout,
  stretch: Stretch,
  { from, to }: { readonly from: number; readonly to: number },
): Generator<Numbered, void, undefined> {
  const { nodes, starts } = stretch;
  const first = nodeAt(starts, from);
  const end = Math.min(nodes.length, nodeAt(starts, to - 1) + 1);
  if (from >= totalOf(stretch) || end <= first) return;
  let row = starts[first] ?? 0;
  for (const shown of shownOf(layout, stretch, nodes.slice(first, end))) {
    if (row >= to) return;
    if (row >= from) yield { row, shown };
    row += 1;
  }
}

/** As if the session had no other turns and calls than those of these nodes: so that a few rows of a long log cost little. */
export function* shownOf(layout: Layout, stretch: Stretch, nodes: readonly Node[]): Generator<Row, void, undefined> {
  const { session, read, calls } = layout;
  const turnOf = turnFinder(stretch);
  const turns = new Set(nodes.flatMap(({ line }) => turnOf(line) ?? []));
  const ids = nodes.flatMap((node) => [...node.calls.map(({ id }) => id), ...node.results.map(({ callId }) => callId)]);
  const own = [...new Set(ids)].flatMap((id) => calls.get(id) ?? []);
  for (const row of transcript(nodes, [...turns], { read, session: { ...session, calls: own } })) yield readable(row);
}

/** Commands and their output as a person saw them; the entry itself can be asked for. */
function readable(row: Row): Row {
  return row.kind === "turn" || row.kind === "note" ? { ...row, text: readableText(row.text) } : row;
}

/** The last node whose rows begin at this row or before it. */
export function nodeAt(starts: Uint32Array, row: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  // Nodes without rows begin where the next one does: the one that has the row is the last of them.
  return Math.max(0, low);
}

const turnsByLine = new WeakMap<Stretch, ReadonlyMap<number, Turn>>();

export function turnFinder(stretch: Stretch): (line: number) => Turn | undefined {
  const known = turnsByLine.get(stretch) ?? linesOf(stretch);
  turnsByLine.set(stretch, known);
  return (line) => known.get(line);
}

const linesOf = ({ turns }: Stretch): ReadonlyMap<number, Turn> =>
  new Map(turns.flatMap((turn) => turn.lines.map((line) => [line, turn] as const)));
