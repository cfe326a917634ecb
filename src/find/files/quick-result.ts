// The rest of a line from somewhere in front of the client's own record of a result on -> that record; in doubt undefined.
import { type JsonObject, isObject, objectField } from "../../format/index.ts";

const resultMark = Buffer.from('"toolUseResult":{');
const openBrace = 0x7b;
/** The rest of what the model was told, and the envelope. */
const nearBytes = 8192;

/** Inside a string the quotes of the mark would be escaped; if it stood deeper than the entry itself, the rest would not parse. */
export function quickResult(rest: Buffer): JsonObject | undefined {
  const start = rest.subarray(0, nearBytes).indexOf(resultMark);
  const before = rest[start - 1];
  if (start < 1 || before === undefined) return undefined;
  // In the place of the comma, for a moment: a text put together of two is copied once more.
  rest[start - 1] = openBrace;
  const text = rest.toString("utf8", start - 1);
  rest[start - 1] = before;
  try {
    const raw: unknown = JSON.parse(text);
    return isObject(raw) ? objectField(raw, "toolUseResult") : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
