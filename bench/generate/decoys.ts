// Rng -> text, values, lines and damage that look like messages, calls, results or usage and count as none of them.
import type { Json, JsonObject } from "./json.ts";
import type { Rng } from "./rng.ts";

/** What a decoy pretends, so that whoever counts it shows a figure far off. */
const usage = {
  input_tokens: 1_000_003,
  cache_creation_input_tokens: 1_000_033,
  cache_read_input_tokens: 1_000_037,
  output_tokens: 1_000_039,
} as const;

const callBlock = (rng: Rng): JsonObject => ({
  type: "tool_use",
  id: `toolu_decoy${rng.base62(12)}`,
  name: "Decoy",
  input: { command: "none" },
});
const resultBlock = (rng: Rng): JsonObject => ({
  type: "tool_result",
  tool_use_id: `toolu_decoy${rng.base62(12)}`,
  content: "none",
  is_error: true,
});
const message = (rng: Rng): JsonObject => ({
  id: `msg_decoy${rng.base62(12)}`,
  type: "message",
  role: "assistant",
  model: "claude-decoy",
  content: [callBlock(rng)],
  stop_reason: "end_turn",
  usage,
});
const entry = (rng: Rng): JsonObject => ({ type: "assistant", uuid: rng.uuid(), message: message(rng) });
const promptEntry = (rng: Rng): JsonObject => ({
  type: "user",
  uuid: rng.uuid(),
  message: { role: "user", content: "not asked" },
});

/** For prompts, replies, tool inputs and outputs. */
export function decoyText(rng: Rng): string {
  const whole = JSON.stringify(rng.pick([entry, promptEntry])(rng));
  return rng.pick([
    `"usage":${JSON.stringify(usage)}`,
    whole,
    `\n${whole}\n`,
    JSON.stringify(whole),
    `C:\\logs\\","usage":{"output_tokens":7}}\\`,
    `"type":"user","isMeta":false,"is_error":true,"tool_use_id":"toolu_decoy"`,
    'a lone \uD83D and a lone \uDE80, then \\\\" and \u2028 and \u0000',
    "}{ ]}}} {{{[[[ \\\\",
  ]);
}

/** For `toolUseResult`: the client keeps whole messages there. */
export function decoyDetail(rng: Rng): JsonObject {
  return {
    type: "assistant",
    uuid: rng.uuid(),
    isSidechain: false,
    ["__proto__"]: { type: "user", usage },
    constructor: "none",
    usage,
    message: message(rng),
    content: [callBlock(rng), resultBlock(rng), { type: "text", text: decoyText(rng) }],
    result: [[{ type: "user", message: { role: "user", content: [resultBlock(rng)] } }]],
  };
}

/** For a tool's input. */
export function decoyInput(rng: Rng): JsonObject {
  return { type: "tool_use", id: rng.hex(8), name: "Decoy", input: callBlock(rng), usage, message: message(rng) };
}

export type DecoyLine = {
  readonly kind: string;
  readonly entry: JsonObject;
  /** What stands in the file where it is not the entry's own spelling. */
  readonly text?: string | Buffer;
};

/** A whole line that parses and counts as a line alone. */
export function decoyLine(rng: Rng, sessionId: string): DecoyLine {
  const uuid = rng.uuid();
  const odd = (kind: string, body: JsonObject): DecoyLine => ({ kind, entry: { sessionId, ...body } });
  const draws: readonly (() => DecoyLine)[] = [
    () =>
      odd("progress", {
        type: "progress",
        uuid,
        data: { type: "agent_progress", agentId: rng.hex(7), message: { type: "assistant", message: message(rng) } },
      }),
    () => odd("unknown-type", { type: "assistant-draft", message: message(rng) }),
    () => odd("no-type", { message: message(rng), role: "assistant" }),
    () => odd("call-of-user", { type: "user", isMeta: true, uuid, message: { ...message(rng), role: "user" } }),
    () => odd("result-of-assistant", said({ content: [resultBlock(rng)] })),
    () =>
      odd(
        "usage-not-object",
        said({ ...message(rng), content: [], usage: rng.pick<Json>([null, "none", [usage], 7]) }),
      ),
    () =>
      odd(
        "nameless-call",
        said({
          content: [
            { type: "tool_use", id: rng.hex(9) },
            { type: "tool_use", id: 7, name: "Decoy" },
          ],
        }),
      ),
    () =>
      odd("result-of-nothing", {
        type: "user",
        isMeta: true,
        message: { role: "user", content: [{ type: "tool_result", content: "x" }] },
      }),
    () => odd("message-is-text", { type: "assistant", uuid, message: JSON.stringify(message(rng)) }),
    () =>
      odd("nested-type", {
        data: { type: "assistant", message: message(rng) },
        type: "system",
        subtype: "informational",
      }),
    () => ({ kind: "empty-object", entry: {} }),
    () => lastKeyWins("system"),
    () => ({
      kind: "not-utf8",
      entry: { type: "system" },
      text: notUtf8(JSON.stringify({ type: "system", content: "@" })),
    }),
    () => ({
      kind: "deep",
      entry: { type: "system" },
      text: `{"type":"system","content":${"[".repeat(deep)}${"]".repeat(deep)}}`,
    }),
  ];
  return rng.pick(draws)();

  function lastKeyWins(type: string): DecoyLine {
    const text = JSON.stringify({ ...entry(rng), sessionId });
    return { kind: "repeated-key", entry: { type }, text: `${text.slice(0, -1)},"type":${JSON.stringify(type)}}` };
  }

  function said(body: JsonObject): JsonObject {
    return { type: "assistant", uuid, message: { role: "assistant", ...body } };
  }
}

/** JSON.parse still takes this many levels on any stack. */
const deep = 1500;

/** Cut, overlong and half characters, as torn writes and other encodings leave them; readers replace them and go on. */
function notUtf8(text: string): Buffer {
  const [before = "", behind = ""] = text.split("@");
  const odd = Buffer.from([0xff, 0xc3, 0x28, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf0, 0x9f]);
  return Buffer.concat([Buffer.from(before), odd, Buffer.from(behind)]);
}

export type DecoyDamage = { readonly reason: string; readonly bytes: Buffer };

/** A line that is not exactly one object, although a message with usage and calls stands in it. */
export function decoyDamage(rng: Rng): DecoyDamage {
  const whole = JSON.stringify(rng.pick([entry, promptEntry])(rng));
  const other = JSON.stringify(entry(rng));
  const [reason, text] = rng.pick([
    ["glued-objects", whole + other],
    ["torn", whole.slice(0, -1)],
    ["torn", whole.slice(1)],
    ["trailing-comma", `${whole},`],
    ["junk-before", `x${whole}`],
    ["junk-behind", `${whole} x`],
    ["not-object", `[${whole}]`],
    ["not-object", JSON.stringify(whole)],
    ["not-object", rng.pick(["42", "null", "true", '"text"'])],
    ["comment", `// ${whole}`],
    ["control-character", whole.replace('"uuid"', '"a\u0001b":1,"uuid"')],
    ["single-quotes", whole.replaceAll('"', "'")],
    ["nul-run", `${"\0".repeat(rng.int(1, 64))}${whole}`],
    ["nul-run", `${whole}${"\0".repeat(rng.int(1, 64))}`],
    ["bad-number", whole.replace("1000003", "01000003").replace("user", "us\\xer")],
    ["bad-escape", whole.replace("message", "mess\\age")],
  ] as const);
  return { reason, bytes: Buffer.from(text) };
}
