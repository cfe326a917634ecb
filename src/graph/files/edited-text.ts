// A text with LF line ends and the call that edited it -> the edited text, or why it is not known.
import { type EditedText, applyEdits, mayDiffer } from "./edit-text.ts";
import type { EditDetail } from "./evidence-detail.ts";
import { applyHunks, isPatchOf } from "./patch.ts";

/** Deterministic, so a version can be stored as the call that made it. */
export function editedText(before: string, detail: EditDetail, most: number): EditedText {
  const { edits, original, hunks, userModified } = detail;
  const edited = applyEdits(before, edits, most);
  if (edited.text === undefined && edited.fails === "too-large") return edited;
  const after = edited.text;
  const isPlain = after !== undefined && !userModified && !mayDiffer(edits);
  // Where the log does not tell what the edit found, its patch shows whether it was what is known.
  if (isPlain && (original !== undefined || isPatchOf(hunks ?? [], before, after))) return edited;
  if (isPlain) return misfit;
  if (hunks === undefined) return edited;
  // A patch without a hunk shows nothing of what the edit became.
  if (hunks.length === 0) return misfit;
  const patched = applyHunks(before, hunks, { guess: after, indents: userModified ? "open" : "kept" });
  return patched === undefined ? misfit : { text: patched };
}

const misfit: EditedText = { text: undefined, fails: "misfit" };
