// A file of JSON lines of ours -> its records in order; lines that a crash cut short say nothing.
import { type JsonObject, parsedObject, splitLines, utf8Text } from "../../format/index.ts";
import type { Disk } from "./disk.ts";
import { readWhole } from "./read-whole.ts";

export function readRecords(disk: Disk, path: string): readonly JsonObject[] {
  const bytes = readWhole(disk, path);
  if (bytes === undefined) return [];
  return [...splitLines([bytes])].flatMap((line) => {
    const record = line.bytes === undefined ? undefined : parsedObject(utf8Text(line.bytes));
    return record === undefined ? [] : [record];
  });
}
