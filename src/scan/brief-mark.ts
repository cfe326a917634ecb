// Bytes of a line -> a mark of them in 128 bits: the same for the same bytes, and for others never by chance.

const FIRST: u64 = 0x9e3779b185ebca87;
const SECOND: u64 = 0xc2b2ae3d27d4eb4f;

export let markA: u64 = 0;
export let markB: u64 = 0;

export function beginMark(): void {
  markA = FIRST;
  markB = SECOND;
}

/** To go on with a mark that was left. */
export function setMark(a: u64, b: u64): void {
  markA = a;
  markB = b;
}

/** Each step can be undone: one difference alone always shows. */
export function markNumber(value: u64): void {
  markA = rotl((markA ^ value) * FIRST, 29);
  markB = rotl((markB ^ value) * SECOND, 31);
}

export function markBytes(start: usize, end: usize): void {
  let a = markA ^ u64(end - start);
  let b = markB;
  let at = start;
  while (at + 16 <= end) {
    a = rotl((a ^ load<u64>(at)) * FIRST, 29);
    b = rotl((b ^ load<u64>(at, 8)) * SECOND, 31);
    at += 16;
  }
  if (at + 8 <= end) {
    a = rotl((a ^ load<u64>(at)) * FIRST, 29);
    at += 8;
  }
  const rest = u64(end - at) << 3;
  if (rest) b = rotl((b ^ (load<u64>(at) << (64 - rest))) * SECOND, 31);
  // Either lane saw only half of the words.
  markA = (a ^ (b >>> 32)) * SECOND;
  markB = rotl(b * FIRST, 17) ^ markA;
}

/** Of these bytes alone, in 64 bits; the mark under way stays as it is. */
export function markOf(start: usize, end: usize): u64 {
  const a = markA;
  const b = markB;
  beginMark();
  markBytes(start, end);
  const mark = markA ^ rotl(markB, 32);
  markA = a;
  markB = b;
  return mark;
}
