// Lines known of a file that is not known whole, by number -> the same after more was seen, or after an edit.
import type { TextEdit } from "./edit-text.ts";
import type { LineRun } from "./numbered-text.ts";
import { type Hunk, asPatched, isAmbiguous } from "./patch.ts";
import type { LineRange } from "./version.ts";

/** Numbered from 1, as if the text were split at each LF: behind a final LF stands one more, empty line. */
export type KnownLines = { readonly lines: ReadonlyMap<number, string>; readonly total: number | undefined };

export const nothingKnown: KnownLines = { lines: new Map(), total: undefined };

export function linesFrom(runs: readonly LineRun[], total: number | undefined): KnownLines {
  const lines = new Map<number, string>();
  for (const run of runs) run.lines.forEach((line, at) => lines.set(Math.max(1, run.start) + at, line));
  return { lines, total };
}

/** Both together; undefined where they disagree. */
export function joinLines(a: KnownLines, b: KnownLines): KnownLines | undefined {
  if (a.total !== undefined && b.total !== undefined && a.total !== b.total) return undefined;
  for (const [number, line] of b.lines) if ((a.lines.get(number) ?? line) !== line) return undefined;
  return { lines: new Map([...a.lines, ...b.lines]), total: a.total ?? b.total };
}

export function rangesOf({ lines }: KnownLines): readonly LineRange[] {
  const ranges: { start: number; end: number }[] = [];
  for (const number of [...lines.keys()].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.end + 1 === number) last.end = number;
    else ranges.push({ start: number, end: number });
  }
  return ranges;
}

/** After a patch: lines move, and what the patch shows becomes known where no tab may hide behind its spaces. */
export function patchLines({ lines, total }: KnownLines, hunks: readonly Hunk[]): KnownLines {
  const after = new Map<number, string>();
  const shiftAt = (number: number): number | undefined => {
    let shift = 0;
    for (const { oldStart, oldLines, newLines } of hunks) {
      const first = oldLines === 0 ? oldStart + 1 : oldStart;
      if (number >= first && number < first + oldLines) return undefined;
      if (number >= first + oldLines) shift += newLines - oldLines;
    }
    return shift;
  };
  for (const [number, line] of lines) {
    const shift = shiftAt(number);
    if (shift !== undefined) after.set(number + shift, line);
  }
  for (const hunk of hunks) addHunk(after, lines, hunk);
  const grown = hunks.reduce((sum, { oldLines, newLines }) => sum + newLines - oldLines, 0);
  // Where the final line end comes or goes, the count of lines changes with it.
  const isSure = total !== undefined && !hunks.some((hunk) => hunk.lines.some((line) => line.startsWith("\\")));
  return { lines: after, total: isSure ? total + grown : undefined };
}

function addHunk(after: Map<number, string>, before: ReadonlyMap<number, string>, hunk: Hunk): void {
  let old = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
  let number = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  for (const line of hunk.lines) {
    const shown = line.slice(1);
    if (line.startsWith("-")) old += 1;
    else if (line.startsWith("+") || line.startsWith(" ")) {
      const known = line.startsWith(" ") ? before.get(old) : undefined;
      if (known !== undefined && asPatched(known) === shown) after.set(number, known);
      else if (!isAmbiguous(shown)) after.set(number, shown);
      if (line.startsWith(" ")) old += 1;
      number += 1;
    }
  }
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
    const lines: string[] = [];
    for (let number = start; number <= end; number++) lines.push(known.lines.get(number) ?? "");
    const text = lines.join("\n");
    const at = text.indexOf(old);
    if (at === -1) continue;
    const changed = `${text.slice(0, at)}${next}${text.slice(at + old.length)}`.split("\n");
    const grown = changed.length - lines.length;
    const after = new Map<number, string>();
    for (const [number, line] of known.lines) {
      if (number < start) after.set(number, line);
      else if (number > end) after.set(number + grown, line);
    }
    changed.forEach((line, index) => after.set(start + index, line));
    return { lines: after, total: known.total === undefined ? undefined : known.total + grown };
  }
  return nothingKnown;
}
