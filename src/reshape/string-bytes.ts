// Bytes of a line and where a string stands in them -> its text, or whether it is a given one; most ids are compared without a text.
import { utf8Text } from "../format/index.ts";

/** Undefined for what is no string; quotes included in the place. */
export function stringAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] !== quote || end - start < 3) return undefined;
  const text = utf8Text(bytes.subarray(start + 1, end - 1));
  return text.includes("\\") ? unescaped(`"${text}"`) : text;
}

/** Whether these very bytes stand here. */
export function isSameBytes(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let at = wanted.length - 1; at >= 0; at--) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}

function unescaped(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const quote = 0x22;
