// Nothing in -> the shape of `assistant` entries: usually one content block of a response per line.
import { array, json, nullable, object, optional, record, string, union } from "../shape.ts";
import { block } from "./blocks.ts";
import { chain } from "./envelope.ts";
import { maybeBoolean, maybeNumber, maybeString, maybeStrings, numberOrNull, stringOrNull } from "./maybe.ts";
import { usage } from "./usage.ts";

const appliedEdit = object({
  type: maybeString,
  cleared_tool_uses: maybeNumber,
  cleared_thinking_turns: maybeNumber,
  cleared_input_tokens: maybeNumber,
});

const diagnostics = object({
  cache_miss_reason: optional(nullable(object({ type: maybeString, cache_missed_input_tokens: numberOrNull }))),
});

const assistantMessageOf = object({
  role: string,
  content: array(block),
  id: maybeString,
  type: maybeString,
  model: maybeString,
  stop_reason: stringOrNull,
  stop_sequence: stringOrNull,
  stop_details: optional(nullable(object({ type: maybeString, category: stringOrNull, explanation: stringOrNull }))),
  usage: optional(usage),
  container: optional(nullable(object({ id: maybeString, expires_at: stringOrNull }))),
  context_management: optional(nullable(object({ applied_edits: optional(nullable(array(appliedEdit))) }))),
  diagnostics: optional(nullable(diagnostics)),
});
type AssistantMessageShapeOf = typeof assistantMessageOf;
export interface AssistantMessageShape extends AssistantMessageShapeOf {}
export const assistantMessage: AssistantMessageShape = assistantMessageOf;

/** What the API said of the plan's limits when it refused the request. */
const quotaLimits = object({
  status: maybeString,
  resetsAt: numberOrNull,
  rateLimitType: stringOrNull,
  unifiedRateLimitFallbackAvailable: maybeBoolean,
  isUsingOverage: maybeBoolean,
  overageStatus: stringOrNull,
  overageResetsAt: numberOrNull,
  overageDisabledReason: stringOrNull,
  upgradePaths: maybeStrings,
});

const assistantEntryOf = object({
  ...chain,
  message: assistantMessage,
  /** Null or absent behind gateways that send no request id. */
  requestId: stringOrNull,
  requestRef: maybeString,
  requestedModel: maybeString,
  promptCacheRequested: maybeString,
  apiBlockIndex: maybeNumber,
  effort: maybeString,
  perTurnEffort: stringOrNull,
  madeBy: maybeString,
  thinkingDurationMs: maybeNumber,
  thinkingDisplay: maybeString,
  toolInputStreamMs: maybeNumber,
  serverClassifierRequest: maybeString,
  isAbortedMidStream: maybeBoolean,
  isVirtual: maybeBoolean,
  supersedes: maybeStrings,
  advisorModel: maybeString,
  attributionAgent: maybeString,
  attributionSkill: maybeString,
  attributionPlugin: maybeString,
  attributionMcpServer: maybeString,
  attributionMcpTool: maybeString,
  wireToolInputs: optional(record(json)),
  wireIngestContext: optional(record(json)),
  isApiErrorMessage: maybeBoolean,
  error: maybeString,
  errorDetails: maybeString,
  apiError: optional(union(string, record(json))),
  apiErrorStatus: numberOrNull,
  apiErrorType: stringOrNull,
  failedResponseHadNoToolCall: maybeBoolean,
  quotaLimits: optional(nullable(quotaLimits)),
});
type AssistantEntryShapeOf = typeof assistantEntryOf;
export interface AssistantEntryShape extends AssistantEntryShapeOf {}
export const assistantEntry: AssistantEntryShape = assistantEntryOf;
