// A user (or queued) entry -> what sort of prompt it is; decided by its own fields and text, never by string-or-array.
import {
  type Block,
  type JsonObject,
  blocksOf,
  field,
  objectField,
  plainText,
  stringField,
  taggedParts,
  trueField,
  withoutTagged,
} from "../format/index.ts";

export const promptKinds = [
  "typed",
  "sdk",
  "queued",
  "ide_selection",
  "ide_opened_file",
  "command",
  "command_expansion",
  "bash_input",
  "local_command_output",
  "meta",
  "caveat",
  "compact_summary",
  "task_notification",
  "teammate",
  "interruption",
  "agent_task",
  "tool_result",
] as const;
export type PromptKind = (typeof promptKinds)[number];

/** Kinds by which a person or a program asks for something; a command counts only when it expands. */
export function startsTurn(kind: PromptKind | undefined): boolean {
  switch (kind) {
    case "typed":
    case "sdk":
    case "queued":
    case "ide_selection":
    case "ide_opened_file":
      return true;
    case "command":
    case "command_expansion":
    case "bash_input":
    case "local_command_output":
    case "meta":
    case "caveat":
    case "compact_summary":
    case "task_notification":
    case "teammate":
    case "interruption":
    case "agent_task":
    case "tool_result":
    case undefined:
      return false;
  }
}

/** By the entry alone; what stands around it may still make a typed prompt a queued one, and a meta line an expansion. */
export function classifyPrompt(type: string, raw: JsonObject, blocks: readonly Block[]): PromptKind | undefined {
  if (type === "attachment") return queuedKind(raw);
  if (type !== "user") return undefined;
  if (blocks.some((block) => block.type === "tool_result")) return "tool_result";
  if (trueField(raw, "isCompactSummary")) return "compact_summary";
  const text = textOf(blocks);
  return kindByText(raw, text) ?? (trueField(raw, "isMeta") ? "meta" : kindBySource(raw, text));
}

/** What a prompt says: the text blocks of a user entry, or the prompt inside a queued command. */
export function promptText(raw: JsonObject, blocks: readonly Block[]): string {
  const attachment = stringField(raw, "type") === "attachment" ? objectField(raw, "attachment") : undefined;
  return attachment === undefined ? textOf(blocks).trim() : plainText(field(attachment, "prompt")).trim();
}

/** The same, from the whole entry. */
export function promptTextOf(raw: JsonObject): string {
  return promptText(raw, blocksOf(field(objectField(raw, "message") ?? {}, "content")));
}

function textOf(blocks: readonly Block[]): string {
  const [first] = blocks;
  if (blocks.length === 1 && first?.type === "text") return first.text;
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

const textKinds: readonly (readonly [RegExp, PromptKind])[] = [
  [/^\s*\[Request interrupted by user/, "interruption"],
  [/^\s*<task-notification>/, "task_notification"],
  [/^\s*<teammate-message[\s>]/, "teammate"],
  [/^\s*<command-(name|message)>/, "command"],
  [/^\s*<bash-input>/, "bash_input"],
  [/^\s*<local-command-caveat>/, "caveat"],
  [/^\s*<(local-command|bash)-(stdout|stderr)>/, "local_command_output"],
];

function kindByText(raw: JsonObject, text: string): PromptKind | undefined {
  const origin = objectField(raw, "origin");
  if (origin !== undefined && stringField(origin, "kind") === "task-notification") return "task_notification";
  return textKinds.find(([pattern]) => pattern.test(text))?.[1];
}

function kindBySource(raw: JsonObject, text: string): PromptKind {
  if (trueField(raw, "isSidechain")) return "agent_task";
  if (/<ide_selection>/.test(text)) return "ide_selection";
  if (/<ide_opened_file>/.test(text)) return "ide_opened_file";
  const source = stringField(raw, "promptSource");
  const entrypoint = stringField(raw, "entrypoint") ?? "";
  return source === "sdk" || (source === undefined && entrypoint.startsWith("sdk")) ? "sdk" : "typed";
}

function queuedKind(raw: JsonObject): PromptKind | undefined {
  const attachment = objectField(raw, "attachment");
  if (attachment === undefined || stringField(attachment, "type") !== "queued_command") return undefined;
  const text = plainText(field(attachment, "prompt"));
  return stringField(attachment, "commandMode") === "task-notification" || /^\s*<task-notification>/.test(text)
    ? "task_notification"
    : "queued";
}

/** What a person would say was asked: a command by its name, a prompt without the context that the client put around it. */
export function readablePrompt(text: string): string {
  const command = firstInner(text, "command-name");
  if (command !== undefined && command !== "") {
    return `${command} ${firstInner(text, "command-args") ?? ""}`.trim();
  }
  const input = /^\s*<bash-input>([\s\S]*?)<\/bash-input>/.exec(text)?.[1];
  if (input !== undefined) return `! ${input}`;
  const said = withoutTagged(text, ["ide_selection", "ide_opened_file", "system-reminder"]).trim();
  return said === "" ? text : said;
}

function firstInner(text: string, name: string): string | undefined {
  for (const { inner } of taggedParts(text, [name])) return inner.trim();
  return undefined;
}
