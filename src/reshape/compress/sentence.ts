// Text as models write it -> its sentences in order; a fenced block of code is one piece, and no piece is endless.

export type Sentence = {
  readonly text: string;
  readonly kind: "prose" | "code";
  /** Starts a paragraph, a list item or a heading. */
  readonly startsLine: boolean;
};

const longestPiece = 400;
const shortCodeLines = 3;

export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  for (const part of partsOf(text)) {
    if (part.kind === "code") sentences.push({ text: codeNote(part.lines), kind: "code", startsLine: true });
    else for (const line of part.lines) for (const sentence of proseOf(line)) sentences.push(sentence);
  }
  return sentences;
}

type TextPart = { readonly kind: "prose" | "code"; readonly lines: string[] };

/** A fence that is never closed reaches to the end. */
function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let fence: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const kind = fence !== undefined || mark !== undefined ? "code" : "prose";
    const last = parts.at(-1);
    if (last === undefined || last.kind !== kind || (mark !== undefined && fence === undefined))
      parts.push({ kind, lines: [line] });
    else last.lines.push(line);
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
  }
  return parts;
}

/** Short code stays; of longer code only how much there was. */
function codeNote(lines: readonly string[]): string {
  const [open = ""] = lines;
  const inner = lines.slice(1).filter((line) => !/^\s*(`{3,}|~{3,})\s*$/.test(line));
  if (inner.length <= shortCodeLines && inner.every((line) => line.length < longestPiece)) return lines.join("\n");
  const language = cut(open.trim().replace(/^[`~]+/, ""), 40);
  return `[code${language === "" ? "" : ` ${language}`}, ${inner.length} lines]`;
}

/** Behind a full stop and a space, or right behind the marks of Chinese and Japanese. */
const sentenceEnd = /(?<=[.!?…]["'”’)\]]{0,2})\s+|(?<=[。！？｡；])/u;

function proseOf(line: string): readonly Sentence[] {
  if (line.trim() === "") return [];
  // A line of a hundred thousand characters is no prose: its beginning says what it is.
  const pieces = line.length > 20_000 ? [line.slice(0, longestPiece * 2)] : line.split(sentenceEnd);
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")
    .map((piece, index) => ({ text: cut(piece, longestPiece), kind: "prose", startsLine: index === 0 }));
}

/** Never half a character. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}
