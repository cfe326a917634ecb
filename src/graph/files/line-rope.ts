// A text in chunks of lines, each line with a mark; a change costs as much as the lines it touches.
import type { TextDelta } from "./text-delta.ts";

/** Lines have their line ends; `marks` has one for each. */
type Marked<T> = { readonly lines: readonly string[]; readonly marks: readonly T[] };
type Chunk<T> = Marked<T> & { readonly length: number };

export type LineRope<T> = readonly Chunk<T>[];

const chunkLines = 256;

export function ropeOf<T>(text: string, mark: T): LineRope<T> {
  const lines = linesIn(text);
  return chunksOf({ lines, marks: lines.map(() => mark) });
}

export const ropeText = <T>(rope: LineRope<T>): string => rope.map(({ lines }) => lines.join("")).join("");

export const ropeMarks = <T>(rope: LineRope<T>): readonly T[] => rope.flatMap(({ marks }) => marks);

export const ropeLines = <T>(rope: LineRope<T>): readonly string[] => rope.flatMap(({ lines }) => lines);

/** `remark` gives the marks of the new lines, by the lines that they replace. */
export function changeRope<T>(
  rope: LineRope<T>,
  { start, removed, text }: TextDelta,
  remark: (before: Marked<T>, after: readonly string[]) => readonly T[],
): LineRope<T> {
  const from = placeOf(rope, start);
  const to = placeOf(rope, start + removed);
  const last = rope[to.chunk];
  // The line that holds the end is changed as well, if there is one.
  const behind = last?.lines[to.line];
  const end = behind === undefined ? to : { ...to, line: to.line + 1 };
  const before = partOf(rope, from, end);
  const head = rope[from.chunk]?.lines[from.line]?.slice(0, from.column) ?? "";
  const after = linesIn(`${head}${text}${behind?.slice(to.column) ?? ""}`);
  const first = partOf(rope, { chunk: from.chunk, line: 0 }, from);
  const rest = last === undefined ? none : { lines: last.lines.slice(end.line), marks: last.marks.slice(end.line) };
  const middle = {
    lines: [...first.lines, ...after, ...rest.lines],
    marks: [...first.marks, ...remark(before, after), ...rest.marks],
  };
  return [...rope.slice(0, from.chunk), ...chunksOf(middle), ...rope.slice(to.chunk + 1)];
}

const none = { lines: [], marks: [] } as const;

type Place = { readonly chunk: number; readonly line: number };

/** The line that holds a character; behind the last character an unfinished line, or none. */
function placeOf<T>(rope: LineRope<T>, at: number): Place & { readonly column: number } {
  let left = at;
  let chunk = 0;
  for (; chunk < rope.length - 1 && left >= (rope[chunk]?.length ?? 0); chunk++) left -= rope[chunk]?.length ?? 0;
  const lines = rope[chunk]?.lines ?? [];
  let line = 0;
  for (; line < lines.length; line++) {
    const own = lines[line] ?? "";
    if (left < own.length || (left === own.length && !own.endsWith("\n"))) break;
    left -= own.length;
  }
  return { chunk, line, column: left };
}

function partOf<T>(rope: LineRope<T>, from: Place, to: Place): Marked<T> {
  const lines: string[] = [];
  const marks: T[] = [];
  for (let chunk = from.chunk; chunk <= to.chunk; chunk++) {
    const start = chunk === from.chunk ? from.line : 0;
    const end = chunk === to.chunk ? to.line : Infinity;
    for (const line of rope[chunk]?.lines.slice(start, end) ?? []) lines.push(line);
    for (const mark of rope[chunk]?.marks.slice(start, end) ?? []) marks.push(mark);
  }
  return { lines, marks };
}

function chunksOf<T>({ lines, marks }: Marked<T>): LineRope<T> {
  const chunks: Chunk<T>[] = [];
  for (let at = 0; at < lines.length; at += chunkLines) {
    const own = lines.slice(at, at + chunkLines);
    const length = own.reduce((sum, line) => sum + line.length, 0);
    chunks.push({ lines: own, marks: marks.slice(at, at + chunkLines), length });
  }
  return chunks;
}

function linesIn(text: string): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length;) {
    const feed = text.indexOf("\n", from);
    const end = feed === -1 ? text.length : feed + 1;
    lines.push(text.slice(from, end));
    from = end;
  }
  return lines;
}
