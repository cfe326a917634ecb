// Needles -> a finder of the raw lines that may match, over memory that it lends; the kernel's, or a plain one where that cannot run.
import { literalSource } from "../query/evaluate.ts";
import type { Needles } from "../query/needles.ts";
import { kernelFinder } from "./needle-kernel.ts";

export type RawLine = { readonly start: number; readonly end: number };

export type LineFinder = {
  /** Memory to read into, at least that large; what stood in it before stays where it was. */
  readonly room: (capacity: number) => Uint8Array;
  /** Lines between two places in it that hold a needle; both places are ends of lines. */
  readonly lines: (start: number, end: number) => Iterable<RawLine>;
};

/** Without needles every line may match. */
export function lineFinder(needles: Needles | undefined): LineFinder {
  return (needles === undefined ? undefined : kernelFinder(needles)) ?? plainFinder(needles);
}

export function plainFinder(needles: Needles | undefined): LineFinder {
  let memory: Uint8Array = new Uint8Array(0);
  return {
    room(capacity) {
      if (memory.length < capacity) {
        const larger = new Uint8Array(capacity);
        larger.set(memory);
        memory = larger;
      }
      return memory;
    },
    lines(start, end) {
      const bytes = Buffer.from(memory.buffer, memory.byteOffset + start, end - start);
      return needles === undefined ? allLines(bytes, start) : linesWith(needles, bytes, start);
    },
  };
}

function* allLines(bytes: Buffer, base: number): Generator<RawLine, void, undefined> {
  for (let at = 0; at < bytes.length;) {
    const end = lineEnd(bytes, at);
    yield { start: base + at, end: base + end };
    at = end + 1;
  }
}

function lineEnd(bytes: Buffer, at: number): number {
  const feed = bytes.indexOf(0x0a, at);
  return feed < 0 ? bytes.length : feed;
}

/** What the kernel does, said plainly. One character for each byte: letters beyond ASCII are changed in both alike. */
function* linesWith({ runs, escapes }: Needles, bytes: Buffer, base: number): Generator<RawLine, void, undefined> {
  const text = bytes.toString("latin1").toLowerCase();
  const wanted = runs.map((run) => literalSource(Buffer.from(run).toString("latin1").toLowerCase()));
  const escape = escapes === "ascii" ? String.raw`\\u00[2-7]` : String.raw`\\u(?!00[01])`;
  const expression = new RegExp([...wanted, escape].join("|"), "g");
  for (let found = expression.exec(text); found !== null; found = expression.exec(text)) {
    const end = lineEnd(bytes, found.index);
    yield { start: base + bytes.lastIndexOf(0x0a, found.index) + 1, end: base + end };
    expression.lastIndex = end + 1;
  }
}
