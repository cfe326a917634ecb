// A Write and what is known of its file -> the version it made, and the one it found where that was another.
import type { EvidenceReader, WriteDetail } from "./evidence-detail.ts";
import { writeDetail } from "./evidence-detail.ts";
import type { FileEvent } from "./evidence.ts";
import { isWindowsPath } from "./file-path.ts";
import { type Body, type FileState, endsOf } from "./file-state.ts";
import type { FileTrack } from "./file-track.ts";
import { type LineEnds, byteOrderMark, lineEndsOf, withEnds } from "./line-end.ts";
import type { Hunk } from "./patch.ts";
import { reconcile } from "./reconcile.ts";
import { entryRef } from "./entry-ref.ts";
import { isBefore } from "./client-version.ts";
import type { Doubt } from "./version.ts";
import { writeEncoding } from "./write-encoding.ts";

/** From here on a Write puts on disk what it was given; before, it kept the line ends of the file, or of the project. */
const verbatimSince = "2.1.79";
/** Up to here a Write shows the file as it was, with its line ends. */
const rawOriginalBefore = "2.1.59";
export function replayWrite(track: FileTrack, event: FileEvent, reader: EvidenceReader): void {
  const detail = writeDetail(event, reader);
  if (detail === undefined) {
    track.push(event, { kind: "unknown" }, { cause: "written" });
    return;
  }
  const isOld = isBefore(event.client, verbatimSince);
  const isRaw = isBefore(event.client, rawOriginalBefore);
  if (detail.isNew !== true) reconcile(track, event, { original: detail.original, ends: isRaw ? "shown" : "hidden" });
  const state = track.state();
  if (detail.isNew === true && state !== undefined && state.kind !== "absent") track.find("changed-outside", event);
  const isNew = detail.isNew ?? (state === undefined || state.kind === "absent");
  if (!isNew && state?.kind === "absent" && detail.original === undefined) track.find("changed-outside", event);
  const { ends, isShown } = isOld ? oldEnds(event, detail, { state, isNew }) : { ends: "lf" as const, isShown: true };
  // Edits that made it too large to derive changed neither its encoding nor its line ends.
  const isTooLarge = state?.kind === "unknown" && state.why === "too-large";
  const before = state?.kind === "whole" ? state.body : isTooLarge ? track.lastSure() : undefined;
  const found = isNew ? newFile : writeEncoding(detail, before, event.client);
  const isMixed = ends === "crlf" && detail.content.includes("\r\n");
  const doubts: Doubt[] = [];
  if (ends === undefined || isMixed) doubts.push("line-ends");
  if (found.isDoubted) doubts.push("encoding");
  const body: Body = {
    text: `${found.mark ? byteOrderMark : ""}${withEnds(detail.content, ends ?? "lf")}`,
    encoding: found.encoding,
    doubts,
    grade: isShown && found.isShown ? "exact" : "derived",
  };
  const ref = entryRef(event, "written", { ends: ends === "crlf" ? "crlf" : undefined, mark: found.mark });
  track.push(event, { kind: "whole", body }, { cause: isNew ? "created" : "written", ref });
}

const newFile = { encoding: "utf-8", mark: false, isDoubted: false, isShown: true } as const;

type Ground = { readonly state: FileState | undefined; readonly isNew: boolean };

type OldEnds = { readonly ends: LineEnds | undefined; readonly isShown: boolean };

/** Older clients gave a file the line ends that it had, and a new one those of the project. */
function oldEnds(event: FileEvent, detail: WriteDetail, { state, isNew }: Ground): OldEnds {
  const { content, original, hunks } = detail;
  if (!content.includes("\n")) return { ends: "lf", isShown: true };
  if (isNew) return { ends: isWindowsPath(event.path) ? undefined : "lf", isShown: true };
  const isRaw = isBefore(event.client, rawOriginalBefore);
  if (isRaw && original !== undefined) return { ends: lineEndsOf(original), isShown: true };
  const shown = isRaw && hunks !== undefined ? patchedEnds(hunks) : undefined;
  if (shown !== undefined) return { ends: shown, isShown: true };
  return { ends: state?.kind === "whole" ? endsOf(state.body) : undefined, isShown: false };
}

/** The patch shows the line ends of what it replaces; without any, the file was empty or the same already. */
function patchedEnds(hunks: readonly Hunk[]): LineEnds | undefined {
  const old = hunks.flatMap((hunk) => hunk.lines.filter((line) => /^[- ]/.test(line)));
  const carriage = old.filter((line) => line.endsWith("\r")).length;
  return carriage === 0 ? "lf" : carriage === old.length ? "crlf" : undefined;
}
