// Nothing in -> the shape of `queue-operation` lines: prompts that waited for their turn.
import { array, object, optional, string, union } from "../shape.ts";
import { block } from "./blocks.ts";
import { maybeString } from "./maybe.ts";

export const queueOperation = object({
  operation: string,
  timestamp: maybeString,
  sessionId: maybeString,
  agentId: maybeString,
  content: optional(union(string, array(union(string, block)))),
  reason: maybeString,
  commandUuid: maybeString,
  deliveryId: maybeString,
});
