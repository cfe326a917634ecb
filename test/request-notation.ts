// A session in a few words, and the messages a client sends for it in a few words -> one test; never reads a file.
import { expect, it } from "vitest";
import {
  type Decoded,
  type Json,
  type JsonObject,
  decodeLines,
  isArray,
  isObject,
  splitLines,
  stringField,
} from "../src/format/index.ts";
import {
  type RequestMessage,
  buildRequest,
  conversationOf,
  gatherLog,
  linkNodes,
  newestRules,
} from "../src/graph/index.ts";

type Entry = { readonly [key: string]: unknown };
/** Entries that stand in the file in another order than they were made in. */
type Swapped = { readonly entries: readonly Entry[]; readonly order: readonly number[] };

export const user = (content: unknown, more: Entry = {}): Entry => ({
  type: "user",
  message: { role: "user", content },
  ...more,
});
export const meta = (content: unknown): Entry => user(content, { isMeta: true });
export function reply(id: string | undefined, content: unknown, more: Entry = {}): Entry {
  const { model = "claude-opus-4-6", ...rest } = more;
  const blocks = typeof content === "string" ? [text(content)] : content;
  return { type: "assistant", message: { id, role: "assistant", model, content: blocks }, ...rest };
}
export const error = (): Entry => reply("err", "API Error", { model: "<synthetic>", isApiErrorMessage: true });
export const call = (id: string, callId: string): Entry => reply(id, [use(callId)]);
export const result = (id: string, content: unknown = "out", more: Entry = {}): Entry =>
  user([{ type: "tool_result", tool_use_id: id, content }], more);
export const attached = (attachment: Entry, more: Entry = {}): Entry => ({ type: "attachment", attachment, ...more });
export const system = (subtype: string, more: Entry = {}): Entry => ({ type: "system", subtype, content: "", ...more });
export const local = (content: string, more: Entry = {}): Entry => system("local_command", { content, ...more });
export const boundary = (compactMetadata: Entry = {}): Entry =>
  system("compact_boundary", { parentUuid: null, compactMetadata });
export const progress = (): Entry => ({ type: "progress", data: { type: "hook_progress" } });
export const lastPrompt = (leafUuid: string | null, more: Entry = {}): Entry => ({
  type: "last-prompt",
  leafUuid,
  ...more,
});
export const line = (raw: string): Entry => ({ raw });
export const under = (parentUuid: string, entry: Entry): Entry => ({ ...entry, parentUuid });
/** Hangs off `parentUuid`, and the next entry does not hang off it. */
export const beside = (parentUuid: string, entry: Entry): Entry => ({ ...entry, parentUuid, isBeside: true });
export const swap = (entries: readonly Entry[], ...order: readonly number[]): Swapped => ({ entries, order });
export const text = (words: string): Entry => ({ type: "text", text: words });
export const use = (id: string, name = "Bash"): Entry => ({ type: "tool_use", id, name, input: {} });
export const think = (signature: string): Entry => ({ type: "thinking", thinking: "hm", signature });
export const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
export const date = { type: "date_change", newDate: "2026-01-06" };
export const at = (seconds: number): Entry => ({
  timestamp: new Date(Date.UTC(2026, 0, 5, 10) + seconds * 1000).toISOString(),
});

/** Entries are called e0, e1, … and hang off the one before, a minute later, unless they say otherwise. */
function fileOf(steps: readonly (Entry | Swapped)[]): string {
  let parentUuid: unknown = null;
  let count = 0;
  function lineOf({ isBeside, raw, ...entry }: Entry): string {
    if (typeof raw === "string") return raw;
    if (entry["type"] === "last-prompt") return JSON.stringify(entry);
    const whole: Entry = { uuid: `e${count}`, parentUuid, isSidechain: false, ...at(count * 60), ...entry };
    count += 1;
    if (isBeside !== true) parentUuid = whole["uuid"];
    return JSON.stringify(whole);
  }
  const isSwapped = (step: Entry | Swapped): step is Swapped => "order" in step;
  const linesOf = ({ entries, order }: Swapped): readonly string[] => {
    const lines = entries.map(lineOf);
    return order.map((index) => lines[index] ?? "");
  };
  return steps.flatMap((step) => (isSwapped(step) ? linesOf(step) : [lineOf(step)])).join("\n");
}

function requestOf(file: string): readonly string[] {
  const lines = [...decodeLines(splitLines([new TextEncoder().encode(`${file}\n`)]))];
  const raws = new Map(lines.map((decoded) => [decoded.line.number, rawOf(decoded)]));
  const log = gatherLog(lines);
  const { nodes, refused } = conversationOf({ log, links: linkNodes(log), rules: newestRules });
  if (refused !== undefined) return ["refused"];
  const read = (node: { readonly line: number }): JsonObject | undefined => raws.get(node.line);
  return buildRequest(nodes, { read, rules: newestRules, reminders: "left-out" }).messages.map(view);
}

function rawOf(decoded: Decoded): JsonObject | undefined {
  if ("raw" in decoded) return decoded.raw;
  return decoded.kind === "damaged" ? decoded.leading : undefined;
}

function view({ role, content }: RequestMessage): string {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return `${role === "user" ? "U" : "A"}: ${blocks.map(viewBlock).join(" ")}`;
}

function viewBlock(block: JsonObject): string {
  const of = (key: string): string => stringField(block, key) ?? "";
  switch (of("type")) {
    case "text":
      return JSON.stringify(of("text"));
    case "tool_use":
      return `${of("name")}(${of("id")})`;
    case "tool_result":
      return `${block["is_error"] === true ? "!" : ""}${of("tool_use_id")}=${viewContent(block["content"])}`;
    case "thinking":
      return `think(${of("signature")})`;
    case "tool_reference":
      return of("tool_name");
  }
  return of("type");
}

function viewContent(content: Json | undefined): string {
  if (isArray(content)) return `[${content.filter(isObject).map(viewBlock).join(" ")}]`;
  if (typeof content !== "string") return JSON.stringify(content) ?? "undefined";
  if (content.startsWith("[Tool call interrupted:")) return "interrupted";
  return content === "[Tool result missing due to internal error]" ? "missing" : JSON.stringify(content);
}

export function check(name: string, steps: readonly (Entry | Swapped)[], expected: readonly string[]): void {
  it(`${name}`, () => expect(requestOf(fileOf(steps))).toEqual(expected));
}
