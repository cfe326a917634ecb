// Where a number, true, false or null begins -> where it ends, 0 if it is none; what follows it the grammar judges.

/** Little-endian words of the literals. */
export const TRUE: u32 = 0x65757274;
export const NULL: u32 = 0x6c6c756e;
const ALSE: u32 = 0x65736c61;

export function scalarEnd(at: usize): usize {
  const word = load<u32>(at);
  if (word == TRUE || word == NULL) return at + 4;
  if (u8(word) == 0x66) return load<u32>(at + 1) == ALSE ? at + 5 : 0;
  return numberEnd(at);
}

function numberEnd(start: usize): usize {
  let at = load<u8>(start) == 0x2d ? start + 1 : start;
  let end = digitsEnd(at);
  if (end == at || (end > at + 1 && load<u8>(at) == 0x30)) return 0;
  if (load<u8>(end) == 0x2e) {
    at = end + 1;
    end = digitsEnd(at);
    if (end == at) return 0;
  }
  if ((load<u8>(end) | 0x20) == 0x65) {
    at = end + 1;
    const sign = load<u8>(at);
    if (sign == 0x2b || sign == 0x2d) at += 1;
    end = digitsEnd(at);
    if (end == at) return 0;
  }
  return end;
}

export function digitsEnd(start: usize): usize {
  let at = start;
  while (u8(load<u8>(at) - 0x30) < 10) at += 1;
  return at;
}

/** The value of the digits `start`..`end`: at most 15 of them, so that a double holds it exactly. */
export function digitsValue(start: usize, end: usize): f64 {
  let value: u64 = 0;
  for (let at = start; at < end; at++) value = value * 10 + u64(load<u8>(at) - 0x30);
  return f64(value);
}
