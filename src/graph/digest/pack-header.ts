// The words and labels of a digest <-> the JSON in front of its columns; text that is no such JSON gives undefined.
import {
  type Json,
  type JsonObject,
  arrayField,
  isArray,
  parsedObject,
  numberField,
  stringField,
} from "../../format/index.ts";
import type { Digest, LastWord, OpenCommand } from "./digest.ts";

/**
 * Raised when the bytes of older versions would be read wrongly. Of deleted logs there are digests of all versions: those
 * of the first had only messages that told their usage, and no mark that they did.
 */
export const digestVersion = 2;
const firstVersion = 1;

export type DigestHeader = Omit<Digest, "messages" | "calls" | "results" | "prompts"> & {
  readonly marksCounted: boolean;
  readonly rows: readonly number[];
  readonly textBytes: readonly number[];
};

export function headerOf(digest: Digest, textBytes: readonly number[]): JsonObject {
  const { messages, calls, results, prompts, openCommands, ...words } = digest;
  const said = Object.entries(words).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return {
    format: digestVersion,
    ...Object.fromEntries(said),
    // JSON knows no NaN: a command without a time has null.
    openCommands: openCommands.map(({ id, offset, time, text }) => [
      id,
      offset,
      Number.isNaN(time) ? null : time,
      text,
    ]),
    rows: [messages, calls, results, prompts].map(({ ids }) => ids.length),
    textBytes,
  };
}

export function readHeader(text: string): DigestHeader | undefined {
  const header = parsedObject(text);
  const version = header && numberField(header, "format");
  if (header === undefined || (version !== digestVersion && version !== firstVersion)) return undefined;
  const count = (key: string): number => numberField(header, key) ?? 0;
  const word = (key: string): string | undefined => stringField(header, key);
  return {
    bytes: count("bytes"),
    lines: count("lines"),
    blank: count("blank"),
    damaged: count("damaged"),
    leftAlone: count("leftAlone"),
    compactions: count("compactions"),
    sessionId: word("sessionId"),
    agentId: word("agentId"),
    cwd: word("cwd"),
    gitBranch: word("gitBranch"),
    forkedFrom: word("forkedFrom"),
    customTitle: word("customTitle"),
    aiTitle: word("aiTitle"),
    summary: word("summary"),
    firstPrompt: word("firstPrompt"),
    task: word("task"),
    startMs: numberField(header, "startMs"),
    endMs: numberField(header, "endMs"),
    last: lastWords.find((known) => known === word("last")) ?? "nothing",
    models: texts(header, "models"),
    versions: texts(header, "versions"),
    variants: texts(header, "variants"),
    tools: texts(header, "tools"),
    openCommands: (arrayField(header, "openCommands") ?? []).flatMap(commandOf),
    marksCounted: version !== firstVersion,
    rows: numbers(header, "rows"),
    textBytes: numbers(header, "textBytes"),
  };
}

const lastWords: readonly LastWord[] = [
  "nothing",
  "answer",
  "error",
  "call",
  "result",
  "prompt",
  "interruption",
  "command",
];

function texts(header: JsonObject, key: string): readonly string[] {
  return (arrayField(header, key) ?? []).map((item) => (typeof item === "string" ? item : ""));
}

function numbers(header: JsonObject, key: string): readonly number[] {
  return (arrayField(header, key) ?? []).map((item) => (typeof item === "number" ? item : 0));
}

function commandOf(item: Json): readonly OpenCommand[] {
  if (!isArray(item)) return [];
  const [id, offset, time, text] = item;
  if (typeof id !== "string" || typeof offset !== "number" || typeof text !== "string") return [];
  return [{ id, offset, time: typeof time === "number" ? time : Number.NaN, text }];
}
