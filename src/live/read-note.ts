// The path of a small file that a client keeps -> its text, or nothing; whatever stands there is untrusted.
import { systemCode } from "../store/index.ts";
import type { LiveDisk } from "./live-disk.ts";
import { readSpan } from "./tail/print.ts";

const mostBytes = 1024 * 1024;

/** Undefined for what is not there, shut for us, no file or far too long. */
export function readNote(path: string, disk: LiveDisk): string | undefined {
  return ifReadable(() => readText(path, disk));
}

/** It may have gone away since it was listed, or be shut for us: then it tells nothing. */
export function ifReadable<Value>(read: () => Value | undefined): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

function readText(path: string, disk: LiveDisk): string | undefined {
  const descriptor = disk.open(path);
  if (descriptor === undefined) return undefined;
  try {
    const { kind, sizeBytes } = disk.facts(descriptor);
    if (kind !== "file" || sizeBytes > mostBytes) return undefined;
    return Buffer.from(readSpan(disk, descriptor, { offset: 0, length: sizeBytes })).toString("utf8");
  } finally {
    disk.close(descriptor);
  }
}
