// Nothing in -> the shapes of `system` entries, told apart by `subtype`; up to 1.0.56 there was none.
import { array, json, nullable, object, optional, record, string, union, variant } from "../shape.ts";
import { chain } from "./envelope.ts";
import { maybeBoolean, maybeNumber, maybeString, maybeStrings, stringOrNull } from "./maybe.ts";
import { apiError } from "./api-error.ts";

const common = {
  ...chain,
  content: maybeString,
  level: maybeString,
  toolUseID: maybeString,
} as const;

const compactMetadata = object({
  trigger: maybeString,
  preTokens: maybeNumber,
  postTokens: maybeNumber,
  cumulativeDroppedTokens: maybeNumber,
  durationMs: maybeNumber,
  messagesSummarized: maybeNumber,
  userContext: maybeString,
  precomputed: maybeBoolean,
  preCompactDiscoveredTools: maybeStrings,
  preservedSegment: optional(object({ headUuid: maybeString, anchorUuid: maybeString, tailUuid: maybeString })),
  preservedMessages: optional(object({ anchorUuid: maybeString, uuids: maybeStrings, allUuids: maybeStrings })),
  runningTurnPrompt: optional(record(json)),
});

const microcompactMetadata = object({
  trigger: maybeString,
  preTokens: maybeNumber,
  tokensSaved: maybeNumber,
  compactedToolIds: maybeStrings,
  clearedAttachmentUUIDs: maybeStrings,
});

const hookOutput = array(union(string, record(json)));

const stopHookSummary = object({
  ...common,
  hookCount: maybeNumber,
  hookInfos: optional(array(object({ command: maybeString, durationMs: maybeNumber, promptText: maybeString }))),
  hookErrors: optional(hookOutput),
  hookAdditionalContext: optional(hookOutput),
  hookLabel: maybeString,
  preventedContinuation: maybeBoolean,
  stopReason: maybeString,
  hasOutput: maybeBoolean,
  totalDurationMs: maybeNumber,
});

const turnDuration = object({
  ...common,
  durationMs: maybeNumber,
  messageCount: maybeNumber,
  pendingBackgroundAgentCount: maybeNumber,
  pendingWorkflowCount: maybeNumber,
  budgetTokens: maybeNumber,
  budgetLimit: maybeNumber,
  budgetNudges: maybeNumber,
});

const modelFallback = object({
  ...common,
  trigger: maybeString,
  direction: maybeString,
  choice: maybeString,
  originalModel: maybeString,
  fallbackModel: maybeString,
  persistedAsDefault: maybeBoolean,
  requestId: stringOrNull,
  refusedUserMessageUuid: stringOrNull,
  apiRefusalCategory: stringOrNull,
  apiRefusalExplanation: stringOrNull,
});

/** A subtype not listed, or none: the fields that any of them carries. */
const otherSystem = object({ ...common, subtype: maybeString });

const systemEntryOf = variant(
  "subtype",
  {
    compact_boundary: object({ ...common, compactMetadata: optional(nullable(compactMetadata)) }),
    microcompact_boundary: object({ ...common, microcompactMetadata: optional(microcompactMetadata) }),
    api_error: apiError,
    stop_hook_summary: stopHookSummary,
    turn_duration: turnDuration,
    away_summary: object(common),
    local_command: object({
      ...common,
      commandRun: optional(object({ command: maybeString, args: maybeString })),
    }),
    bridge_status: object({ ...common, url: maybeString, upgradeNudge: maybeString }),
    informational: object({ ...common, preventContinuation: maybeBoolean }),
    scheduled_task_fire: object({ ...common, cronKind: maybeString }),
    memory_saved: object({ ...common, writtenPaths: maybeStrings }),
    agents_killed: object(common),
    permission_retry: object({ ...common, commands: maybeStrings }),
    model_refusal_fallback: modelFallback,
    model_consent_fallback: modelFallback,
  },
  otherSystem,
);
type SystemEntryShapeOf = typeof systemEntryOf;
export interface SystemEntryShape extends SystemEntryShapeOf {}
export const systemEntry: SystemEntryShape = systemEntryOf;
