// What is missing beside an entry -> a new entry in its envelope: a result nobody recorded, or a call that only its result tells of.
import { type Json, type JsonObject, field, isObject, objectField, stringField } from "../../format/index.ts";

export const noResult = "[no result was recorded]";

const envelopeKeys = ["userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug"];

export type Made = {
  readonly uuid: string;
  readonly parent: string | undefined;
  readonly timestamp: string;
  /** The entry whose envelope it shares. */
  readonly beside: JsonObject;
};

function link(message: Json, type: "user" | "assistant", { uuid, parent, timestamp, beside }: Made): JsonObject {
  const taken = (keys: readonly string[]): JsonObject =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = field(beside, key);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  const head = {
    parentUuid: parent ?? null,
    isSidechain: field(beside, "isSidechain") ?? false,
    ...taken(["agentId"]),
  };
  const body = type === "user" ? { type, message } : { message, type };
  return { ...head, ...body, uuid, timestamp, ...taken(envelopeKeys) };
}

/** What stands where a person's words are lost. */
export const lostPrompt: JsonObject = { role: "user", content: "[the prompt that stood here was lost]" };

export const madePrompt = (made: Made): JsonObject => link(lostPrompt, "user", made);

/** `caller`: the uuid of the call's line, where the log tells it on results. */
export function madeResult(callId: string, caller: string | undefined, made: Made): JsonObject {
  const block = { type: "tool_result", content: noResult, is_error: true, tool_use_id: callId };
  const entry = link({ role: "user", content: [block] }, "user", made);
  return caller === undefined ? entry : { ...entry, sourceToolAssistantUUID: caller };
}

export function madeCall(callId: string, messageId: string, made: Made): JsonObject {
  const { name, input } = callTold(field(made.beside, "toolUseResult"));
  const message = {
    id: messageId,
    type: "message",
    role: "assistant",
    model: "<synthetic>",
    content: [{ type: "tool_use", id: callId, name, input }],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  };
  return link(message, "assistant", made);
}

type Told = { readonly name: string; readonly input: JsonObject };

/** What the client kept of a result beside it tells the tool, and sometimes the file. */
function callTold(kept: Json | undefined): Told {
  const result = isObject(kept) ? kept : {};
  const path = stringField(result, "filePath") ?? stringField(objectField(result, "file") ?? {}, "filePath");
  const name = toolKeys.find(([key]) => Object.hasOwn(result, key))?.[1] ?? "Unknown";
  return { name, input: path === undefined ? {} : { file_path: path } };
}

const toolKeys: readonly (readonly [string, string])[] = [
  ["stdout", "Bash"],
  ["oldString", "Edit"],
  ["structuredPatch", "Write"],
  ["file", "Read"],
  ["numFiles", "Grep"],
  ["filenames", "Glob"],
  ["newTodos", "TodoWrite"],
  ["agentId", "Task"],
  ["searchCount", "WebSearch"],
  ["url", "WebFetch"],
];
