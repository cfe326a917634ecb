// A version of which only some lines are known -> those lines with a mark in each gap, and the gaps.
import { type FileVersion, knownEntries } from "../../graph/index.ts";

/** No end where nobody knows how many lines there were. */
export type LineGap = { readonly start: number; readonly end: number | undefined };

export function gapsOf({ ranges, totalLines, doubts }: FileVersion): readonly LineGap[] {
  if (!doubts.includes("lines")) return [];
  const gaps: LineGap[] = [];
  let next = 1;
  for (const { start, end } of ranges) {
    if (start > next) gaps.push({ start: next, end: start - 1 });
    next = end + 1;
  }
  if (totalLines === undefined) gaps.push({ start: next, end: undefined });
  else if (next <= totalLines) gaps.push({ start: next, end: totalLines });
  return gaps;
}

/** Undefined where no line is known. */
export function partialText(version: FileVersion): string | undefined {
  const { body } = version;
  if (body.kind !== "lines" || body.known.runs.length === 0) return undefined;
  const pieces = [
    ...Array.from(knownEntries(body.known), ([number, text]) => ({ number, text })),
    ...gapsOf(version).map((gap) => ({ number: gap.start, text: gapMark(gap) })),
  ];
  return pieces
    .sort((a, b) => a.number - b.number)
    .map(({ text }) => text)
    .join("\n");
}

export function gapMark({ start, end }: LineGap): string {
  if (end === undefined) return `<<< what follows from line ${start} on is not known >>>`;
  return start === end ? `<<< line ${start} is not known >>>` : `<<< lines ${start} to ${end} are not known >>>`;
}
