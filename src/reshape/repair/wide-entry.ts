// Damaged lines, one after the other -> the entries in those that a program wrote in UTF-16; any other line is none.
import { type ByteOrder, type JsonObject, parsedObject, utf16Text } from "../../format/index.ts";
import { isEntryLike } from "./segments.ts";

/** To be given the lines in their order: only the first one of a run tells which of two bytes comes first. */
export function wideReader(): (bytes: Uint8Array) => JsonObject | undefined {
  let order: ByteOrder = "be";
  return (bytes) => {
    const start = isMark(bytes) ? 2 : 0;
    const isPlain = bytes[start] === bracket && bytes[start + 1] === 0;
    if (!isPlain && !(bytes[start] === 0 && bytes[start + 1] === bracket)) return undefined;
    if (isPlain) order = "le";
    else if (start > 0) order = "be";
    const raw = parsedObject(utf16Text(withoutHalves(bytes.subarray(start), order), order).trim());
    return raw !== undefined && isEntryLike(raw) ? raw : undefined;
  };
}

const bracket = 0x7b;

const isMark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Files are split at the byte of a line feed: its other half is left on one of the two lines. */
function withoutHalves(bytes: Uint8Array, order: ByteOrder): Uint8Array {
  if (order === "le") return bytes[0] === 0 ? bytes.subarray(1) : bytes;
  return bytes.length % 2 === 1 ? bytes.subarray(0, -1) : bytes;
}
