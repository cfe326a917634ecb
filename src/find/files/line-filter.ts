// The bytes of a line -> whether it may tell of files or of the prompt behind a change; in doubt it may.
import type { Line } from "../../format/index.ts";

/** How the lines of a client begin that are no part of the conversation. */
const stateHead = Buffer.from('{"type":"');
const kept = ["file-history", "user", "assistant", "attachment", "system"].map((type) => Buffer.from(type));
const headBytes = 2048;
/** Inside a string the quotes would be escaped. */
const progress = Buffer.from('"type":"progress"');
const progressData = Buffer.from('"data":{"type":"');

export function mayTellOfFiles({ bytes }: Line): boolean {
  if (bytes === undefined) return false;
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(line, stateHead, 0)) return kept.some((type) => startsWith(line, type, stateHead.length));
  // A line that shows it further behind is read, and then found to tell nothing.
  const head = line.subarray(0, headBytes);
  return !(head.includes(progress) && head.includes(progressData));
}

function startsWith(line: Buffer, wanted: Buffer, at: number): boolean {
  return line.length >= at + wanted.length && line.compare(wanted, 0, wanted.length, at, at + wanted.length) === 0;
}
