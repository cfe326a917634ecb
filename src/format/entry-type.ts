// The entry types that the schema knows, as a closed type and its guard.
import { entryShape } from "./schema/entries.ts";

export type EntryType = keyof typeof entryShape.of;

export function isEntryType(type: string | undefined): type is EntryType {
  return type !== undefined && Object.hasOwn(entryShape.of, type);
}
