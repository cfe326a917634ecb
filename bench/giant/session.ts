// Bytes and entries wanted -> one sound session file of that size; patches ids into ready-made blocks, so it runs at disk speed.
import { closeSync, openSync, writeSync } from "node:fs";

export type GiantSession = { readonly bytes: number; readonly entries: number };

const uuidHead = "00000000-0000-4000-8000-";
const digits = 12;
const blank = "0".repeat(digits);
const uuid = `${uuidHead}${blank}`;
const firstMs = Date.UTC(2026, 0, 5, 9);
const cycle = ["prompt", "text", "call", "result"] as const;
const blockEntries = 256;

type Role = (typeof cycle)[number];
/** What number goes where: its own, its parent's, the message's or the call's. */
type Patch = { readonly at: number; readonly number: (index: number) => number };
type Template = { readonly bytes: Buffer; readonly patches: readonly Patch[]; readonly timeAt: number };

/** Prompt, text, call and result in turn, each hanging off the one before; every uuid, message and call id is its own. */
export function writeGiantSession(path: string, wanted: GiantSession): GiantSession {
  const entries = wanted.entries - (wanted.entries % cycle.length);
  const lineBytes = Math.max(1024, Math.floor(wanted.bytes / entries));
  const templates = cycle.map((role) => template(role, lineBytes));
  const block = Buffer.concat(
    Array.from({ length: blockEntries / cycle.length }, () => templates.map(({ bytes }) => bytes)).flat(),
  );
  const descriptor = openSync(path, "w", 0o600);
  let bytes = 0;
  for (let first = 0; first < entries; first += blockEntries) {
    const count = Math.min(blockEntries, entries - first);
    for (let offset = 0; offset < count; offset += 1) {
      const { patches, timeAt } = templateAt(templates, offset);
      const start = offset * lineBytes;
      for (const { at, number } of patches)
        block.write(
          number(first + offset)
            .toString(16)
            .padStart(digits, "0"),
          start + at,
          "latin1",
        );
      block.write(new Date(firstMs + (first + offset) * 250).toISOString(), start + timeAt, "latin1");
    }
    const chunk = first === 0 ? rooted(block.subarray(0, count * lineBytes)) : block.subarray(0, count * lineBytes);
    for (let at = 0; at < chunk.length;) at += writeSync(descriptor, chunk, at, chunk.length - at);
    bytes += chunk.length;
  }
  closeSync(descriptor);
  return { bytes, entries };
}

function templateAt(templates: readonly Template[], index: number): Template {
  const found = templates[index % templates.length];
  if (found === undefined) throw new RangeError("no template");
  return found;
}

// The first prompt has no parent: `null` and as much more text as the quoted uuid took.
function rooted(block: Buffer): Buffer {
  const from = `{"parentUuid":"${uuidHead}`;
  if (block.toString("latin1", 0, from.length) !== from)
    throw new Error("the first entry does not begin with its parent");
  return Buffer.concat([Buffer.from('{"parentUuid":null'), block.subarray(from.length + digits + 1)]);
}

function template(role: Role, lineBytes: number): Template {
  const bare = JSON.stringify(entry(role, ""));
  const line = Buffer.from(`${JSON.stringify(entry(role, filler(lineBytes - bare.length - 1)))}\n`);
  if (line.length !== lineBytes) throw new Error(`a ${role} of ${line.length} bytes instead of ${lineBytes}`);
  const places = [
    { mark: `"parentUuid":"${uuidHead}`, number: (index: number) => Math.max(0, index - 1) },
    { mark: `"uuid":"${uuidHead}`, number: (index: number) => index },
    { mark: `"id":"msg_01GiantMsg`, number: (index: number) => Math.trunc(index / cycle.length) },
    { mark: `"requestId":"req_011Giant`, number: (index: number) => Math.trunc(index / cycle.length) },
    { mark: `"toolu_01GiantCall`, number: (index: number) => Math.trunc(index / cycle.length) },
    { mark: `"sourceToolAssistantUUID":"${uuidHead}`, number: (index: number) => index - 1 },
  ];
  const patches = places.flatMap(({ mark, number }) => {
    const at = line.indexOf(mark);
    return at === -1 ? [] : [{ at: at + mark.length, number }];
  });
  return { bytes: line, patches, timeAt: line.indexOf('"timestamp":"') + '"timestamp":"'.length };
}

function entry(role: Role, text: string): object {
  const head = { parentUuid: uuid, isSidechain: false };
  const at = { uuid, timestamp: new Date(firstMs).toISOString() };
  const tail = {
    userType: "external",
    entrypoint: "cli",
    cwd: "/home/dev/work/giant",
    sessionId: giantSessionId,
    version: "2.1.150",
    gitBranch: "main",
  };
  const id = `toolu_01GiantCall${blank}`;
  const usage = { input_tokens: 3, cache_creation_input_tokens: 10, cache_read_input_tokens: 20, output_tokens: 5 };
  const message = (content: object, stop: string): object => ({
    message: {
      model: "claude-opus-4-8",
      id: `msg_01GiantMsg${blank}`,
      type: "message",
      role: "assistant",
      content: [content],
      stop_reason: stop,
      stop_sequence: null,
      usage,
    },
    requestId: `req_011Giant${blank}`,
    type: "assistant",
  });
  switch (role) {
    case "prompt":
      return {
        ...head,
        type: "user",
        message: { role: "user", content: text },
        ...at,
        permissionMode: "default",
        promptSource: "typed",
        ...tail,
      };
    case "text":
      return { ...head, ...message({ type: "text", text }, "tool_use"), ...at, ...tail };
    case "call":
      return {
        ...head,
        ...message(
          { type: "tool_use", id, name: "Write", input: { file_path: "/home/dev/work/giant/a.txt", content: text } },
          "tool_use",
        ),
        ...at,
        ...tail,
      };
    case "result":
      return {
        ...head,
        type: "user",
        message: { role: "user", content: [{ tool_use_id: id, type: "tool_result", content: text }] },
        ...at,
        sourceToolAssistantUUID: uuid,
        ...tail,
      };
  }
}

export const giantSessionId = "6f1a9d52-0c1e-4b57-9a68-3d1f4c8e2b70";

const filler = (chars: number): string =>
  "The quick brown fox jumps over the lazy dog again and again. ".repeat(Math.ceil(chars / 61)).slice(0, chars);
