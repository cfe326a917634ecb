// Lines known of a file that is not known whole, by number -> the same after more was seen, or after an edit.
import type { TextEdit } from "./edit-text.ts";
import type { LineRun } from "./numbered-text.ts";
import { type Hunk, asPatched, isAmbiguous } from "./patch.ts";

export type LineRange = { readonly start: number; readonly end: number };

/**
 * Numbered from 1, as if the text were split at each LF: behind a final LF stands one more, empty line. Runs are in
 * order, apart and short: versions share those that an edit did not touch.
 */
export type KnownLines = { readonly runs: readonly LineRun[]; readonly total: number | undefined };

export const nothingKnown: KnownLines = { runs: [], total: undefined };

const longestRun = 256;

export function linesFrom(runs: readonly LineRun[], total: number | undefined): KnownLines {
  const placed = runs.flatMap(({ start, lines }) => {
    const first = Math.max(1, start);
    // No file has that many lines, and beyond this numbers are not told apart.
    return Number.isSafeInteger(first + lines.length) ? cut({ start: first, lines }) : [];
  });
  return { runs: inOrder(placed), total };
}

/** Every known line with its number, in order. */
export function* knownEntries({ runs }: KnownLines): Generator<readonly [number, string], void, undefined> {
  for (const { start, lines } of runs) for (let at = 0; at < lines.length; at++) yield [start + at, lines[at] ?? ""];
}

/** Both together; undefined where they disagree. */
export function joinLines(a: KnownLines, b: KnownLines): KnownLines | undefined {
  if (a.total !== undefined && b.total !== undefined && a.total !== b.total) return undefined;
  const added: GrowingRun[] = [];
  for (const [number, line] of knownEntries(b)) {
    const known = lineAt(a.runs, number);
    if (known !== undefined && known !== line) return undefined;
    if (known === undefined) addLine(added, number, line);
  }
  return { runs: inOrder([...a.runs, ...added.flatMap(cut)]), total: a.total ?? b.total };
}

export function rangesOf({ runs }: KnownLines): readonly LineRange[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, lines } of runs) {
    const last = ranges.at(-1);
    if (last !== undefined && last.end + 1 === start) last.end += lines.length;
    else ranges.push({ start, end: start + lines.length - 1 });
  }
  return ranges;
}

/** After a patch: lines move, and what the patch shows becomes known where no tab may hide behind its spaces. */
export function patchLines({ runs: known, total }: KnownLines, hunks: readonly Hunk[]): KnownLines {
  const runs = isOrdered(hunks) ? known : [];
  const kept: LineRun[] = [];
  let from = 1;
  let grown = 0;
  for (const { oldStart, oldLines, newLines } of hunks) {
    const first = oldLines === 0 ? oldStart + 1 : oldStart;
    for (const run of between(runs, { from, to: first }, grown)) kept.push(run);
    from = first + oldLines;
    grown += newLines - oldLines;
  }
  for (const run of between(runs, { from, to: Infinity }, grown)) kept.push(run);
  const shown = hunks.flatMap((hunk) => shownRuns(runs, hunk));
  // Where the final line end comes or goes, the count of lines changes with it.
  const isSure = total !== undefined && !hunks.some((hunk) => hunk.lines.some((line) => line.startsWith("\\")));
  return { runs: inOrder([...kept, ...shown]), total: isSure ? total + grown : undefined };
}

/** Claude Code writes hunks in order; what others do to the lines between them is not known. */
function isOrdered(hunks: readonly Hunk[]): boolean {
  let end = 0;
  return hunks.every(({ oldStart, oldLines, newStart, newLines }) => {
    const isNext = oldLines >= 0 && newLines >= 0 && newStart >= 0 && oldStart >= end;
    end = oldStart + oldLines;
    return isNext && Number.isSafeInteger(end) && Number.isSafeInteger(newStart + newLines);
  });
}

function shownRuns(before: readonly LineRun[], hunk: Hunk): readonly LineRun[] {
  const runs: GrowingRun[] = [];
  let old = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
  let number = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  for (const line of hunk.lines) {
    const shown = line.slice(1);
    if (line.startsWith("-")) old += 1;
    else if (line.startsWith("+") || line.startsWith(" ")) {
      const known = line.startsWith(" ") ? lineAt(before, old) : undefined;
      if (known !== undefined && asPatched(known) === shown) addLine(runs, number, known);
      else if (!isAmbiguous(shown)) addLine(runs, number, shown);
      if (line.startsWith(" ")) old += 1;
      number += 1;
    }
  }
  return runs.flatMap(({ start, lines }) => (Number.isSafeInteger(start + lines.length) ? cut({ start, lines }) : []));
}

/** After an edit that nothing but its own strings tells of: it must be found in the lines that are known. */
export function editLines(known: KnownLines, edits: readonly TextEdit[]): KnownLines {
  let result = known;
  for (const edit of edits) result = editOnce(result, edit);
  return result;
}

function editOnce(known: KnownLines, { old, next, all }: TextEdit): KnownLines {
  if (all || old === "" || next === "") return nothingKnown;
  for (const { start, end } of rangesOf(known)) {
    const text = between(known.runs, { from: start, to: end + 1 }, 0)
      .map(({ lines }) => lines.join("\n"))
      .join("\n");
    const at = text.indexOf(old);
    if (at === -1) continue;
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const behind = text.indexOf("\n", at + old.length);
    const lineEnd = behind === -1 ? text.length : behind;
    const first = start + feedsIn(text.slice(0, lineStart));
    const from = first + 1 + feedsIn(text.slice(lineStart, lineEnd));
    const lines = `${text.slice(lineStart, at)}${next}${text.slice(at + old.length, lineEnd)}`.split("\n");
    const grown = lines.length - (from - first);
    const runs = [
      ...between(known.runs, { from: 1, to: first }, 0),
      ...cut({ start: first, lines }),
      ...between(known.runs, { from, to: Infinity }, grown),
    ];
    return { runs: inOrder(runs), total: known.total === undefined ? undefined : known.total + grown };
  }
  return nothingKnown;
}

function feedsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function lineAt(runs: readonly LineRun[], number: number): string | undefined {
  const run = runs[indexOf(runs, number)];
  return run?.lines[number - run.start];
}

/** The index of the first run that ends after this line. */
function indexOf(runs: readonly LineRun[], number: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run !== undefined && run.start + run.lines.length <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Reach = { readonly from: number; readonly to: number };

/** The runs from a line up to another, moved; whole ones share their lines. */
function between(runs: readonly LineRun[], { from, to }: Reach, shift: number): readonly LineRun[] {
  const found: LineRun[] = [];
  for (let at = indexOf(runs, from); at < runs.length; at++) {
    const run = runs[at];
    if (run === undefined || run.start >= to) break;
    const first = Math.max(run.start, from);
    const end = Math.min(run.start + run.lines.length, to);
    const isWhole = end - first === run.lines.length;
    if (isWhole && shift === 0) found.push(run);
    else {
      const lines = isWhole ? run.lines : run.lines.slice(first - run.start, end - run.start);
      found.push({ start: first + shift, lines });
    }
  }
  return found;
}

function cut({ start, lines }: LineRun): readonly LineRun[] {
  if (lines.length === 0) return [];
  if (lines.length <= longestRun) return [{ start, lines }];
  const runs: LineRun[] = [];
  for (let at = 0; at < lines.length; at += longestRun)
    runs.push({ start: start + at, lines: lines.slice(at, at + longestRun) });
  return runs;
}

/** Sorted, with short neighbours joined; where runs overlap, the later one in the list counts. */
function inOrder(runs: readonly LineRun[]): readonly LineRun[] {
  const sorted = runs.toSorted((a, b) => a.start - b.start);
  const joined: LineRun[] = [];
  for (const run of sorted) {
    const last = joined.at(-1);
    const end = last === undefined ? -Infinity : last.start + last.lines.length;
    if (run.start < end) return withoutOverlap(runs);
    if (last !== undefined && end === run.start && last.lines.length + run.lines.length <= longestRun)
      joined[joined.length - 1] = { start: last.start, lines: [...last.lines, ...run.lines] };
    else joined.push(run);
  }
  return joined;
}

function withoutOverlap(runs: readonly LineRun[]): readonly LineRun[] {
  const lines = new Map<number, string>();
  for (const run of runs) run.lines.forEach((line, at) => lines.set(run.start + at, line));
  const apart: GrowingRun[] = [];
  for (const number of [...lines.keys()].sort((a, b) => a - b)) addLine(apart, number, lines.get(number) ?? "");
  return apart.flatMap(cut);
}

type GrowingRun = { readonly start: number; readonly lines: string[] };

/** Numbers come in rising order: a line right after the last run becomes a part of it. */
function addLine(runs: GrowingRun[], number: number, line: string): void {
  const last = runs.at(-1);
  if (last !== undefined && last.start + last.lines.length === number) last.lines.push(line);
  else runs.push({ start: number, lines: [line] });
}
