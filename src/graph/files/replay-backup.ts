// A backup that the client made, and what is known of its file -> the bytes of that moment, or that there was no file.
import { decodeBytes, isEqual } from "./content.ts";
import type { EvidenceReader } from "./evidence-detail.ts";
import type { FileEvent } from "./evidence.ts";
import { type Body, gradeOf, isShown } from "./file-state.ts";
import type { FileTrack } from "./file-track.ts";
import { knownEntries } from "./known-lines.ts";
import type { ContentRef, VersionBody } from "./version.ts";

export type BackupPlace = { readonly sessions: readonly string[]; readonly name: string };

export function replayBackup(
  track: FileTrack,
  event: FileEvent,
  { place, reader }: { readonly place: BackupPlace; readonly reader: EvidenceReader },
): void {
  const last = track.versions().at(-1);
  if (last !== undefined && isTold(last.body, place)) {
    track.confirm(event);
    return;
  }
  const bytes = event.act.kind === "backup" && event.act.isDoubted ? undefined : bytesOf(place, reader);
  if (bytes === undefined) {
    track.find("backup-missing", event);
    return;
  }
  const { text, encoding, isText } = decodeBytes(bytes);
  // Older clients copied text, not bytes: U+FFFD may stand for what was no UTF-8. Bytes that are no UTF-8 were copied as they are.
  const isUnclear = isText && text.includes("\uFFFD");
  const raw = isText ? {} : { raw: bytes };
  const body: Body = { text, encoding, doubts: isUnclear ? ["encoding"] : [], grade: "exact", ...raw };
  const ref: ContentRef = { from: "backup", sessions: place.sessions, name: place.name };
  const state = track.state();
  // A later look settles what was in doubt, but makes nothing exact: something may have happened in between.
  const settled: Body = { ...body, grade: "derived" };
  if (state?.kind === "whole" && isSame(state.body, body))
    track.learn(event, { kind: "whole", body: gradeOf(state) === "exact" ? body : settled }, { ref });
  else if (state?.kind === "whole" || state?.kind === "absent") {
    track.find("changed-outside", event);
    track.push(event, { kind: "whole", body }, { cause: "outside", ref });
  } else if (state === undefined || !knowsLines(state, body))
    track.push(event, { kind: "whole", body }, { cause: "seen", ref });
  else track.learn(event, { kind: "whole", body: settled }, { ref });
}

export function replayAbsence(track: FileTrack, event: FileEvent): void {
  const state = track.state();
  if (state?.kind === "absent") {
    track.confirm(event);
    return;
  }
  if (state !== undefined) track.find("changed-outside", event);
  track.push(event, { kind: "absent", grade: "exact" }, { cause: state === undefined ? "seen" : "deleted" });
}

/** Whether it is this very backup that the version is read from. */
function isTold(body: VersionBody, { sessions, name }: BackupPlace): boolean {
  if (body.kind !== "ref" || body.ref.from !== "backup" || body.ref.name !== name) return false;
  const [first] = body.ref.sessions;
  return first !== undefined && first === sessions[0];
}

function bytesOf({ sessions, name }: BackupPlace, reader: EvidenceReader): Uint8Array | undefined {
  for (const session of sessions) {
    const bytes = reader.backup(session, name);
    if (bytes !== undefined) return bytes;
  }
  return undefined;
}

function isSame(known: Body, found: Body): boolean {
  if (known.raw !== undefined) return found.raw !== undefined && isEqual(known.raw, found.raw);
  if (found.raw !== undefined && !known.doubts.includes("encoding")) return false;
  if (known.text === found.text && known.encoding === found.encoding) return true;
  if (known.doubts.length === 0) return false;
  const isPlain =
    known.doubts.includes("encoding") || known.text.startsWith("\uFEFF") === found.text.startsWith("\uFEFF");
  return isPlain && isShown(known, found.text.replaceAll("\r\n", "\n"));
}

/** Whether the bytes fill in what was known in part of this very version. */
function knowsLines(state: NonNullable<ReturnType<FileTrack["state"]>>, { text }: Body): boolean {
  if (state.kind === "unknown") return true;
  if (state.kind !== "lines") return false;
  const all = text.replaceAll("\r\n", "\n").split("\n");
  if (state.known.total !== undefined && state.known.total !== all.length) return false;
  for (const [number, line] of knownEntries(state.known)) if (all[number - 1] !== line) return false;
  return true;
}
