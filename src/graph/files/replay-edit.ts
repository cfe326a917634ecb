// An Edit, MultiEdit or NotebookEdit and what is known of its file -> the version it made; never a guess where it does not fit.
import { isBefore } from "./client-version.ts";
import { applyEdits, mayDiffer } from "./edit-text.ts";
import { entryRef } from "./entry-ref.ts";
import { type EditDetail, type EvidenceReader, editDetail } from "./evidence-detail.ts";
import type { FileEvent } from "./evidence.ts";
import { isWindowsPath } from "./file-path.ts";
import { type Body, endsOf, plainOf } from "./file-state.ts";
import type { FileTrack } from "./file-track.ts";
import { type KnownLines, editLines, nothingKnown, patchLines } from "./known-lines.ts";
import { toLf, withEnds } from "./line-end.ts";
import { applyHunks, isPatchOf } from "./patch.ts";
import { reconcile } from "./reconcile.ts";

export function replayEdit(track: FileTrack, event: FileEvent, reader: EvidenceReader): void {
  const detail = editDetail(event, reader);
  if (detail === undefined) {
    track.push(event, { kind: "unknown" }, { cause: "edited" });
    return;
  }
  if (isCreation(detail)) {
    create(track, event, detail);
    return;
  }
  reconcile(track, event, { original: detail.original, ends: "hidden" });
  const state = track.state();
  if (state?.kind === "whole") editWhole(track, event, { detail, body: state.body });
  else editParts(track, event, { detail, known: state?.kind === "lines" ? state.known : nothingKnown });
}

/** An edit of nothing makes the file; the log shows one that is not there as one that is empty. */
function isCreation({ edits, original }: EditDetail): boolean {
  return edits[0]?.old === "" && (original ?? "") === "" && applyEdits("", edits) !== undefined;
}

function create(track: FileTrack, event: FileEvent, { edits }: EditDetail): void {
  const text = applyEdits("", edits) ?? "";
  // Older clients gave a new file the line ends of the project.
  const isUnclear = text.includes("\n") && isBefore(event.client, "2.1.79") && isWindowsPath(event.path);
  const body: Body = { text, encoding: "utf-8", doubts: isUnclear ? ["line-ends"] : [], grade: "exact" };
  track.push(event, { kind: "whole", body }, { cause: "created", ref: entryRef(event, "written") });
}

function editWhole(
  track: FileTrack,
  event: FileEvent,
  { detail, body }: { readonly detail: EditDetail; readonly body: Body },
): void {
  const before = plainOf(body);
  const after = detail.updated === undefined ? editedText(before, detail, event) : toLf(detail.updated);
  if (after === undefined) {
    track.find("edit-mismatch", event);
    // Nothing of the old text can be trusted: only what the patch itself shows.
    track.push(event, { kind: "lines", known: patchLines(nothingKnown, detail.hunks ?? []) }, { cause: "edited" });
    return;
  }
  const ends = endsOf(body);
  // A carriage return that is no part of a line end is one afterwards, or not: no log tells.
  const isOdd = ends === undefined ? after.includes("\n") : ends === "crlf" && after.includes("\r\n");
  const doubts = isOdd ? (["line-ends"] as const) : [];
  // What was no UTF-8 is now: the client writes what it could read.
  const unclear =
    body.doubts.includes("encoding") && (body.text.startsWith("\uFEFF") || isHidden(detail))
      ? (["encoding"] as const)
      : [];
  const next: Body = {
    text: ends === undefined ? after : withEnds(after, ends),
    encoding: body.encoding,
    doubts: [...doubts, ...unclear],
    grade: "derived",
  };
  const ref = detail.updated === undefined ? undefined : entryRef(event, "updated", { ends });
  track.push(event, { kind: "whole", body: next }, ref === undefined ? { cause: "edited" } : { cause: "edited", ref });
}

/** Whether nothing showed if there is a mark. */
const isHidden = (detail: EditDetail): boolean => detail.original === undefined;

function editedText(before: string, detail: EditDetail, { act }: FileEvent): string | undefined {
  if (act.kind === "notebook") return undefined;
  const { edits, original, hunks, userModified } = detail;
  const after = applyEdits(before, edits);
  const isPlain = after !== undefined && !userModified && !mayDiffer(edits);
  // Where the log does not tell what the edit found, its patch shows whether it was what is known.
  if (isPlain && (original !== undefined || isPatchOf(hunks ?? [], before, after))) return after;
  if (isPlain) return undefined;
  if (hunks === undefined) return after;
  // A patch without a hunk shows nothing of what the edit became.
  if (hunks.length === 0) return undefined;
  return applyHunks(before, hunks, { guess: after, indents: userModified ? "open" : "kept" });
}

function editParts(
  track: FileTrack,
  event: FileEvent,
  { detail, known }: { readonly detail: EditDetail; readonly known: KnownLines },
): void {
  if (detail.updated !== undefined) {
    const text = toLf(detail.updated);
    const body: Body = { text, encoding: "utf-8", doubts: ["line-ends", "encoding"], grade: "derived" };
    track.push(event, { kind: "whole", body }, { cause: "edited", ref: entryRef(event, "updated") });
    return;
  }
  const isShown = detail.hunks !== undefined && detail.hunks.length > 0;
  const next =
    event.act.kind === "notebook"
      ? nothingKnown
      : isShown
        ? patchLines(known, detail.hunks ?? [])
        : editLines(known, detail.edits);
  track.push(event, { kind: "lines", known: next }, { cause: "edited" });
}
