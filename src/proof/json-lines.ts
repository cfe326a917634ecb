// A stream of bytes -> the JSON values on its lines, and back; only LF ends a line, for JSON may hold every other break.
import type { Readable, Writable } from "node:stream";

export async function* readJsonLines(stream: Readable): AsyncGenerator<unknown> {
  let pieces: string[] = [];
  for await (const chunk of stream.setEncoding("utf8")) {
    const [first = "", ...rest] = String(chunk).split("\n");
    pieces.push(first);
    for (const next of rest) {
      yield JSON.parse(pieces.join(""));
      pieces = [next];
    }
  }
}

export function writeJsonLine(stream: Writable, value: unknown): void {
  stream.write(`${JSON.stringify(value)}\n`);
}
