// A log -> what its first and its last lines tell, as a digest; between them nothing is read, so that any log takes as long.
import { closeSync, readSync } from "node:fs";
import { type Line, decodeLine, lineSplitter } from "../../format/index.ts";
import { type Digest, digester } from "../../graph/index.ts";
import { openForReading, worldError } from "../../store/index.ts";

/** The first prompt stands near the beginning; titles are written again near the end. */
const headBytes = 48 * 1024;
const tailBytes = 32 * 1024;

export type Brief = {
  readonly digest: Digest;
  /** The log is so short that all of it was read. */
  readonly isWhole: boolean;
};

export function readBrief(path: string): Brief {
  const { descriptor, stats } = openForReading(path);
  try {
    const { size } = stats;
    const isWhole = size <= headBytes + tailBytes;
    const fold = digester();
    const take = (offset: number, length: number): void => {
      const bytes = Buffer.allocUnsafe(length);
      const read = bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
      for (const line of wholeLines(read, offset, size)) {
        const decoded = decodeLine(line);
        if (decoded.kind === "entry" || decoded.kind === "other") fold.entry(line.offset, decoded.raw, () => 0);
        else fold.skip(decoded.kind === "blank" ? "blank" : decoded.damage);
      }
    };
    take(0, isWhole ? size : headBytes);
    if (!isWhole) take(size - tailBytes, tailBytes);
    return { digest: fold.digest(size), isWhole };
  } catch (error) {
    throw worldError(error, path);
  } finally {
    closeSync(descriptor);
  }
}

/** Halves of lines at the edges of what was read say nothing. */
function wholeLines(bytes: Buffer, offset: number, size: number): readonly Line[] {
  const start = offset === 0 ? 0 : bytes.indexOf(0x0a) + 1;
  if (offset > 0 && start === 0) return [];
  const isEnd = offset + bytes.length >= size;
  const splitter = lineSplitter({ offset: offset + start, number: 1 });
  const lines = [...splitter.push(bytes.subarray(start))];
  return isEnd ? [...lines, ...splitter.finish()] : lines;
}
