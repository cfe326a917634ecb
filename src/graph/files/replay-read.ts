// What a Read, a mention or a snippet showed, and what is known -> one more proof, more lines known, or a change nobody logged.
import { entryRef } from "./entry-ref.ts";
import { type EvidenceReader, type ReadDetail, readDetail } from "./evidence-detail.ts";
import type { FileEvent } from "./evidence.ts";
import { type Body, type FileState, isShown, plainOf, pureEnds, shownDoubts } from "./file-state.ts";
import type { FileTrack } from "./file-track.ts";
import { type KnownLines, joinLines, knownEntries, linesFrom } from "./known-lines.ts";
import { byteOrderMark, withEnds, withoutMark } from "./line-end.ts";
import type { OrderedEvent } from "./order.ts";
import type { ContentRef } from "./version.ts";

export function replayRead(track: FileTrack, event: OrderedEvent, reader: EvidenceReader): void {
  const detail = readDetail(event, reader);
  if (event.act.kind === "snippet" && !isExplained(track, event)) {
    replayChange(track, event, detail);
    return;
  }
  if (detail === undefined) {
    if (track.state() === undefined) track.push(event, { kind: "unknown" }, { cause: "seen" });
    return;
  }
  if (detail.text === undefined) readLines(track, event, detail);
  else readText(track, event, detail.text);
}

/** A client tells of a file that is no longer as it last saw it: another's change that is known, or one nobody logged. */
function isExplained(track: FileTrack, event: OrderedEvent): boolean {
  return track.state() === undefined || track.isNews(lookersOf(event));
}

/** What is shown is all that is known now, even where it agrees with what was before. */
function replayChange(track: FileTrack, event: FileEvent, detail: ReadDetail | undefined): void {
  track.find("changed-outside", event);
  const state: FileState =
    detail === undefined ? { kind: "unknown" } : { kind: "lines", known: linesFrom(detail.runs, undefined) };
  track.push(event, state, { cause: "outside" });
}

/** Who knows of the file as an event left it: in every copy of a session, the session itself or its agent. */
export const lookersOf = ({ sessions, agent }: OrderedEvent): readonly string[] =>
  sessions.map((session) => `${session}/${agent ?? ""}`);

function readText(track: FileTrack, event: FileEvent, shown: string): void {
  const state = track.state();
  if (state?.kind === "whole") {
    // Older clients showed UTF-16 as it was never meant.
    if (isShown(state.body, shown) || (state.body.encoding === "utf-16le" && shown.includes("\0"))) {
      track.confirm(event);
      return;
    }
    track.find("changed-outside", event);
    const { body, ref } = carried(state.body, event, shown);
    track.push(event, { kind: "whole", body }, { cause: "outside", ref });
    return;
  }
  const sure = state === undefined || state.kind === "absent" ? undefined : track.lastSure();
  const { body, ref } = sure === undefined ? bare(event, shown) : carried(sure, event, shown);
  const seen = linesFrom([{ start: 1, lines: shown.split("\n") }], undefined);
  if (state === undefined) track.push(event, { kind: "whole", body }, { cause: "seen", ref });
  else if (state.kind === "unknown" || (state.kind === "lines" && joinLines(state.known, seen) !== undefined))
    track.learn(event, { kind: "whole", body: { ...body, grade: "derived" } }, { ref });
  else {
    track.find("changed-outside", event);
    track.push(event, { kind: "whole", body }, { cause: "outside", ref });
  }
}

type Shown = { readonly body: Body; readonly ref: ContentRef };

const bare = (event: FileEvent, shown: string): Shown => ({
  body: { text: shown, encoding: "utf-8", doubts: shownDoubts(shown, "hidden"), grade: "exact" },
  ref: entryRef(event, "read"),
});

/** Line ends and encoding are taken to outlive a change that nobody saw. */
function carried(before: Body, event: FileEvent, shown: string): Shown {
  const ends = pureEnds(before);
  const mark = before.text.startsWith(byteOrderMark);
  const text = `${mark ? byteOrderMark : ""}${withEnds(withoutMark(shown), ends ?? "lf")}`;
  return {
    body: { text, encoding: before.encoding, doubts: doubtsAfter(before, shown), grade: "derived" },
    ref: entryRef(event, "read", { ends, mark }),
  };
}

/** Bytes that were no UTF-8 stay in doubt. */
function doubtsAfter(body: Body, shown: string): Body["doubts"] {
  const isUnclear = shown.includes("\uFFFD") && !body.doubts.includes("encoding");
  const kept = pureEnds(body);
  const isOdd = kept === undefined || (kept === "crlf" && shown.includes("\r\n"));
  const ends = isOdd && shown.includes("\n") ? (["line-ends"] as const) : [];
  const others = body.doubts.filter((doubt) => doubt !== "line-ends");
  return [...others, ...ends, ...(isUnclear ? (["encoding"] as const) : [])];
}

function readLines(track: FileTrack, event: FileEvent, detail: ReadDetail): void {
  const state = track.state();
  const seen = linesFrom(detail.runs, detail.total);
  if (state?.kind === "whole") {
    if (isPartOf(seen, state.body)) {
      track.confirm(event);
      return;
    }
    track.find("changed-outside", event);
    track.push(event, { kind: "lines", known: seen }, { cause: "outside" });
    return;
  }
  if (state === undefined) track.push(event, { kind: "lines", known: seen }, { cause: "seen" });
  else if (state.kind === "unknown") track.learn(event, { kind: "lines", known: seen });
  else if (state.kind === "absent") track.push(event, { kind: "lines", known: seen }, { cause: "outside" });
  else joinSeen(track, event, { known: state.known, seen });
}

function joinSeen(
  track: FileTrack,
  event: FileEvent,
  { known, seen }: { readonly known: KnownLines; readonly seen: KnownLines },
): void {
  const joined = joinLines(known, seen);
  if (joined === undefined) {
    track.find("changed-outside", event);
    track.push(event, { kind: "lines", known: seen }, { cause: "outside" });
  } else track.learn(event, { kind: "lines", known: joined });
}

function isPartOf(known: KnownLines, body: Body): boolean {
  const all = withoutMark(plainOf(body)).split("\n");
  if (known.total !== undefined && known.total !== all.length) return false;
  for (const [number, line] of knownEntries(known)) {
    const shown = number === 1 ? withoutMark(line) : line;
    if (all[number - 1] !== shown) return false;
  }
  return true;
}
