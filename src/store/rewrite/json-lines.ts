// A file of JSON lines of ours -> its records in order; lines that a crash cut short say nothing.
import { type JsonObject, parsedObject, splitLines, utf8Text } from "../../format/index.ts";
import type { Disk } from "./disk.ts";
import { readWhole } from "./read-whole.ts";

/** A record is a line of some kilobytes: this is room for some ten thousand operations. */
const mostBytes = 256 * 1024 * 1024;

export function readRecords(disk: Disk, path: string): readonly JsonObject[] {
  if ((disk.look(path)?.sizeBytes ?? 0) > mostBytes)
    throw Object.assign(new Error(`${path} is larger than any file of clew's own`), { code: "EFBIG" });
  const bytes = readWhole(disk, path);
  if (bytes === undefined) return [];
  return [...splitLines([bytes])].flatMap((line) => {
    const record = line.bytes === undefined ? undefined : parsedObject(utf8Text(line.bytes));
    return record === undefined ? [] : [record];
  });
}
