// Reads of a file, many of them short and near each other -> the same bytes with far fewer calls to the disk; nothing is kept for long.

export type Read = (into: Uint8Array, offset: number) => number;

const windowBytes = 256 * 1024;
/** Longer reads are worth a call of their own. */
const shortBytes = 64 * 1024;

/** For a file that does not change: whoever reads it looks whether it did. */
export function nearReads(read: Read): Read {
  let window: Uint8Array | undefined;
  let [start, end] = [0, 0];
  return (into, offset) => {
    if (into.length > shortBytes) return read(into, offset);
    if (offset < start || offset + into.length > end) {
      window ??= Buffer.allocUnsafeSlow(windowBytes);
      start = offset;
      end = offset;
      end += read(window, offset);
    }
    const count = Math.min(into.length, end - offset);
    if (window !== undefined) into.set(window.subarray(offset - start, offset - start + count));
    return count;
  };
}
