// A file of JSON lines of ours -> its records in order; lines that a crash cut short say nothing.
import { type JsonObject, isObject, splitLines, utf8Text } from "../../format/index.ts";
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

export function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
