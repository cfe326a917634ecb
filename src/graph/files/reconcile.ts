// What a call found in its file, and what is known of it -> the same knowledge, made firmer, or a change that no log saw.
import { entryRef } from "./entry-ref.ts";
import type { FileEvent } from "./evidence.ts";
import { type Body, plainOf, pureEnds, shownDoubts } from "./file-state.ts";
import type { FileTrack } from "./file-track.ts";
import { type KnownLines, knownEntries } from "./known-lines.ts";
import { byteOrderMark, lineEndsOf, toLf, withEnds, withoutMark } from "./line-end.ts";
import type { Doubt } from "./version.ts";

export type Found = {
  /** The file as the call found it, with its byte-order mark; undefined where the log does not tell. */
  readonly original: string | undefined;
  /** Whether the log shows the line ends or has LF for all. */
  readonly ends: "shown" | "hidden";
};

export function reconcile(track: FileTrack, event: FileEvent, { original, ends }: Found): void {
  if (original === undefined) return;
  const state = track.state();
  const isRaw = ends === "shown";
  if (state?.kind === "whole") {
    if (isSameText(state.body, original)) {
      const body = firmer(state.body, original, isRaw);
      const isSame = body.text === state.body.text;
      const kept = isRaw ? undefined : lineEndsOf(state.body.text);
      if (body !== state.body)
        track.learn(
          event,
          { kind: "whole", body },
          { isBefore: true, ...(isSame ? {} : { ref: entryRef(event, "original", { ends: kept }) }) },
        );
      return;
    }
    track.find("changed-outside", event);
    const kept = isRaw ? undefined : pureEnds(state.body);
    const body = carried(state.body, original, { isRaw });
    track.push(
      event,
      { kind: "whole", body },
      { cause: "outside", isBefore: true, ref: entryRef(event, "original", { ends: kept }) },
    );
    return;
  }
  const sure = state === undefined || state.kind === "absent" ? undefined : track.lastSure();
  const body: Body =
    sure === undefined
      ? { text: original, encoding: "utf-8", doubts: doubtsOf(original, isRaw), grade: "exact" }
      : carried(sure, original, { isRaw });
  const ref = entryRef(event, "original", { ends: isRaw ? undefined : pureEnds(sure) });
  if (state?.kind === "lines" || state?.kind === "unknown") {
    // What was known in part is known whole now, if it agrees.
    const isSame = state.kind === "lines" && agrees(state.known, original);
    if (isSame) track.learn(event, { kind: "whole", body: { ...body, grade: "derived" } }, { ref, isBefore: true });
    else
      track.push(
        event,
        { kind: "whole", body },
        { cause: state.kind === "lines" ? "outside" : "seen", isBefore: true, ref },
      );
    return;
  }
  if (state?.kind === "absent" && original !== "") track.find("changed-outside", event);
  if (state?.kind === "absent" && original === "") return;
  track.push(event, { kind: "whole", body }, { cause: state === undefined ? "seen" : "outside", isBefore: true, ref });
}

/** A body known only from what tools show may lack its mark. */
function isSameText(body: Body, original: string): boolean {
  const known = plainOf(body);
  const found = toLf(original);
  return known === found || (body.doubts.includes("encoding") && withoutMark(known) === withoutMark(found));
}

const doubtsOf = (original: string, isRaw: boolean): readonly Doubt[] =>
  shownDoubts(original, "shown").filter((doubt) => doubt !== "line-ends" || !isRaw);

/** The call saw the mark, and in older clients the line ends. */
function firmer(body: Body, original: string, isRaw: boolean): Body {
  const doubts = body.doubts.filter((doubt) => doubtsOf(original, isRaw).includes(doubt));
  const isMarked = original.startsWith(byteOrderMark) && !body.text.startsWith(byteOrderMark);
  if (doubts.length === body.doubts.length && !isMarked) return body;
  const text = isRaw ? original : isMarked ? `${byteOrderMark}${body.text}` : body.text;
  return { ...body, text, doubts, grade: "derived" };
}

/** Line ends and encoding are taken to outlive a change that nobody saw; a mark that is new may mean any encoding. */
function carried(body: Body, original: string, { isRaw }: { readonly isRaw: boolean }): Body {
  const ends = isRaw ? undefined : pureEnds(body);
  const isMarked = original.startsWith(byteOrderMark);
  const wasMarked = body.text.startsWith(byteOrderMark);
  const kept = body.doubts.filter((doubt) =>
    doubt === "line-ends" ? !isRaw && original.includes("\n") : isMarked && wasMarked,
  );
  const doubts: readonly Doubt[] = isMarked && !wasMarked ? [...kept, "encoding"] : kept;
  const isLost = original.includes("\uFFFD") && !doubts.includes("encoding");
  const isOdd = ends === undefined ? original.includes("\n") : ends === "crlf" && original.includes("\r\n");
  const isUnclear = !isRaw && isOdd && !doubts.includes("line-ends");
  return {
    text: ends === undefined ? original : withEnds(original, ends),
    encoding: isMarked ? body.encoding : "utf-8",
    doubts: [...doubts, ...(isLost ? (["encoding"] as const) : []), ...(isUnclear ? (["line-ends"] as const) : [])],
    grade: "derived",
  };
}

function agrees(known: KnownLines, text: string): boolean {
  const all = toLf(text).split("\n");
  for (const [number, line] of knownEntries(known)) if (all[number - 1] !== line) return false;
  return true;
}
