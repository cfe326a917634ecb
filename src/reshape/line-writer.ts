// Lines with replacements -> their bytes, line end included, in slabs that many lines share; what was given out is written again only where it may be.
import type { LineEnd } from "../format/index.ts";
import type { Replacement } from "./replacement.ts";

/** Large enough that making slabs costs nothing, small enough that a held line holds little. */
const slabBytes = 256 * 1024;

export function lineWriter(
  pieces?: "passing",
): (bytes: Uint8Array, replacements: readonly Replacement[], end: LineEnd) => Uint8Array {
  let slab = new Uint8Array(slabBytes);
  let used = 0;

  function room(size: number): Uint8Array {
    if (size > slabBytes / 4) return new Uint8Array(size);
    if (used + size > slabBytes) {
      if (pieces !== "passing") slab = new Uint8Array(slabBytes);
      used = 0;
    }
    used += size;
    return slab.subarray(used - size, used);
  }

  return (bytes, replacements, end) => {
    let size = bytes.length + (end === "crlf" ? 2 : 1);
    for (const one of replacements) size += one.bytes.length - (one.end - one.start);
    const out = room(size);
    let [from, to] = [0, 0];
    for (const { start, end: behind, bytes: text } of replacements) {
      if (start > from) out.set(bytes.subarray(from, start), to);
      to += start - from;
      out.set(text, to);
      to += text.length;
      from = behind;
    }
    out.set(from === 0 ? bytes : bytes.subarray(from), to);
    if (end === "crlf") out[size - 2] = 0x0d;
    out[size - 1] = 0x0a;
    return out;
  };
}
