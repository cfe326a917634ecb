// The only file that writes to stdout and stderr; text gets here through guardOutput.
import { writeSync } from "node:fs";
import { CannotWrite, ClosedPipe } from "../io.ts";
import { isTerminal } from "../is-terminal.ts";
import { systemCode } from "../system-code.ts";

/** Length of the progress line on stderr, which the next one replaces. */
let progressLength = 0;

let pending: string[] = [];
let pendingLength = 0;

/** Data, to stdout, gathered into larger writes. */
export function writeOut(text: string): void {
  pending.push(text);
  pendingLength += text.length;
  if (pendingLength > 64 * 1024) flushOut();
}

/** One write after the other, so that a closed pipe is noticed at once and nothing piles up in memory. */
export function flushOut(): void {
  const bytes = Buffer.from(pending.join(""));
  pending = [];
  pendingLength = 0;
  if (bytes.length > 0) clearProgress();
  for (let at = 0; at < bytes.length;) at += writeSome(bytes, at);
}

const pause = new Int32Array(new SharedArrayBuffer(4));

function writeSome(bytes: Buffer, at: number): number {
  try {
    return writeSync(1, bytes, at);
  } catch (error) {
    const code = systemCode(error);
    if (code === "EPIPE") throw new ClosedPipe();
    if (code !== "EAGAIN") throw new CannotWrite(String(code), { cause: error });
    // A pipe that does not block is full: let its reader work.
    Atomics.wait(pause, 0, 0, 2);
    return 0;
  }
}

/** A message, to stderr, after the data so far; a stderr that cannot be written to is ignored. */
export function writeErr(text: string): void {
  flushOut();
  clearProgress();
  writeLast(text);
}

/** The same without flushing stdout first, for when stdout fails. */
export function writeLast(text: string): void {
  try {
    writeSync(2, text);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

export function writeProgress(text: string): void {
  if (!isTerminal(2)) return;
  clearProgress();
  progressLength = text.length;
  writeSync(2, text);
}

export function clearProgress(): void {
  if (progressLength > 0) writeSync(2, `\r${" ".repeat(progressLength)}\r`);
  progressLength = 0;
}

/** A terminal that does not know its size reports 0. */
export function screenSize(): { readonly columns: number; readonly rows: number } {
  return { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 };
}
