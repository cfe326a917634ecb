// Lines of a log and how ids change -> the same lines under other ids, one behind the other; at a line that is not sure it stops for the host.
import { QUOTE } from "./characters";
import { FRESH_BYTES, seedFresh, writeFresh } from "./fresh-uuid";
import {
  FORK,
  OWN_ID,
  PLACE_BYTES,
  PLACE_END,
  PLACE_START,
  SESSION_ID,
  UNSURE_LINE,
  GOOD_LINE,
  forkValue,
  idCount,
  idPlaces,
  lineClose,
  lineVerdict,
  readIds,
} from "./id-places";
import { markOf } from "./brief-mark";
import { isSame } from "./table";

/** Longer session ids are for the host. */
const TEXT_ROOM: usize = 512;
/** As they stand in lines: the old and the new session id with their quotes, and what a mark of origin begins with. */
export const renameTextsAt: usize = heap.alloc(3 * TEXT_ROOM);
let fromLength: u32 = 0;
let toLength: usize = 0;
let forkLength: usize = 0;
let isFresh: bool = false;
const FORK_KEY: usize = 14;

let own: usize = 0;
let ownMask: u32 = 0;

let out: usize = 0;
let outRoom: usize = 0;
export let renamedAt: usize = 0;
export let renamedEnd: usize = 0;
export let renamedLines: u32 = 0;

/** How long the three texts are that the host has written. */
export function beginRenaming(from: u32, to: u32, fork: u32): void {
  fromLength = from;
  toLength = usize(to);
  forkLength = usize(fork);
  seedFresh(renameTextsAt + TEXT_ROOM + 1, toLength - 2);
}

/** At most so many are given next. `fresh`: 1 where they change. */
export function beginOwnIds(most: u32, fresh: u32): void {
  isFresh = fresh != 0;
  let count: u32 = 64;
  while (count < most * 2) count *= 2;
  if (!own || count > ownMask + 1) own = heap.alloc(usize(count) * 8);
  ownMask = count - 1;
  memory.fill(own, 0, usize(count) * 8);
}

/** One behind the other, each between two quotes. */
export function addOwnIds(start: usize, end: usize): void {
  let at = start;
  while (at + 1 < end) {
    let behind = at + 1;
    while (load<u8>(behind) != QUOTE) behind += 1;
    const hash = markOf(at, behind + 1);
    store<u64>(ownSlot(hash), hash);
    at = behind;
  }
}

function ownSlot(hash: u64): usize {
  let at = u32(hash) & ownMask;
  while (true) {
    const slot = own + usize(at) * 8;
    const taken = load<u64>(slot);
    if (!taken || taken == hash) return slot;
    at = (at + 1) & ownMask;
  }
}

function isOwn(start: usize, end: usize): bool {
  return load<u64>(ownSlot(markOf(start, end))) != 0;
}

/** The whole lines of `start`..`end`; gives where the next line begins, which is `end`, or one that only the host can rename. */
export function renameLines(start: usize, end: usize): usize {
  const room = (end - start) * 2 + MOST_ADDED;
  if (outRoom < room) {
    outRoom = max(room, outRoom * 2);
    out = heap.alloc(outRoom);
  }
  renamedAt = out;
  renamedEnd = out;
  renamedLines = 0;
  let at = start;
  while (at < end) {
    const feed = readIds(at);
    if (lineVerdict == UNSURE_LINE || renamedEnd - out + (feed + 1 - at) + MOST_ADDED > outRoom) return at;
    if (lineVerdict == GOOD_LINE) renameLine(at, feed + 1);
    else putBytes(at, feed + 1);
    renamedLines += 1;
    at = feed + 1;
  }
  return at;
}

/** By all places of a line together: each grows by less than a text has room. */
const MOST_ADDED: usize = 66 * TEXT_ROOM;

function renameLine(start: usize, end: usize): void {
  let from = start;
  let uuid: usize = 0;
  let uuidEnd: usize = 0;
  for (let nth: u32 = 0; nth < idCount; nth++) {
    const place = idPlaces + usize(nth) * PLACE_BYTES;
    if (load<u32>(place) != OWN_ID) continue;
    const at = usize(load<u32>(place, PLACE_START));
    uuidEnd = usize(load<u32>(place, PLACE_END));
    if (isOwn(at, uuidEnd)) uuid = at;
  }
  for (let nth: u32 = 0; nth < idCount; nth++) {
    const place = idPlaces + usize(nth) * PLACE_BYTES;
    const kind = load<u32>(place);
    const at = usize(load<u32>(place, PLACE_START));
    const behind = usize(load<u32>(place, PLACE_END));
    if (kind == FORK) {
      if (!uuid) continue;
      putBytes(from, forkValue);
      putFork(uuid, uuidEnd, FORK_KEY);
    } else if (kind == SESSION_ID) {
      if (u32(behind - at) != fromLength || !isSame(at, renameTextsAt, fromLength)) continue;
      putBytes(from, at);
      putBytes(renameTextsAt + TEXT_ROOM, renameTextsAt + TEXT_ROOM + toLength);
    } else {
      if (!isFresh || !isOwn(at, behind)) continue;
      putBytes(from, at);
      writeFresh(renamedEnd, at + 1, behind - at - 2);
      renamedEnd += FRESH_BYTES;
    }
    from = behind;
  }
  if (uuid && !forkValue) {
    putBytes(from, lineClose - 1);
    putFork(uuid, uuidEnd, 0);
    from = lineClose - 1;
  }
  putBytes(from, end);
}

/** Where an entry comes from; without the key where that stands already. */
function putFork(uuid: usize, uuidEnd: usize, skipped: usize): void {
  const text = renameTextsAt + 2 * TEXT_ROOM;
  putBytes(text + skipped, text + forkLength);
  putBytes(uuid, uuidEnd);
  store<u8>(renamedEnd, 0x7d);
  renamedEnd += 1;
}

function putBytes(start: usize, end: usize): void {
  memory.copy(renamedEnd, start, end - start);
  renamedEnd += end - start;
}
