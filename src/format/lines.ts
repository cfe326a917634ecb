// Chunks of bytes -> lines with exact offsets, split on 0x0A only; lines joined are the file, however it was chunked.

/** How a line ends: LF, CR LF, or not at all (only the last line of a file). */
export type LineEnd = "lf" | "crlf" | "none";

export type Line = {
  /** Counted from 1. */
  readonly number: number;
  readonly offset: number;
  /** In bytes, line end included: offset + length is the next line's offset. */
  readonly length: number;
  readonly end: LineEnd;
  /** Without the line end; undefined when the line is longer than `maxLineBytes` and is known by place only. */
  readonly bytes: Uint8Array | undefined;
};

/** In bytes, without the line end. */
export function contentLength({ length, end }: Pick<Line, "length" | "end">): number {
  return length - endLengths[end];
}

const endLengths: Readonly<Record<LineEnd, number>> = { lf: 1, crlf: 2, none: 0 };

/** Longer lines are kept by offset, not by content. */
export const maxLineBytes = 64 * 1024 * 1024;

export function* splitLines(chunks: Iterable<Uint8Array>): Generator<Line, void, undefined> {
  const splitter = lineSplitter();
  for (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.finish();
}

export type LineSplitter = {
  /** The lines that this chunk completes. The chunk must not be written to afterwards. */
  readonly push: (chunk: Uint8Array) => Generator<Line, void, undefined>;
  /** The unterminated rest, if there is any. */
  readonly finish: () => Generator<Line, void, undefined>;
};

/** `from`: where in the file and at which line the first chunk begins, for reading on from a known place. */
export function lineSplitter(from: { readonly offset: number; readonly number: number } = start): LineSplitter {
  let { offset, number } = from;
  let pending: Uint8Array[] = [];
  let pendingLength = 0;

  function take(tail: Uint8Array, terminator: 0 | 1): Line {
    const contentLength = pendingLength + tail.length;
    const content = contentLength > maxLineBytes ? undefined : join(pending, tail, contentLength);
    const last = tail.at(-1) ?? pending.at(-1)?.at(-1);
    const end: LineEnd = terminator === 0 ? "none" : last === 0x0d ? "crlf" : "lf";
    const bytes = end === "crlf" ? content?.subarray(0, -1) : content;
    const line = { number, offset, length: contentLength + terminator, end, bytes };
    offset += line.length;
    number += 1;
    pending = [];
    pendingLength = 0;
    return line;
  }

  function keep(rest: Uint8Array): void {
    pendingLength += rest.length;
    // Past the limit only the length matters; the last byte still tells CR LF from LF.
    if (pendingLength > maxLineBytes) pending = [rest.slice(-1)];
    else pending.push(rest);
  }

  return {
    *push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, from)) {
        yield take(chunk.subarray(from, at), 1);
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
    *finish() {
      if (pendingLength > 0) yield take(empty, 0);
    },
  };
}

const start = { offset: 0, number: 1 } as const;
const empty = new Uint8Array(0);

function join(parts: readonly Uint8Array[], tail: Uint8Array, length: number): Uint8Array {
  const only = parts.length === 0 ? tail : parts.length === 1 && tail.length === 0 ? parts[0] : undefined;
  if (only !== undefined) return only;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  joined.set(tail, at);
  return joined;
}
