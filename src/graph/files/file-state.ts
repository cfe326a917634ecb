// What is known of a file's content at a moment; values only.
import { type KnownLines, rangesOf } from "./known-lines.ts";
import { type LineEnds, lineEndsOf, toLf, withoutMark } from "./line-end.ts";
import type { Doubt, Encoding, FileGrade } from "./version.ts";

export type Body = {
  /** As on disk, as far as it is known: with LF and without a mark where that is in doubt. */
  readonly text: string;
  readonly encoding: Encoding;
  /** The bytes, where they are no text in that encoding. */
  readonly raw?: Uint8Array;
  readonly doubts: readonly Doubt[];
  readonly grade: "exact" | "derived";
  /** How many characters of it logs and backups hold, where edits multiplied some; else all of them. */
  readonly given?: number;
};

/** The characters beyond those that logs and backups hold. */
export const excessOf = (state: FileState | undefined): number =>
  state?.kind === "whole" ? Math.max(0, state.body.text.length - givenOf(state.body)) : 0;

export const givenOf = ({ given, text }: Body): number => given ?? text.length;

export type FileState =
  /** There, but nothing is known of its content. */
  | { readonly kind: "unknown"; readonly why?: "too-large" }
  | { readonly kind: "absent"; readonly grade: "exact" | "derived" }
  | { readonly kind: "whole"; readonly body: Body }
  | { readonly kind: "lines"; readonly known: KnownLines };

export function gradeOf(state: FileState): FileGrade {
  switch (state.kind) {
    case "unknown":
    case "lines":
      return "partial";
    case "absent":
      return state.grade;
    case "whole":
      return state.body.doubts.length > 0 ? "partial" : state.body.grade;
  }
}

export function doubtsOf(state: FileState): readonly Doubt[] {
  if (state.kind === "whole") return state.body.doubts;
  if (state.kind === "absent") return [];
  return state.kind === "unknown" && state.why === "too-large" ? ["lines", "too-large"] : ["lines"];
}

export const rangesIn = (state: FileState): ReturnType<typeof rangesOf> =>
  state.kind === "lines" ? rangesOf(state.known) : [];

/** The text as the client's tools see it. */
export const plainOf = (body: Body): string => toLf(body.text);

/** The line ends that an edit keeps; undefined where nobody knows. */
export function endsOf(body: Body | undefined): LineEnds | undefined {
  return body === undefined || body.doubts.includes("line-ends") ? undefined : lineEndsOf(body.text);
}

/** The same where all line ends agree: only then are they taken to outlive a change that nobody saw. */
export function pureEnds(body: Body | undefined): LineEnds | undefined {
  const ends = endsOf(body);
  if (body === undefined || ends === undefined) return undefined;
  const isMixed = ends === "crlf" ? /(^|[^\r])\n/.test(body.text) : body.text.includes("\r\n");
  return isMixed ? undefined : ends;
}

/** Whether the text is the one that a tool showed: it shows neither line ends nor, in newer clients, the mark. */
export function isShown(body: Body, shown: string): boolean {
  return withoutMark(plainOf(body)) === withoutMark(shown);
}

/** Doubts about a text that a tool showed. */
export function shownDoubts(text: string, mark: "shown" | "hidden"): readonly Doubt[] {
  const ends: readonly Doubt[] = text.includes("\n") ? ["line-ends"] : [];
  // A mark may stand for UTF-8 or UTF-16, and U+FFFD for any bytes that were no UTF-8.
  const isUnclear = mark === "hidden" || text.startsWith("\uFEFF") || text.includes("\uFFFD");
  return isUnclear ? [...ends, "encoding"] : ends;
}
