// Text with LF line ends and the edits of a call -> the text after them, as the client applies them; undefined where they do not fit.

export type TextEdit = { readonly old: string; readonly next: string; readonly all: boolean };

export function applyEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  let result = text;
  for (const edit of edits) {
    const next = applyEdit(result, edit);
    if (next === undefined) return undefined;
    result = next;
  }
  return result;
}

function applyEdit(text: string, { old, next, all }: TextEdit): string | undefined {
  if (old === "") return next;
  // A deletion takes the line end along.
  const found = next === "" && !old.endsWith("\n") && text.includes(`${old}\n`) ? `${old}\n` : old;
  if (all) return text.includes(found) ? text.split(found).join(next) : undefined;
  const at = text.indexOf(found);
  return at === -1 ? undefined : `${text.slice(0, at)}${next}${text.slice(at + found.length)}`;
}

/** Whether the client may have written something else than the edit says: it keeps the curly quotes of the file. */
export const mayDiffer = (edits: readonly TextEdit[]): boolean =>
  edits.some(({ old, next }) => /[\u2018\u2019\u201C\u201D]/.test(old) && /['"]/.test(next));
