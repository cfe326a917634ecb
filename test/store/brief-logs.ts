// Chance -> logs with long texts, odd spellings and damage in every place that a brief leaves something out of.
import { type Chance, chanceOf } from "../scan/chance.ts";
import { logOf } from "../scan/hostile-lines.ts";
import { pickFrom } from "../scan/hostile-values.ts";
import { sessionId } from "../craft.ts";

/** Half of the lines are what a client writes, half are whatever a careless reader would get wrong. */
export function chanceLog(seed: number): Uint8Array {
  const chance = chanceOf(seed);
  const parts: Uint8Array[] = [];
  for (let part = 0; part < 6; part++) {
    parts.push(chance.one(0.5) ? Buffer.from(clientLines(chance)) : withEnd(logOf(chance, chance.whole(1, 4))));
  }
  const bytes = Buffer.concat(parts);
  return chance.one(0.2) ? bytes.subarray(0, -1) : bytes;
}

const withEnd = (bytes: Uint8Array): Uint8Array =>
  bytes.at(-1) === 0x0a ? bytes : Buffer.concat([bytes, Buffer.from("\n")]);

function clientLines(chance: Chance): string {
  const lines = Array.from({ length: chance.whole(1, 5) }, () => JSON.stringify(entry(chance)));
  const end = chance.one(0.1) ? "\r\n" : "\n";
  return lines.map((line) => `${chance.one(0.1) ? respelled(line) : line}${end}`).join("");
}

/** The same in another spelling. */
const respelled = (line: string): string =>
  line.replaceAll("/", "\\/").replaceAll("é", "\\u00e9").replaceAll("<", "\\u003c").replaceAll("w", "\\u0077");

const units = [
  "words ",
  "a\nb\t",
  '"q" \\ ',
  "é à ",
  "🧵",
  "  ",
  "\u001b[1m",
  "\u2028",
  "<ide_selection>",
  "1.0 ",
  "日本",
];
const heads = [
  "",
  "   ",
  "\n\n",
  "<command-name>",
  "[Request interrupted by user",
  "\u00a0",
  "é",
  "<task-notification>",
];

/** Said more than once, so that what waited in the queue is what is said later. */
const longWords = [
  "words ".repeat(400),
  `\n ${"é à 日本 ".repeat(200)}`,
  "🧵".repeat(600),
  '"q" \\ '.repeat(500),
  "\u001b[1m".repeat(300),
  `${"x".repeat(700)}<ide_selection>${"y".repeat(1500)}`,
  `${"y".repeat(2500)}<ide_opened_file>`,
  `[Request interrupted by user ${"z".repeat(2000)}`,
];

function text(chance: Chance): string {
  return chance.one(0.3) ? pickFrom(chance, longWords) : anyText(chance);
}

function anyText(chance: Chance): string {
  const body = Array.from({ length: chance.whole(0, 120) }, () => pickFrom(chance, units)).join("");
  return `${pickFrom(chance, heads)}${body}${chance.one(0.2) ? "\n".repeat(60) : ""}`;
}

const uuid = (chance: Chance): string => `00000000-0000-4000-8000-${String(chance.whole(1, 12)).padStart(12, "0")}`;

function entry(chance: Chance): object {
  const type = pickFrom(chance, [
    "user",
    "user",
    "assistant",
    "assistant",
    "attachment",
    "progress",
    "system",
    "queue-operation",
  ]);
  const head = { parentUuid: chance.one(0.1) ? null : uuid(chance), isSidechain: chance.one(0.2), sessionId };
  const tail = { uuid: uuid(chance), timestamp: new Date(Date.UTC(2026, 0, 1, 0, chance.whole(0, 59))).toISOString() };
  const more = chance.one(0.1) ? { origin: { kind: "task-notification" } } : {};
  const body = bodyOf(type, chance);
  return chance.one(0.5) ? { ...head, type, ...body, ...more, ...tail } : { ...head, ...body, type, ...tail, ...more };
}

function bodyOf(type: string, chance: Chance): object {
  switch (type) {
    case "user":
      return {
        message: { role: chance.one(0.95) ? "user" : "assistant", content: userContent(chance) },
        toolUseResult: pickFrom<unknown>(chance, [
          { agentId: "a1b2c3d", content: text(chance) },
          text(chance),
          [1.5],
          null,
        ]),
        sourceToolAssistantUUID: uuid(chance),
      };
    case "assistant":
      return {
        message: { id: `m${chance.whole(1, 3)}`, role: "assistant", model: "claude-opus-5-5", content: said(chance) },
      };
    case "attachment":
      return { attachment: { type: "queued_command", prompt: text(chance), source_uuid: uuid(chance) } };
    case "progress":
      return { data: { type: "agent_progress", agentId: "a1b2c3d", message: text(chance) }, parentToolUseID: "t1" };
    case "system":
      return { subtype: pickFrom(chance, ["local_command", "compact_boundary"]), content: text(chance) };
  }
  return { operation: "enqueue", content: text(chance) };
}

function userContent(chance: Chance): unknown {
  const result = { tool_use_id: `t${chance.whole(1, 3)}`, type: "tool_result", content: resultContent(chance) };
  return pickFrom(chance, [
    text(chance),
    [result],
    [{ type: "text", text: text(chance) }],
    [result, { type: "text", text: "so" }],
  ]);
}

function resultContent(chance: Chance): unknown {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD".repeat(90) } };
  return pickFrom<unknown>(chance, [
    text(chance),
    [{ type: "text", text: text(chance) }, image],
    { odd: text(chance) },
  ]);
}

function said(chance: Chance): readonly object[] {
  const call = (name: string): object => ({
    type: "tool_use",
    id: `t${chance.whole(1, 3)}`,
    name,
    input: { prompt: text(chance), edits: [{ old: text(chance), [text(chance)]: 1 }] },
  });
  return [
    pickFrom(chance, [
      { type: "text", text: text(chance) },
      { type: "thinking", thinking: text(chance), signature: "U0lH".repeat(chance.whole(1, 200)) },
      { type: "redacted_thinking", data: "REFUQQ".repeat(90) },
      call("Write"),
      call("Task"),
      { text: text(chance), type: "text" },
    ]),
  ];
}

/** Lines of their own, for logs that are made of known ones. */
export const enqueued = (content: string): string =>
  JSON.stringify({ type: "queue-operation", operation: "enqueue", content });

export function prompt(content: string, more: object = {}): string {
  return JSON.stringify({ type: "user", uuid: "u", sessionId, message: { role: "user", content }, ...more });
}
