// Nothing in -> the token counts of one response; never a price.
import { array, json, nullable, object, optional, record } from "../shape.ts";
import { maybeNumber, maybeString, numberOrNull, stringOrNull } from "./maybe.ts";

const cacheCreation = object({
  ephemeral_5m_input_tokens: maybeNumber,
  ephemeral_1h_input_tokens: maybeNumber,
});

const counts = {
  input_tokens: maybeNumber,
  output_tokens: maybeNumber,
  cache_creation_input_tokens: numberOrNull,
  cache_read_input_tokens: numberOrNull,
  cache_creation: optional(nullable(cacheCreation)),
} as const;

/** One round inside a response that the server looped over (server tools, advisor, fallback). */
const iteration = object({ ...counts, type: maybeString, model: stringOrNull });

const usageOf = object({
  ...counts,
  server_tool_use: optional(nullable(object({ web_search_requests: maybeNumber, web_fetch_requests: maybeNumber }))),
  service_tier: stringOrNull,
  inference_geo: stringOrNull,
  speed: stringOrNull,
  iterations: optional(nullable(array(iteration))),
  output_tokens_details: optional(nullable(object({ thinking_tokens: numberOrNull }))),
  /** Only ever seen as null (2.1.325). */
  fallback_credit: optional(nullable(record(json))),
});
type UsageShapeOf = typeof usageOf;
export interface UsageShape extends UsageShapeOf {}
export const usage: UsageShape = usageOf;
