// Lines of a log -> their briefs: each entry with long texts cut short and what nobody asks for left out, the places of its ids, and a
// mark of what of it is sent. What is not sure is left to the host.
import { BACKSLASH, LINE_FEED, OPEN_BRACE, hasByte, lineFeedFrom, spaced } from "./characters";
import { isAnswerWanted, isAssistant, beginMessages, keepWords, messageEnd } from "./brief-message";
import { beginMark, markA, markB, markBytes, markNumber } from "./brief-mark";
import { beginOut, copyUpTo, put, putBytes, skipTo } from "./brief-out";
import { membersEnd } from "./brief-walk";
import * as word from "./brief-words";
import { surface, valueEnd } from "./objects";
import { beginLine, isDoubtful, doubt } from "./record";

export { nonceAt as briefNonceAt } from "./brief-text";

// Of a row: offsets in bytes. The host's `brief-rows.ts` names the same places: the two change together.
const VERDICT: usize = 0;
const START: usize = 4;
const END: usize = 8;
const BRIEF: usize = 12;
const BRIEF_END: usize = 16;
const PLACES: usize = 20;
const PLACE_COUNT: usize = 24;
const OPEN: usize = 28;
const CLOSE: usize = 32;
const MARK: usize = 40;
const ROW_BYTES: usize = 56;

const BLANK: u32 = 0;
const GOOD: u32 = 1;
const UNSURE: u32 = 2;

const MAX_ROWS: u32 = 1024;
const MAX_PLACES: u32 = 32;
const PLACE_BYTES: usize = 12;
export const briefRows: usize = heap.alloc(usize(MAX_ROWS) * ROW_BYTES);
const allPlaces: usize = heap.alloc(usize(MAX_ROWS) * usize(MAX_PLACES) * PLACE_BYTES);
export let briefCount: u32 = 0;

let outAt: usize = 0;
let outRoom: usize = 0;
let nextPlace: usize = 0;
let placeCount: u32 = 0;
let isTyped: bool = false;
let isAnswer: bool = false;

/** The whole lines of `start`..`end`, as many as there are rows for; gives where the next line begins. */
export function briefLines(start: usize, end: usize): usize {
  // A brief is never longer than its line.
  if (outRoom < end - start) {
    outRoom = (end - start) * 2;
    outAt = heap.alloc(outRoom + 64);
  }
  briefCount = 0;
  nextPlace = allPlaces;
  let out = outAt;
  let at = start;
  while (at < end && briefCount < MAX_ROWS) {
    const row = briefRows + usize(briefCount) * ROW_BYTES;
    at = readLine(at, out, row) + 1;
    out = usize(load<u32>(row, BRIEF_END));
    briefCount += 1;
  }
  return at;
}

function readLine(start: usize, out: usize, row: usize): usize {
  store<u32>(row, u32(start), START);
  store<u32>(row, u32(out), BRIEF);
  store<u32>(row, u32(out), BRIEF_END);
  store<u32>(row, u32(nextPlace), PLACES);
  store<u32>(row, 0, PLACE_COUNT);
  const open = spaced(start);
  if (load<u8>(open) == LINE_FEED) return ended(row, open, BLANK);
  const places = nextPlace;
  beginLine(start);
  beginOut(out, start);
  beginMark();
  beginMessages();
  surface();
  placeCount = 0;
  isTyped = false;
  isAnswer = false;
  const close = load<u8>(open) == OPEN_BRACE ? membersEnd(open, rootMember) : 0;
  const feed = close ? spaced(close) : 0;
  const isGood = feed != 0 && load<u8>(feed) == LINE_FEED && !isDoubtful && (isAnswer || !isAnswerWanted);
  if (!isGood) {
    // It may have put a prompt into the queue.
    keepWords();
    nextPlace = places;
    return ended(row, lineFeedFrom(start), UNSURE);
  }
  store<u32>(row, u32(copyUpTo(close)), BRIEF_END);
  store<u32>(row, placeCount, PLACE_COUNT);
  store<u32>(row, u32(open), OPEN);
  store<u32>(row, u32(close), CLOSE);
  store<u64>(row, markA, MARK);
  store<u64>(row, markB, MARK + 8);
  return ended(row, feed, GOOD);
}

function ended(row: usize, feed: usize, verdict: u32): usize {
  store<u32>(row, u32(feed), END);
  store<u32>(row, verdict, VERDICT);
  return feed;
}

function rootMember(key: usize, length: usize, at: usize): usize {
  const name = word.nameAt(key, length);
  if (name == word.NO_NAME) return valueEnd(at);
  if (name == word.ATTACHMENT) return attachmentEnd(at);
  if (name <= word.LAST_ID) {
    const end = valueEnd(at);
    place(name, at, end);
    return end;
  }
  switch (name) {
    case word.TYPE: {
      if (isTyped) doubt();
      isTyped = true;
      const end = valueEnd(at);
      isAnswer = end != 0 && isAssistant(at, end);
      if (end && isQueueOperation(at, end)) keepWords();
      return end;
    }
    case word.TOOL_USE_RESULT:
    case word.DATA:
      return strippedEnd(at);
    case word.MESSAGE: {
      const end = load<u8>(at) == OPEN_BRACE ? messageEnd(at) : valueEnd(at);
      marked(name, at, end);
      return end;
    }
  }
  const end = valueEnd(at);
  marked(name, at, end);
  return end;
}

/** With its quotes; in any other spelling it may be one. */
function isQueueOperation(at: usize, end: usize): bool {
  if (hasByte(at, end, BACKSLASH)) return true;
  return end - at == 17 && load<u64>(at) == 0x6f2d657565757122 && load<u64>(at, 8) == 0x6e6f697461726570;
}

function place(name: u32, at: usize, end: usize): void {
  if (placeCount == MAX_PLACES) {
    doubt();
    return;
  }
  store<u32>(nextPlace, name);
  store<u32>(nextPlace, u32(at), 4);
  store<u32>(nextPlace, u32(end), 8);
  nextPlace += PLACE_BYTES;
  placeCount += 1;
}

function marked(name: u32, at: usize, end: usize): void {
  if (!end) return;
  markNumber(u64(name));
  markBytes(at, end);
}

let unmarked: usize = 0;

/** Ids in it change with the session, and are not sent. */
function attachmentEnd(at: usize): usize {
  markNumber(u64(word.ATTACHMENT));
  unmarked = at;
  const end = load<u8>(at) == OPEN_BRACE ? membersEnd(at, attachmentMember) : valueEnd(at);
  if (!end) return 0;
  markBytes(unmarked, end);
  place(word.ATTACHMENT, at, end);
  return end;
}

function attachmentMember(key: usize, length: usize, at: usize): usize {
  const end = valueEnd(at);
  if (end && word.isHeldId(key, length)) {
    markBytes(unmarked, at);
    unmarked = end;
  }
  return end;
}

let isFirstKept: bool = true;

/** Of a result in the client's own shape, and of what progress tells, only this is asked for: whose it is. */
function strippedEnd(at: usize): usize {
  copyUpTo(at);
  if (load<u8>(at) != OPEN_BRACE) {
    const end = valueEnd(at);
    put(0x30);
    skipTo(end);
    return end;
  }
  put(OPEN_BRACE);
  isFirstKept = true;
  const end = membersEnd(at, strippedMember);
  put(0x7d);
  skipTo(end);
  return end;
}

function strippedMember(key: usize, length: usize, at: usize): usize {
  const end = valueEnd(at);
  // agentId, type
  if (end && (word.isShort(key, length, 0x6449746e656761) || word.isShort(key, length, 0x65707974))) {
    if (!isFirstKept) put(0x2c);
    isFirstKept = false;
    putBytes(key - 1, end);
  }
  return end;
}
