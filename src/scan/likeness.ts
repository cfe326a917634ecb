// Lines of a log -> one mark of all of them in which every id counts only as the how-manieth it is: the same for a copy under other ids.
import { beginMark, markA, markB, markBytes, markNumber, markOf, setMark } from "./brief-mark";
import {
  FORK,
  GOOD_LINE,
  PLACE_BYTES,
  PLACE_END,
  PLACE_START,
  idCount,
  idPlaces,
  lineClose,
  lineVerdict,
  readIds,
} from "./id-places";

/** Each id by its hash, and its number; a slot without a hash is free. */
let slots: usize = 0;
let slotMask: u32 = 0;
let known: u32 = 0;
const SLOT_NUMBER: usize = 8;
const SLOT_BYTES: usize = 16;
const FIRST_SLOTS: u32 = 4096;

/** The mark so far: four words. */
export const likenessAt: usize = heap.alloc(16);
export let likenessLines: u32 = 0;

export function beginLikeness(): void {
  if (!slots) newSlots(FIRST_SLOTS);
  else memory.fill(slots, 0, usize(slotMask + 1) * SLOT_BYTES);
  known = 0;
  likenessLines = 0;
  beginMark();
  keep();
}

function keep(): void {
  store<u64>(likenessAt, markA);
  store<u64>(likenessAt, markB, 8);
}

/** The whole lines of `start`..`end`, each with its line feed; whatever else was marked since the last ones. */
export function addLikeness(start: usize, end: usize): void {
  setMark(load<u64>(likenessAt), load<u64>(likenessAt, 8));
  let at = start;
  while (at < end) {
    const feed = readIds(at);
    markLine(at, feed + 1);
    likenessLines += 1;
    at = feed + 1;
  }
  keep();
}

/** A line that is not sure counts as it stands: where ids in it change, it is another. */
function markLine(start: usize, end: usize): void {
  if (lineVerdict != GOOD_LINE) return markBytes(start, end);
  let from = start;
  for (let nth: u32 = 0; nth < idCount; nth++) {
    const place = idPlaces + usize(nth) * PLACE_BYTES;
    const at = usize(load<u32>(place, PLACE_START));
    markSome(from, at);
    from = usize(load<u32>(place, PLACE_END));
    // Where an entry was copied from is told anew in each copy: with it or without, the line is the same.
    if (load<u32>(place) != FORK) markNumber(u64(numberOf(markOf(at, from))));
  }
  // Most copies tell it in front of the closing brace.
  markSome(from, lineClose - 1);
  markBytes(lineClose - 1, end);
}

function markSome(start: usize, end: usize): void {
  if (start < end) markBytes(start, end);
}

function numberOf(hash: u64): u32 {
  let slot = slotOf(hash);
  if (load<u64>(slot)) return load<u32>(slot, SLOT_NUMBER);
  if (known > slotMask >> 1) {
    grow();
    slot = slotOf(hash);
  }
  known += 1;
  claim(slot, hash, known);
  return known;
}

/** Of this hash, or the free one that it would take. */
function slotOf(hash: u64): usize {
  let at = u32(hash) & slotMask;
  while (true) {
    const slot = slots + usize(at) * SLOT_BYTES;
    const taken = load<u64>(slot);
    if (!taken || taken == hash) return slot;
    at = (at + 1) & slotMask;
  }
}

function claim(slot: usize, hash: u64, number: u32): void {
  store<u64>(slot, hash);
  store<u32>(slot, number, SLOT_NUMBER);
}

function newSlots(count: u32): void {
  slots = heap.alloc(usize(count) * SLOT_BYTES);
  memory.fill(slots, 0, usize(count) * SLOT_BYTES);
  slotMask = count - 1;
}

/** Memory is never given back: what was outgrown is less than what there is now. */
function grow(): void {
  const old = slots;
  const end = old + usize(slotMask + 1) * SLOT_BYTES;
  newSlots((slotMask + 1) * 4);
  for (let slot = old; slot < end; slot += SLOT_BYTES) {
    const hash = load<u64>(slot);
    if (hash) claim(slotOf(hash), hash, load<u32>(slot, SLOT_NUMBER));
  }
}
