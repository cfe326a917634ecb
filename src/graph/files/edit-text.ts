// Text with LF line ends and the edits of a call -> the text after them, as the client applies them, or why there is none.
import type { SameEnds } from "./text-delta.ts";

export type TextEdit = { readonly old: string; readonly next: string; readonly all: boolean };

/** misfit: an edit does not fit the text; too-large: the result would exceed the limit, and was not built. */
export type EditedText =
  | { readonly text: string; readonly same?: SameEnds }
  | { readonly text: undefined; readonly fails: EditFailure };
export type EditFailure = "misfit" | "too-large";

/** `most` limits the length of every text on the way: a single edit can double a text. */
export function applyEdits(text: string, edits: readonly TextEdit[], most: number): EditedText {
  let result = text;
  let [head, tail] = [text.length, text.length];
  for (const edit of edits) {
    const next = applyEdit(result, edit, most);
    if (next.text === undefined) return next;
    result = next.text;
    head = Math.min(head, next.same?.head ?? 0);
    tail = Math.min(tail, next.same?.tail ?? 0);
  }
  const same = { head, tail: Math.max(0, Math.min(tail, Math.min(text.length, result.length) - head)) };
  return { text: result, same };
}

const misfit: EditedText = { text: undefined, fails: "misfit" };
const tooLarge: EditedText = { text: undefined, fails: "too-large" };

function applyEdit(text: string, { old, next, all }: TextEdit, most: number): EditedText {
  if (old === "") return next.length > most ? tooLarge : { text: next };
  // A deletion takes the line end along.
  const found = next === "" && !old.endsWith("\n") && text.includes(`${old}\n`) ? `${old}\n` : old;
  const at = text.indexOf(found);
  if (at === -1) return misfit;
  const growth = next.length - found.length;
  if (!all) {
    if (text.length + growth > most) return tooLarge;
    const tail = text.length - at - found.length;
    return { text: `${text.slice(0, at)}${next}${text.slice(at + found.length)}`, same: { head: at, tail } };
  }
  if (growth > 0 && text.length + growth * countOf(text, found, at) > most) return tooLarge;
  return { text: replaceAll(text, { found, next, first: at }), same: { head: at, tail: 0 } };
}

function countOf(text: string, found: string, first: number): number {
  let count = 0;
  for (let at = first; at !== -1; at = text.indexOf(found, at + found.length)) count += 1;
  return count;
}

/** This many pieces are joined at a time: a list of all of them takes many times the memory of the text. */
const mostPieces = 4096;

function replaceAll(
  text: string,
  { found, next, first }: { readonly found: string; readonly next: string; readonly first: number },
): string {
  const joined: string[] = [];
  let pieces: string[] = [];
  let from = 0;
  for (let at = first; at !== -1; at = text.indexOf(found, from)) {
    pieces.push(text.slice(from, at));
    from = at + found.length;
    if (pieces.length < mostPieces) continue;
    joined.push(pieces.join(next), next);
    pieces = [];
  }
  pieces.push(text.slice(from));
  joined.push(pieces.join(next));
  return joined.join("");
}

/** The number of characters that the edits themselves hold. */
export const insertedBy = (edits: readonly TextEdit[]): number => edits.reduce((sum, { next }) => sum + next.length, 0);

/** Whether the client may have written something else than the edit says: it keeps the curly quotes of the file. */
export const mayDiffer = (edits: readonly TextEdit[]): boolean =>
  edits.some(({ old, next }) => /[\u2018\u2019\u201C\u201D]/.test(old) && /['"]/.test(next));
