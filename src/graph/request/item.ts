// A node with its raw entry -> one item of the replay; the only place where the request looks at whole entries.
import {
  type Block,
  type Json,
  type JsonObject,
  blocksOf,
  field,
  isObject,
  objectField,
  stringField,
  trueField,
} from "../../format/index.ts";
import type { Node } from "../node.ts";

export type Item = {
  readonly node: Node;
  /** The fields beside the message that are sent or decide what is. */
  readonly raw: JsonObject;
  /** Undefined: no message, or one that names no model. */
  readonly model: string | undefined;
  readonly hasMessage: boolean;
  readonly content: Json | undefined;
  readonly blocks: readonly Block[];
};

export function itemOf(node: Node, raw: JsonObject): Item {
  const message = objectField(raw, "message");
  const content = message === undefined ? undefined : field(message, "content");
  return {
    node,
    raw: sentFields(raw),
    model: message === undefined ? undefined : stringField(message, "model"),
    hasMessage: message !== undefined,
    content,
    blocks: blocksOf(content),
  };
}

const sentKeys = ["isApiErrorMessage", "origin", "content", "rendered", "renderedRole", "attachment"] as const;
const noFields: JsonObject = {};

/** The rest of an entry takes more memory than most messages do, and the items of a request are held all at once. */
function sentFields(raw: JsonObject): JsonObject {
  let sent: Record<string, Json> | undefined;
  for (const key of sentKeys) {
    const value = field(raw, key);
    if (value === undefined) continue;
    sent ??= {};
    sent[key] = value;
  }
  return sent ?? noFields;
}

/** An error told in place of an answer. */
export const isError = (item: Item): boolean =>
  item.node.type === "assistant" && trueField(item.raw, "isApiErrorMessage");

/** An error that the client made up itself: it is never sent. */
export const isSyntheticError = (item: Item): boolean => isError(item) && item.model === "<synthetic>";

export function isTaskNotification(item: Item): boolean {
  const origin = field(item.raw, "origin");
  return isObject(origin) && stringField(origin, "kind") === "task-notification";
}

/** A line written by a command that the client runs itself. */
export function isLocalCommandLine(item: Item): boolean {
  const text = typeof item.content === "string" ? item.content : "";
  return /^\s*<(command-name|command-message|local-command-(stdout|stderr|caveat))>/.test(text);
}

/** The client's own warning in front of what its commands print. */
export const isCaveat = ({ content }: Item): boolean =>
  typeof content === "string" && /^\s*<local-command-caveat>/.test(content);

export const isCommandOutput = ({ content }: Item): boolean =>
  typeof content === "string" && /^\s*<local-command-std(out|err)>/.test(content);
