// An Edit, MultiEdit or NotebookEdit and what is known of its file -> the version it made; never a guess where it does not fit.
import { isBefore } from "./client-version.ts";
import { type EditedText, applyEdits, insertedBy } from "./edit-text.ts";
import { editedText } from "./edited-text.ts";
import { entryRef } from "./entry-ref.ts";
import { type EditDetail, type EvidenceReader, editDetail } from "./evidence-detail.ts";
import type { FileEvent } from "./evidence.ts";
import { isWindowsPath } from "./file-path.ts";
import { type Body, type FileState, endsOf, givenOf, plainOf } from "./file-state.ts";
import type { FileTrack } from "./file-track.ts";
import { type KnownLines, editLines, nothingKnown, patchLines } from "./known-lines.ts";
import { toLf, withEnds } from "./line-end.ts";
import type { Hunk } from "./patch.ts";
import { reconcile } from "./reconcile.ts";

export function replayEdit(track: FileTrack, event: FileEvent, reader: EvidenceReader): void {
  const detail = editDetail(event, reader);
  if (detail === undefined) {
    track.push(event, { kind: "unknown" }, { cause: "edited" });
    return;
  }
  const created = createdText(track, detail);
  if (created?.text === undefined && created?.fails === "too-large") {
    track.giveUp(event, { cause: "created" });
    return;
  }
  if (created?.text !== undefined) {
    create(track, event, { text: created.text, given: insertedBy(detail.edits) });
    return;
  }
  reconcile(track, event, { original: detail.original, ends: "hidden" });
  const state = track.state();
  if (state?.kind === "whole") editWhole(track, event, { detail, body: state.body });
  else editParts(track, event, { detail, state });
}

/** An edit of nothing makes the file; the log shows one that is not there as one that is empty. */
function createdText(track: FileTrack, { edits, original }: EditDetail): EditedText | undefined {
  if (edits[0]?.old !== "" || (original ?? "") !== "") return undefined;
  return applyEdits("", edits, track.longest(insertedBy(edits)));
}

function create(track: FileTrack, event: FileEvent, { text, given }: Pick<Body, "text" | "given">): void {
  // Older clients gave a new file the line ends of the project.
  const isUnclear = text.includes("\n") && isBefore(event.client, "2.1.79") && isWindowsPath(event.path);
  const body: Body = { text, encoding: "utf-8", doubts: isUnclear ? ["line-ends"] : [], grade: "exact" };
  track.push(
    event,
    { kind: "whole", body: given === undefined ? body : { ...body, given } },
    { cause: "created", ref: entryRef(event, "written") },
  );
}

function editWhole(
  track: FileTrack,
  event: FileEvent,
  { detail, body }: { readonly detail: EditDetail; readonly body: Body },
): void {
  const before = plainOf(body);
  const given = givenOf(body) + insertedBy(detail.edits) + shownBy(detail.hunks ?? []);
  track.spend(before.length * Math.max(1, detail.edits.length));
  const edited =
    detail.updated === undefined
      ? editOf(before, event, { detail, most: track.longest(given) })
      : { text: toLf(detail.updated) };
  if (edited.text === undefined && edited.fails === "too-large") {
    track.giveUp(event, { cause: "edited" });
    return;
  }
  const after = edited.text;
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
  if (detail.updated !== undefined) {
    const ref = entryRef(event, "updated", { ends });
    track.push(event, { kind: "whole", body: next }, { cause: "edited", ref });
    return;
  }
  // With CRLF the offsets in the text differ.
  const sameEnds = before === body.text && after === next.text ? edited.same : undefined;
  const redo = { kind: "edit", event: { at: event.at, call: event.call }, ends } as const;
  track.push(
    event,
    { kind: "whole", body: { ...next, given: Math.min(given, next.text.length) } },
    { cause: "edited", redo, sameEnds },
  );
}

/** Edits of a notebook name cells, not text, so only the text that the log shows afterwards is used. */
const editOf = (
  before: string,
  { act }: FileEvent,
  { detail, most }: { readonly detail: EditDetail; readonly most: number },
): EditedText => (act.kind === "notebook" ? { text: undefined, fails: "misfit" } : editedText(before, detail, most));

const shownBy = (hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, { lines }) => sum + lines.reduce((all, line) => all + line.length, 0), 0);

/** Whether nothing showed if there is a mark. */
const isHidden = (detail: EditDetail): boolean => detail.original === undefined;

function editParts(
  track: FileTrack,
  event: FileEvent,
  { detail, state }: { readonly detail: EditDetail; readonly state: FileState | undefined },
): void {
  const known: KnownLines = state?.kind === "lines" ? state.known : nothingKnown;
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
  // What was too large to derive still is, unless the patch shows some lines of it.
  const isStillTooLarge = state?.kind === "unknown" && state.why === "too-large" && next.runs.length === 0;
  track.push(event, isStillTooLarge ? state : { kind: "lines", known: next }, { cause: "edited" });
}
