// A text in bytes -> where it stands in other bytes; skips as far as the last byte it saw allows.

export type Needle = {
  readonly length: number;
  /** The next place at or behind `from`, or -1. */
  readonly in: (bytes: Uint8Array, from: number) => number;
};

/** By pairs of bytes: most pairs do not stand in a needle, so most steps are as long as it is. */
export function needleOf(wanted: Uint8Array): Needle {
  const length = wanted.length;
  const last = length - 1;
  const skips = new Uint8Array(65_536).fill(Math.min(255, Math.max(1, last)));
  for (let at = 1; at < last; at++) skips[((wanted[at - 1] ?? 0) << 8) | (wanted[at] ?? 0)] = Math.min(255, last - at);
  const ending = ((wanted[last - 1] ?? 0) << 8) | (wanted[last] ?? 0);
  return {
    length,
    in(bytes, from) {
      if (length < 2) return -1;
      const { length: end } = bytes;
      for (let at = from + last; at < end;) {
        const pair = ((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0);
        if (pair === ending && isAt(bytes, at - last, wanted)) return at - last;
        at += skips[pair] ?? 1;
      }
      return -1;
    },
  };
}

function isAt(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let at = 0; at < wanted.length; at++) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}
