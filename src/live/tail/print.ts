// A few bytes of a file -> a short print of them, by which two looks at a file are told apart; nothing is kept here.
import { hash } from "node:crypto";
import type { LiveDisk } from "../live-disk.ts";

/** Enough to hold a session's id at the head, and ids and times of the last lines before an offset. */
export const headBytes = 256;
export const beforeBytes = 1024;

/** Both lie in what was read already, so an honest append changes neither. */
export type Prints = { readonly head: string; readonly before: string };

export const noPrints: Prints = { head: "", before: "" };

export function printsAt(disk: LiveDisk, descriptor: number, offset: number): Prints {
  const head = printOf(glance(disk, descriptor, { offset: 0, length: Math.min(offset, headBytes) }));
  return { head, before: beforePrint(disk, descriptor, offset) };
}

export function beforePrint(disk: LiveDisk, descriptor: number, offset: number): string {
  const from = Math.max(0, offset - beforeBytes);
  return printOf(glance(disk, descriptor, { offset: from, length: offset - from }));
}

export const printOf = (bytes: Uint8Array): string => (bytes.length === 0 ? "" : hash("sha1", bytes, "base64"));

export const isSamePrint = (a: Prints, b: Prints): boolean => a.head === b.head && a.before === b.before;

type Span = { readonly offset: number; readonly length: number };

/** In a buffer of its own; shorter than asked for where the file ends. */
export function readSpan(disk: LiveDisk, descriptor: number, { offset, length }: Span): Uint8Array {
  return fill(disk, descriptor, { buffer: Buffer.allocUnsafeSlow(length), offset });
}

/** Thousands of times a second, and only until the print is made: so always in the same place. */
const scratch = Buffer.allocUnsafeSlow(beforeBytes);

function glance(disk: LiveDisk, descriptor: number, { offset, length }: Span): Uint8Array {
  return fill(disk, descriptor, { buffer: scratch.subarray(0, length), offset });
}

type Fill = { readonly buffer: Uint8Array; readonly offset: number };

function fill(disk: LiveDisk, descriptor: number, { buffer, offset }: Fill): Uint8Array {
  const { length } = buffer;
  let filled = 0;
  while (filled < length) {
    const count = disk.read(descriptor, filled === 0 ? buffer : buffer.subarray(filled), offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
