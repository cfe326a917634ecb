// A line that is written anew with parts of it left out or replaced; all between is copied as it stands.

let out: usize = 0;
let copied: usize = 0;

export function beginOut(to: usize, from: usize): void {
  out = to;
  copied = from;
}

/** Copies all up to `end`; gives where the next byte is written. */
export function copyUpTo(end: usize): usize {
  const size = end - copied;
  memory.copy(out, copied, size);
  out += size;
  copied = end;
  return out;
}

/** The line goes on at `from`; what stands between is left out. */
export function skipTo(from: usize): void {
  copied = from;
}

/** The same, where something was written instead, up to `to`. */
export function goOn(to: usize, from: usize): void {
  out = to;
  copied = from;
}

export function put(byte: u8): void {
  store<u8>(out, byte);
  out += 1;
}

export function putBytes(start: usize, end: usize): void {
  memory.copy(out, start, end - start);
  out += end - start;
}
