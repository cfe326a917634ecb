// A line in which the model called tools, and what a digest tells of those calls -> the line decoded without what it gave them; in doubt undefined.
import { type Decoded, type JsonObject, type Line, isObject } from "../../format/index.ts";
import { withoutContent } from "./light-line.ts";
import type { TellingCall } from "./telling-lines.ts";

/** Shorter lines are parsed as quickly. */
const worthCutting = 1024;

export function lightCalls(line: Line, calls: readonly TellingCall[]): Decoded | undefined {
  const { bytes } = line;
  if (bytes === undefined || bytes.length < worthCutting || calls.length === 0) return undefined;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const content: JsonObject[] = [];
  for (const { id, tool, file } of calls) {
    // Inside a string the quotes would be escaped: it is the key itself, and the digest has its value whole.
    if (file === undefined || !all.includes(`"file_path":${JSON.stringify(file)}`)) return undefined;
    content.push({ type: "tool_use", id, name: tool, input: { file_path: file } });
  }
  const raw = withoutContent(all);
  const message = raw?.["message"];
  if (raw?.["type"] !== "assistant" || !isObject(message)) return undefined;
  return { kind: "entry", type: "assistant", raw: { ...raw, message: { ...message, content } }, line, quirks: [] };
}
