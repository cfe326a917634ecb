// A few words -> hand-made entries in the client's shape and their bytes; ids and times are counted, never drawn.
import type { JsonObject } from "../src/format/index.ts";
import { decodeLines, splitLines } from "../src/format/index.ts";
import type { Decoded, Json } from "../src/format/index.ts";
import type { Log, ReadEntry, Session, SessionOptions } from "../src/graph/index.ts";
import { buildSession, gatherLog } from "../src/graph/index.ts";

/** Laid over what is made; `undefined` takes a field away. */
export type Fields = { readonly [key: string]: Json | undefined };

export type Craft = {
  readonly prompt: (content: Json, fields?: Fields) => string;
  /** One line of the model; lines that share a `messageId` are one message. */
  readonly reply: (content: Json, fields?: Fields & { readonly messageId?: string }) => string;
  readonly result: (callId: string, fields?: Fields & { readonly content?: Json }) => string;
  /** Any other entry of the chain: system, attachment, progress. */
  readonly link: (type: string, fields: Fields) => string;
  /** A line without place in the chain. */
  readonly state: (type: string, fields?: Fields) => void;
  /** These very characters as a line. */
  readonly raw: (text: string) => void;
  readonly text: () => string;
  readonly bytes: () => Uint8Array;
};

export const sessionId = "11111111-2222-4333-8444-555555555555";
const firstMs = Date.UTC(2026, 0, 2, 3, 4, 5);
export const timeAt = (seconds: number): string => new Date(firstMs + seconds * 1000).toISOString();

export function craft(version = "2.1.150"): Craft {
  const lines: string[] = [];
  let last: string | null = null;
  const envelope = { userType: "external", cwd: "/home/ada/loom", sessionId, version, gitBranch: "main" };

  /** The parent is the entry before, the id tells the line, and a second passes with each line. */
  function add(body: Fields, fields: Fields): string {
    const { uuid: given } = fields;
    const uuid = typeof given === "string" ? given : `e${lines.length + 1}`;
    const timestamp = timeAt(lines.length);
    const entry = { parentUuid: last, isSidechain: false, ...body, uuid, timestamp, ...envelope, ...fields };
    lines.push(JSON.stringify(entry));
    last = uuid;
    return uuid;
  }

  return {
    prompt: (content, fields = {}) => add({ type: "user", message: { role: "user", content } }, fields),
    reply(content, { messageId = `msg_${lines.length + 1}`, ...fields } = {}) {
      const usage = { input_tokens: 3, output_tokens: 5 };
      const head = { id: messageId, type: "message", role: "assistant", model: "claude-opus-4-5" };
      return add({ message: { ...head, content, stop_reason: null, usage }, type: "assistant" }, fields);
    },
    result(callId, { content = "done", ...fields } = {}) {
      const block = { type: "tool_result", tool_use_id: callId, content };
      return add({ type: "user", message: { role: "user", content: [block] } }, fields);
    },
    link: (type, fields) => add({ type }, fields),
    state: (type, fields = {}) => void lines.push(JSON.stringify({ type, sessionId, ...fields })),
    raw: (text) => void lines.push(text),
    text: () => lines.map((line) => `${line}\n`).join(""),
    bytes: () => bytesOf(lines.map((line) => `${line}\n`).join("")),
  };
}

export const text = (words: string): JsonObject => ({ type: "text", text: words });
export const call = (id: string, name = "Read", input: JsonObject = {}): JsonObject => ({
  type: "tool_use",
  id,
  name,
  input,
});
export const bytesOf = (words: string): Uint8Array => new TextEncoder().encode(words);

/** Laws run on the same cases every time. */
export const seeded = (numRuns: number): { readonly seed: number; readonly numRuns: number } => ({
  seed: 20_260_102,
  numRuns,
});

export type Opened = {
  readonly decoded: readonly Decoded[];
  readonly log: Log;
  readonly session: Session;
  readonly read: ReadEntry;
};

/** The whole way from bytes to a session, in memory. */
export function open(bytes: Uint8Array, options: SessionOptions = {}): Opened {
  const decoded = [...decodeLines(splitLines([bytes]))];
  const log = gatherLog(decoded);
  const read: ReadEntry = ({ line }) => {
    const found = decoded[line - 1];
    if (found === undefined || found.kind === "blank") return undefined;
    return found.kind === "damaged" ? found.leading : found.raw;
  };
  return { decoded, log, read, session: buildSession(log, { read, ...options }) };
}
