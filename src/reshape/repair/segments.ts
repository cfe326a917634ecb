// The bytes of a damaged line -> its whole entries, its torn ones and the rest, each by its place; nothing is thrown away.
import {
  type JsonObject,
  type Range,
  field,
  isEntryType,
  objectField,
  parsedObject,
  stringField,
  utf8Text,
} from "../../format/index.ts";
import { startWalk, step } from "./json-walk.ts";

export type Segment = Range &
  (
    | { readonly kind: "entry"; readonly raw: JsonObject }
    /** Begins as an entry does and breaks off. */
    | { readonly kind: "torn" }
    /** What is left: the other end of a torn entry, or junk. */
    | { readonly kind: "rest" }
  );

export function segmentsOf(bytes: Uint8Array): readonly Segment[] {
  const text = byteText(bytes);
  const entryAt = entryReader(bytes, text);
  const found: Segment[] = [];
  let from = 0;
  while (from < text.length) {
    const ink = skipFiller(text, from);
    // Behind an entry another one may begin with any key, but what breaks off there may be the other half of an entry.
    const next = text[ink] === "{" && found.at(-1)?.kind === "entry" ? entryAt(ink) : undefined;
    const isStart = next !== undefined || (text[ink] === "{" && found.length === 0);
    const start = isStart ? ink : nextStart(text, from);
    const end = start === -1 ? text.length : start;
    // With the comma in front of it: it may be the other half of an entry.
    if (ink < end) found.push({ kind: "rest", start: from, end });
    if (start === -1) break;
    const whole = next ?? entryAt(start);
    from = whole?.end ?? tornEnd(text, start);
    found.push(whole ?? { kind: "torn", start, end: from });
  }
  return found;
}

/** How many times the length of a line may be read again for entries that begin inside what was read before. */
const mostAgain = 16;

/** Where beginnings are nested without end, the inner ones are no longer tried; what nobody has read yet always is. */
function entryReader(bytes: Uint8Array, text: string): (start: number) => Segment | undefined {
  let furthest = 0;
  let again = 0;
  return (start) => {
    if (start < furthest && again > mostAgain * text.length) return undefined;
    const { end, isWhole } = objectFrom(text, start);
    again += Math.max(0, Math.min(end, furthest) - start);
    furthest = Math.max(furthest, end);
    const raw = isWhole ? parsedObject(utf8Text(bytes.subarray(start, end))) : undefined;
    return raw === undefined || !isEntryLike(raw) ? undefined : { kind: "entry", start, end, raw };
  };
}

/** Up to the next whole entry, or to the next one that begins as the client begins its lines. */
function tornEnd(text: string, start: number): number {
  const next = nextStart(text, start + 1);
  return next === -1 ? text.length : next;
}

/** The place behind the object that begins at `start`; where it breaks off or breaks the rules it is not whole. */
function objectFrom(text: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  const walk = startWalk();
  for (let at = start; at < text.length; at++) {
    if (!step(walk, text.charCodeAt(at))) return { end: at, isWhole: false };
    if (walk.mode === "done") return { end: at + 1, isWhole: true };
  }
  return { end: text.length, isWhole: false };
}

/** Not a content block, a snapshot or an agent's message, which stand inside entries. */
export function isEntryLike(raw: JsonObject): boolean {
  const type = stringField(raw, "type");
  if (type === undefined || (!isEntryType(type) && field(raw, "sessionId") === undefined)) return false;
  const isLink = ["user", "assistant", "system", "attachment", "progress"].includes(type);
  const isSpoken = type === "user" || type === "assistant";
  // What says nothing was put together from the beginning of one entry and the end of another.
  if (isSpoken && objectField(raw, "message") === undefined) return false;
  return !isLink || field(raw, "sessionId") !== undefined || field(raw, "parentUuid") !== undefined;
}

const entryStart =
  /\{\s*"(?:(?:parentUuid|logicalParentUuid)"\s*:\s*(?:"|null)|type"\s*:\s*"(?:user|assistant|system|attachment|progress|summary|[a-z]+(?:-[a-z]+)+)")/g;

function nextStart(text: string, from: number): number {
  entryStart.lastIndex = from;
  return entryStart.exec(text)?.index ?? -1;
}

/** One character per byte, so that places in the text are places in the bytes. */
export function byteText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return text;
}

const chunk = 8192;

/** White space, commas, zero bytes and byte order marks between entries mean nothing. */
function skipFiller(text: string, from: number): number {
  filler.lastIndex = from;
  return filler.test(text) ? filler.lastIndex : from;
}

const filler = /(?:[\s,\0]|\u00ef\u00bb\u00bf)*/y;
