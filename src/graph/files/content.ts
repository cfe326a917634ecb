// A version and where its content stands -> the text and the bytes, read anew each time; undefined where they are not known whole.
import { stringField, utf8Bytes, utf8Text } from "../../format/index.ts";
import { longestText } from "./derived-room.ts";
import { applyEdits } from "./edit-text.ts";
import { editedText } from "./edited-text.ts";
import { type EvidenceReader, callInput, editDetail, readDetail, writeDetail } from "./evidence-detail.ts";
import type { FileEvent } from "./evidence.ts";
import { byteOrderMark, toLf, withEnds, withoutMark } from "./line-end.ts";
import { type LineRope, changeRope, ropeOf, ropeText } from "./line-rope.ts";
import { shellText } from "./shell-act.ts";
import type { ContentRef, Encoding, FileHistory, FileVersion, VersionBody } from "./version.ts";

export type FileContent = { readonly text: string; readonly bytes: Uint8Array };

/** `histories` holds every path that the file was moved or copied from. */
export function contentOf(
  version: FileVersion,
  history: FileHistory,
  { histories, reader }: { readonly histories: ReadonlyMap<string, FileHistory>; readonly reader: EvidenceReader },
): FileContent | undefined {
  const steps: Step[] = [];
  let at: { readonly version: FileVersion; readonly history: FileHistory } = { version, history };
  // Each step leads to an earlier version, so it ends.
  for (;;) {
    const { body } = at.version;
    if (body.kind === "none" || body.kind === "lines") return undefined;
    if (body.kind === "ref") {
      const found = readContent(body.ref, reader);
      if (found === undefined) return undefined;
      if (steps.length === 0 && found.bytes !== undefined) return { text: found.text, bytes: found.bytes };
      const text = afterSteps(found.text, steps.reverse(), reader);
      return text === undefined ? undefined : { text, bytes: encodeText(text, version.encoding) };
    }
    const from = body.kind === "same" ? histories.get(body.key) : at.history;
    const number = body.kind === "same" ? body.number : at.version.number - 1;
    const next = from?.versions[number - 1];
    if (body.kind !== "same") steps.push(body);
    if (from === undefined || next === undefined) return undefined;
    at = { version: next, history: from };
  }
}

type Step = Extract<VersionBody, { kind: "delta" | "edit" }>;

/** Differences are applied to the lines that they touch: copying a large text for each takes long. */
function afterSteps(text: string, steps: readonly Step[], reader: EvidenceReader): string | undefined {
  let known = text;
  let rope: LineRope<undefined> | undefined;
  for (const step of steps) {
    if (step.kind === "delta") {
      rope = changeRope(rope ?? ropeOf(known, undefined), step, (_, after) => after.map(() => undefined));
      continue;
    }
    const edited = redoEdit(rope === undefined ? known : ropeText(rope), step, reader);
    if (edited === undefined) return undefined;
    known = edited;
    rope = undefined;
  }
  return rope === undefined ? known : ropeText(rope);
}

/** Repeats an edit of the replay; undefined where the log has changed since. */
export function redoEdit(
  before: string,
  { event, ends }: Extract<VersionBody, { kind: "edit" }>,
  reader: EvidenceReader,
): string | undefined {
  const detail = editDetail(event, reader);
  const after = detail && editedText(toLf(before), detail, longestText).text;
  return after === undefined || ends === undefined ? after : withEnds(after, ends);
}

type Read = { readonly text: string; readonly bytes: Uint8Array | undefined };

export function readContent(ref: ContentRef, reader: EvidenceReader): Read | undefined {
  if (ref.from === "backup") {
    for (const session of ref.sessions) {
      const bytes = reader.backup(session, ref.name);
      if (bytes !== undefined) return { text: decodeBytes(bytes).text, bytes };
    }
    return undefined;
  }
  const text = entryText(ref, reader);
  if (text === undefined) return undefined;
  const ended = ref.ends === undefined ? text : withEnds(text, ref.ends);
  return { text: ref.mark ? `${byteOrderMark}${withoutMark(ended)}` : ended, bytes: undefined };
}

function entryText(ref: Extract<ContentRef, { from: "entry" }>, reader: EvidenceReader): string | undefined {
  const event = eventOf(ref);
  switch (ref.part) {
    case "empty":
      return "";
    case "written":
      return (
        writeDetail(event, reader)?.content ?? applyEdits("", editDetail(event, reader)?.edits ?? [], longestText).text
      );
    case "original":
      return editDetail(event, reader)?.original;
    case "updated":
      return editDetail(event, reader)?.updated;
    case "read":
      return readDetail(event, reader)?.text;
    case "spelt": {
      const input = callInput(event, reader);
      const command = input === undefined ? undefined : stringField(input, "command");
      return command === undefined ? undefined : shellText(command, ref.deed);
    }
  }
}

/** Enough of the event to find its entries again. */
function eventOf({ at, call }: Extract<ContentRef, { from: "entry" }>): FileEvent {
  return {
    path: "",
    key: "",
    timeMs: 0,
    at,
    session: "",
    agent: undefined,
    client: "",
    prompt: undefined,
    call,
    id: "",
    act: { kind: call === undefined ? "mention" : "read" },
  };
}

export type DecodedBytes = { readonly text: string; readonly encoding: Encoding; readonly isText: boolean };

export function decodeBytes(bytes: Uint8Array): DecodedBytes {
  // The client reads half a unit at the end as nothing.
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: wideText(bytes), encoding: "utf-16le", isText: bytes.length % 2 === 0 };
  const text = utf8Text(bytes);
  return { text, encoding: "utf-8", isText: !text.includes("\uFFFD") || isEqual(utf8Bytes(text), bytes) };
}

export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function wideText(bytes: Uint8Array): string {
  const units: string[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 2)
    units.push(String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)));
  return units.join("");
}

export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return utf8Bytes(text);
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[at * 2] = unit & 0xff;
    bytes[at * 2 + 1] = unit >> 8;
  }
  return bytes;
}
