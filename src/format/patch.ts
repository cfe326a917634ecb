// Bytes and texts for ranges of them -> the bytes with those ranges replaced; all else is copied.

export type Patch = { readonly start: number; readonly end: number; readonly text: string };

/** Ranges that do not overlap, in any order; at one place an insertion comes before a removal. */
export function patched(bytes: Uint8Array, patches: readonly Patch[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of patches.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(bytes.subarray(at, start), encoder.encode(text));
    at = end;
  }
  parts.push(bytes.subarray(at));
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let to = 0;
  for (const part of parts) {
    joined.set(part, to);
    to += part.length;
  }
  return joined;
}

const encoder = new TextEncoder();
