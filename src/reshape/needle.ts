// A text in bytes -> where it stands in other bytes; skips as far as the last byte it saw allows.

export type Needle = {
  readonly length: number;
  /** The next place at or behind `from`, or -1. */
  readonly in: (bytes: Uint8Array, from: number) => number;
};

export function needleOf(wanted: Uint8Array): Needle {
  const length = wanted.length;
  const last = length - 1;
  const skips = new Int32Array(256).fill(length);
  for (let at = 0; at < last; at++) skips[wanted[at] ?? 0] = last - at;
  const ending = wanted[last];
  return {
    length,
    in(bytes, from) {
      if (length === 0) return -1;
      for (let end = from + last; end < bytes.length;) {
        const byte = bytes[end] ?? 0;
        if (byte === ending) {
          let at = 0;
          while (at < last && bytes[end - last + at] === wanted[at]) at += 1;
          if (at === last) return end - last;
        }
        end += skips[byte] ?? length;
      }
      return -1;
    },
  };
}
