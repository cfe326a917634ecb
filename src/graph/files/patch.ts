// Text with LF line ends and a structured patch -> the text after it; a patch shows leading tabs as two spaces each.
import { type Json, type JsonObject, arrayField, isObject, numberField } from "../../format/index.ts";
import { withoutMark } from "./line-end.ts";

export type Hunk = {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
};

export function hunksOf(patch: readonly Json[] | undefined): readonly Hunk[] | undefined {
  const hunks = patch?.flatMap((hunk) => (isObject(hunk) ? hunkOf(hunk) : []));
  return hunks === undefined || hunks.length !== patch?.length ? undefined : hunks;
}

function hunkOf(hunk: JsonObject): readonly Hunk[] {
  const oldStart = numberField(hunk, "oldStart");
  const oldLines = numberField(hunk, "oldLines");
  const newStart = numberField(hunk, "newStart");
  const newLines = numberField(hunk, "newLines");
  const lines = arrayField(hunk, "lines")?.filter((line) => typeof line === "string");
  if (oldStart === undefined || oldLines === undefined || newStart === undefined || newLines === undefined) return [];
  return lines === undefined ? [] : [{ oldStart, oldLines, newStart, newLines, lines }];
}

/** A line as a patch shows it. */
export const asPatched = (line: string): string => line.replace(/^\t+/, (tabs) => "  ".repeat(tabs.length));

/** Whether tabs may stand behind the spaces that a patch shows. */
export const isAmbiguous = (line: string): boolean => line.startsWith("  ");

export type Guess = {
  /** What the edit itself would make of the text: settles where tabs were. */
  readonly guess: string | undefined;
  /** Whether each line has the indent that the edit gave it, or a person may have given it another. */
  readonly indents: "kept" | "open";
};

/** The text after the patch. Undefined where the patch does not fit, or a tab cannot be told from spaces. */
export function applyHunks(text: string, hunks: readonly Hunk[], { guess, indents }: Guess): string | undefined {
  const before = linesOf(text);
  const guessed = guess === undefined ? [] : linesOf(guess).lines;
  const after: string[] = [];
  let at = 0;
  let final = before.final;
  for (const hunk of hunks) {
    const start = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    // A hunk of a file that was empty starts at its first line.
    while (at < Math.min(start, before.lines.length)) after.push(before.lines[at++] ?? "");
    let sign = " ";
    for (const line of hunk.lines) {
      if (line.startsWith("\\")) {
        if (sign !== "-") final = false;
        else if (before.final === false) final = true;
        continue;
      }
      sign = line.charAt(0);
      const shown = line.slice(1);
      if (sign === "+") {
        const made = settle(shown, guessed[after.length], indents);
        if (made === undefined) return undefined;
        after.push(made);
        continue;
      }
      const old = before.lines[at];
      if (old === undefined || (old !== shown && asPatched(old) !== shown)) return undefined;
      if (sign === " ") after.push(old);
      at += 1;
    }
    // A marker behind an added line stands after the one behind the removed line, and has the last word.
  }
  while (at < before.lines.length) after.push(before.lines[at++] ?? "");
  return after.length === 0 ? "" : `${after.join("\n")}${final ? "\n" : ""}`;
}

function settle(shown: string, guess: string | undefined, indents: Guess["indents"]): string | undefined {
  if (guess !== undefined && asPatched(guess) === shown) return guess;
  if (!isAmbiguous(shown)) return shown;
  if (guess === undefined || indents === "open") return undefined;
  const indent = /^\s*/.exec(guess)?.[0] ?? "";
  const shownIndent = asPatched(indent);
  return shown.startsWith(shownIndent) && !isAmbiguous(shown.slice(shownIndent.length))
    ? `${indent}${shown.slice(shownIndent.length)}`
    : undefined;
}

/** Whether both sides of the patch stand in the texts at their places. */
export function isPatchOf(hunks: readonly Hunk[], before: string, after: string): boolean {
  if (hunks.length === 0) return true;
  const old = linesOf(withoutMark(before)).lines;
  const made = linesOf(withoutMark(after)).lines;
  return hunks.every(
    (hunk) =>
      standsIn(old, hunk.oldStart, shownLines(hunk, "-")) && standsIn(made, hunk.newStart, shownLines(hunk, "+")),
  );
}

const shownLines = ({ lines }: Hunk, sign: "-" | "+"): readonly string[] =>
  lines.flatMap((line) =>
    line.startsWith(sign) || line.startsWith(" ") ? [withoutReturn(withoutMark(line.slice(1)))] : [],
  );

function standsIn(all: readonly string[], start: number, shown: readonly string[]): boolean {
  return shown.every((line, at) => {
    const own = all[start - 1 + at];
    return own !== undefined && (withoutReturn(own) === line || withoutReturn(asPatched(own)) === line);
  });
}

/** Some clients show the line end, others do not. */
const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

function linesOf(text: string): { readonly lines: readonly string[]; readonly final: boolean } {
  if (text === "") return { lines: [], final: true };
  const final = text.endsWith("\n");
  return { lines: (final ? text.slice(0, -1) : text).split("\n"), final };
}
