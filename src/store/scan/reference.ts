// A log -> its digest by parsing every line: slow and plain, it says what the kernel's digest must be.
import { type Line, type Range, decodeLine, elementsUpTo, lineSplitter, locate } from "../../format/index.ts";
import { type Digest, type Digester, digester } from "../../graph/index.ts";
import { openBytes } from "./log-bytes.ts";

export type ScanOptions = {
  /** The digest of the lines in front: the scan goes on behind them. */
  readonly from?: Digest;
  /** A last line without a line feed may still be growing: "last-line-feed" leaves it for the next scan. */
  readonly upTo?: "last-line-feed" | "end";
};

const chunkBytes = 256 * 1024;

export function referenceDigest(path: string, { from, upTo = "end" }: ScanOptions = {}): Digest {
  const start = from?.bytes ?? 0;
  const log = openBytes(path, start);
  try {
    return digestOf(chunksOf(log.read), { ...(from && { from }), upTo });
  } finally {
    log.close();
  }
}

/** The same for bytes that are no file. */
export function digestOf(chunks: Iterable<Uint8Array>, { from, upTo = "end" }: ScanOptions = {}): Digest {
  const fold = digester(from);
  let bytes = from?.bytes ?? 0;
  const splitter = lineSplitter({ offset: bytes, number: 1 });
  const take = (line: Line): void => {
    foldLine(fold, line);
    bytes += line.length;
  };
  for (const chunk of chunks) for (const line of splitter.push(chunk)) take(line);
  if (upTo === "end") for (const line of splitter.finish()) take(line);
  return fold.digest(bytes);
}

/** One line by parsing it. */
export function foldLine(fold: Digester, line: Line): void {
  const decoded = decodeLine(line);
  if (decoded.kind === "blank") return fold.skip("blank");
  if (decoded.kind === "damaged") return fold.skip(decoded.damage);
  fold.entry(line.offset, decoded.raw, contentSizes(line.bytes ?? noBytes));
}

/** The bytes that the `content` of a block takes, by the index of the block; finds all blocks in one pass over the line. */
export function contentSizes(line: Uint8Array): (block: number) => number {
  let blocks: readonly Range[] | undefined;
  let list = noBytes;
  return (block) => {
    if (blocks === undefined) {
      const content = locate(line, ["message", "content"]);
      list = content === undefined ? noBytes : line.subarray(content.start, content.end);
      blocks = elementsUpTo(list, Infinity);
    }
    const place = blocks[block];
    const range = place && locate(list.subarray(place.start, place.end), ["content"]);
    return range === undefined ? 0 : range.end - range.start;
  };
}

const noBytes: Uint8Array = new Uint8Array(0);

function* chunksOf(read: (target: Uint8Array, at: number, count: number) => number): Generator<Uint8Array> {
  for (;;) {
    // A fresh buffer each time: lines keep views into it.
    const chunk = new Uint8Array(chunkBytes);
    const count = read(chunk, 0, chunkBytes);
    if (count === 0) return;
    yield chunk.subarray(0, count);
  }
}
