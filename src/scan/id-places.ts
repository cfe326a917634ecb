// A line -> where in it ids stand, in order, those further down included, and where its object closes; what is not sure is told.
import { COMMA, LINE_FEED, OPEN_BRACE, QUOTE, lineFeedFrom, spaced } from "./characters";
import { membersEnd, stringsEnd } from "./brief-walk";
import * as word from "./brief-words";
import { surface, valueEnd } from "./objects";
import { beginLine, doubt, isDoubtful } from "./record";
import { isPlain, plainEnd } from "./strings";

export const BLANK_LINE: u32 = 0;
export const GOOD_LINE: u32 = 1;
export const UNSURE_LINE: u32 = 2;

// What stands at a place: the id of a session, a whole `forkedFrom` with the comma in front, the entry's own uuid, or one more id.
export const SESSION_ID: u32 = 0;
export const FORK: u32 = 1;
export const OWN_ID: u32 = 2;
export const OTHER_ID: u32 = 3;

// Of a place, in bytes: its kind, where it begins and ends; quotes are part of it.
export const PLACE_START: usize = 4;
export const PLACE_END: usize = 8;
export const PLACE_BYTES: usize = 12;
const MAX_PLACES: u32 = 64;
export const idPlaces: usize = heap.alloc(usize(MAX_PLACES) * PLACE_BYTES);

// Of the line that was read last.
export let idCount: u32 = 0;
export let lineVerdict: u32 = BLANK_LINE;
/** Behind the closing brace. */
export let lineClose: usize = 0;
/** Where the value of `forkedFrom` begins. */
export let forkValue: usize = 0;

let hasOwn: bool = false;

/** Gives where the line feed is. */
export function readIds(start: usize): usize {
  idCount = 0;
  const open = spaced(start);
  if (load<u8>(open) == LINE_FEED) {
    lineVerdict = BLANK_LINE;
    return open;
  }
  beginLine(start);
  surface();
  hasOwn = false;
  forkValue = 0;
  const close = load<u8>(open) == OPEN_BRACE ? membersEnd(open, rootMember) : 0;
  const feed = close ? spaced(close) : 0;
  if (feed == 0 || load<u8>(feed) != LINE_FEED || isDoubtful) {
    lineVerdict = UNSURE_LINE;
    return lineFeedFrom(start);
  }
  lineVerdict = GOOD_LINE;
  lineClose = close;
  return feed;
}

function rootMember(key: usize, length: usize, at: usize): usize {
  const name = word.nameAt(key, length);
  if (name == word.NO_NAME || name > word.LAST_ID) return valueEnd(at);
  if (name == word.SNAPSHOT || name == word.ATTACHMENT)
    return load<u8>(at) == OPEN_BRACE ? membersEnd(at, heldMember) : valueEnd(at);
  if (name > word.ATTACHMENT) return stringsEnd(at, otherEnd);
  if (name == word.FORKED_FROM) return forkEnd(key, at);
  if (name < word.FORKED_FROM) return idEnd(at, SESSION_ID);
  if (name != word.UUID) return idEnd(at, OTHER_ID);
  if (hasOwn) doubt();
  hasOwn = true;
  return idEnd(at, OWN_ID);
}

function heldMember(key: usize, length: usize, at: usize): usize {
  return word.isHeldId(key, length) ? idEnd(at, OTHER_ID) : valueEnd(at);
}

function otherEnd(at: usize): usize {
  return idEnd(at, OTHER_ID);
}

/** The host knows the same number. */
const LONGEST_ID: usize = 200;

/** Anything but a string is no id; one that is spelled with escapes, or is very long, is for the host. */
function idEnd(at: usize, kind: u32): usize {
  if (load<u8>(at) != QUOTE) return valueEnd(at);
  const end = plainEnd(at + 1);
  if (!end) return 0;
  if (!isPlain || end - at - 1 > LONGEST_ID) doubt();
  place(kind, at, end + 1);
  return end + 1;
}

function forkEnd(key: usize, at: usize): usize {
  if (forkValue) doubt();
  forkValue = at;
  const end = valueEnd(at);
  let from = key - 2;
  while (load<u8>(from) <= 0x20) from -= 1;
  place(FORK, load<u8>(from) == COMMA ? from : key - 1, end);
  return end;
}

function place(kind: u32, start: usize, end: usize): void {
  if (idCount == MAX_PLACES) {
    doubt();
    return;
  }
  const at = idPlaces + usize(idCount) * PLACE_BYTES;
  store<u32>(at, kind);
  store<u32>(at, u32(start), PLACE_START);
  store<u32>(at, u32(end), PLACE_END);
  idCount += 1;
}
