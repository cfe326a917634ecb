// What a plan renders -> the bytes of the result, one piece after the other; a line that is too long to hold is read from its source.
import type { Source } from "../../reshape/index.ts";

export type SourceRange = { readonly offset: number; readonly length: number };

/** A line with its line feed, or where such a line stands: in the source named, else in the plan's own. */
export type Pieces = Iterable<Uint8Array | (SourceRange & { readonly from?: Source })>;

/** Where a file's bytes can be had. */
export type Bytes = (offset: number, length: number) => Iterable<Uint8Array>;

export function* bytesOf(
  pieces: Pieces,
  bytesIn: (from: Source | undefined) => Bytes,
): Generator<Uint8Array, void, undefined> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else yield* endedLine(bytesIn(piece.from)(piece.offset, piece.length));
  }
}

const lineFeed = Uint8Array.of(0x0a);

/** The last line of a source may have no end: in a result every line has one. */
function* endedLine(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  let last: number | undefined;
  for (const chunk of chunks) {
    last = chunk.at(-1);
    yield chunk;
  }
  if (last !== lineFeed[0]) yield lineFeed;
}
