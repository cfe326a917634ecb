// A value out of a request's body -> whether it is a message that can be compared; changes nothing.
import { isArray, isObject } from "../format/index.ts";
import type { RequestMessage } from "../graph/index.ts";

const roles: ReadonlySet<unknown> = new Set<RequestMessage["role"]>(["user", "assistant", "system"]);

export function isSentMessage(value: unknown): value is RequestMessage {
  if (!isObject(value) || !roles.has(value["role"])) return false;
  const { content } = value;
  return typeof content === "string" || (isArray(content) && content.every(isObject));
}
