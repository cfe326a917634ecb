// The body of a request -> where in its conversation it stands; keeps no memory, so resuming and sub-agents just work.
import { arrayField, blocksOf, isObject, plainText, stringField } from "../format/index.ts";
import type { JsonObject } from "../format/index.ts";

export type Position = {
  /** The last text block that a person (or a parent agent) wrote. */
  readonly human: string;
  /** How many assistant messages stand behind that text. */
  readonly step: number;
  readonly system: string;
  readonly model: string;
  readonly tools: "some" | "none";
};

export function positionOf(body: JsonObject): Position {
  const messages = (arrayField(body, "messages") ?? []).filter(isObject);
  const texts = messages.map(humanText);
  const last = texts.findLastIndex((text) => text !== undefined);
  const behind = messages.slice(last + 1).filter((message) => stringField(message, "role") === "assistant");
  return {
    human: texts[last] ?? "",
    step: last < 0 ? 0 : behind.length,
    system: plainText(body["system"]),
    model: stringField(body, "model") ?? "",
    tools: (arrayField(body, "tools") ?? []).length > 0 ? "some" : "none",
  };
}

function humanText(message: JsonObject): string | undefined {
  if (stringField(message, "role") !== "user") return undefined;
  const texts = blocksOf(message["content"]).flatMap((block) => (block.type === "text" ? [block.text] : []));
  return texts.findLast((text) => text.trim() !== "" && !madeByClient.test(text))?.trim();
}

/** What a client puts into the user's mouth: reminders, the traces of local commands, notices of interruption. */
const madeByClient =
  /^\s*(<(system-reminder|local-command-[a-z]+|command-(name|message|args))>|Caveat: The messages below|\[Request interrupted)/;
