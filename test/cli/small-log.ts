// A few words per line -> the lines of a small log in the client's shapes; ids are counted, lines are ten seconds apart.
import type { Json, JsonObject } from "../../src/format/index.ts";

export type SmallLog = {
  /** Each gives the uuid of its line; the next line hangs off it. */
  readonly prompt: (text: string, extra?: JsonObject) => string;
  readonly answer: (messageId: string, block: JsonObject, extra?: JsonObject) => string;
  readonly result: (callId: string, content: Json, extra?: JsonObject) => string;
  readonly system: (subtype: string, extra?: JsonObject) => string;
  readonly attachment: (attachment: JsonObject) => string;
  /** A line without uuid and parent: a title, a mode. */
  readonly state: (line: JsonObject) => void;
  /** Text that stands in the file as it is. */
  readonly verbatim: (text: string) => void;
  /** The next line hangs off this one. */
  readonly goBackTo: (uuid: string) => void;
  readonly text: () => string;
};

export type Setting = { readonly sessionId: string; readonly envelope?: JsonObject };

const startMs = Date.parse("2026-11-01T10:00:00.000Z");

export function smallLog({ sessionId, envelope = {} }: Setting): SmallLog {
  const lines: string[] = [];
  let count = 0;
  let parentUuid: string | null = null;

  function chained(type: string, body: JsonObject): string {
    count += 1;
    const uuid = `${sessionId.slice(0, 8)}-0000-4000-8000-${String(count).padStart(12, "0")}`;
    const timestamp = new Date(startMs + 10_000 * count).toISOString();
    const shared = { isSidechain: false, userType: "external", cwd: "/home/ada/loom", sessionId, version: "2.1.325" };
    lines.push(
      `${JSON.stringify({ parentUuid, ...shared, gitBranch: "main", ...envelope, type, uuid, timestamp, ...body })}\n`,
    );
    parentUuid = uuid;
    return uuid;
  }

  return {
    prompt: (text, extra = {}) => chained("user", { message: { role: "user", content: text }, ...extra }),
    answer: (id, block, extra = {}) =>
      chained("assistant", {
        message: { id, type: "message", role: "assistant", model: "claude-opus-5-5", content: [block], ...usage },
        ...extra,
      }),
    result: (callId, content, extra = {}) =>
      chained("user", {
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content }] },
        ...extra,
      }),
    system: (subtype, extra = {}) => chained("system", { subtype, level: "info", isMeta: false, ...extra }),
    attachment: (attachment) => chained("attachment", { attachment }),
    state: (line) => void lines.push(`${JSON.stringify(line)}\n`),
    verbatim: (text) => void lines.push(text),
    goBackTo: (uuid) => void (parentUuid = uuid),
    text: () => lines.join(""),
  };
}

const usage = {
  stop_reason: "end_turn",
  usage: { input_tokens: 3, cache_creation_input_tokens: 20, cache_read_input_tokens: 400, output_tokens: 50 },
} as const;

export const say = (text: string): JsonObject => ({ type: "text", text });
export const think = (thinking: string): JsonObject => ({ type: "thinking", thinking, signature: "c2lnbmVk" });
export const call = (id: string, name: string, input: JsonObject): JsonObject => ({
  type: "tool_use",
  id,
  name,
  input,
});
