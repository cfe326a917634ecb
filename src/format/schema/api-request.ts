// Nothing in -> the shapes of the lines in which 2.1.325 notes what it sent: request, shared shape, message blobs.
import { array, json, number, object, optional, record, string, tuple, union } from "../shape.ts";
import { block } from "./blocks.ts";
import { maybeBoolean, maybeNumber, maybeString, maybeStrings } from "./maybe.ts";

const about = { sessionId: maybeString, agentId: maybeString, timestamp: maybeString, version: maybeString } as const;

const contextEdit = object({ type: maybeString, keep: optional(union(string, record(json))) });

/** The request's parameters but for its text; those not listed here belong to the Messages API. */
const params = object({
  model: maybeString,
  betas: maybeStrings,
  max_tokens: maybeNumber,
  thinking: optional(object({ type: maybeString, display: maybeString, budget_tokens: maybeNumber })),
  output_config: optional(object({ effort: maybeString })),
  context_management: optional(object({ edits: optional(array(contextEdit)) })),
});

/** `["system", 0]`, `["messages", 3, "content", 1]`. */
const blockPath = union(
  tuple(string, number),
  tuple(string, number, string, number),
  tuple(string, number, string, number, string, number),
);

export const apiRequest = object({
  ...about,
  id: maybeString,
  base: maybeString,
  keep: maybeNumber,
  tail: maybeStrings,
  querySource: maybeString,
  shapeHash: maybeString,
  requestDigest: maybeString,
  params: optional(params),
  cacheControl: optional(
    array(
      object({
        path: optional(blockPath),
        value: optional(object({ type: maybeString, ttl: maybeString })),
      }),
    ),
  ),
});

const tool = object({
  name: maybeString,
  description: maybeString,
  input_schema: optional(record(json)),
  defer_loading: maybeBoolean,
});

export const apiRequestShape = object({
  ...about,
  shapeHash: maybeString,
  shape: optional(object({ system: optional(union(string, array(block))), tools: optional(array(tool)) })),
});

export const apiRequestBlob = object({
  ...about,
  hash: maybeString,
  message: optional(
    object({
      role: maybeString,
      content: optional(union(string, array(block))),
      output_config: optional(object({ effort: maybeString })),
    }),
  ),
});
