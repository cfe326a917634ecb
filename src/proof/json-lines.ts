// A stream of bytes -> the JSON values on its lines, and back; only LF ends a line, for JSON may hold every other break.
import type { Readable, Writable } from "node:stream";

/** Reads on while values are being dealt with, so that the end of the stream is noticed at once. */
export function onJsonLines(stream: Readable, take: (value: unknown) => void): Promise<void> {
  let pieces: string[] = [];
  const accept = (chunk: string) => {
    const [first = "", ...rest] = chunk.split("\n");
    pieces.push(first);
    for (const next of rest) {
      const line = pieces.join("");
      pieces = [next];
      take(JSON.parse(line));
    }
  };
  return new Promise((resolve, reject) => {
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      try {
        accept(chunk);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    stream.once("error", reject);
    stream.once("end", resolve);
  });
}

export function writeJsonLine(stream: Writable, value: unknown): void {
  stream.write(`${JSON.stringify(value)}\n`);
}
