// Nothing in -> the shape of `user` entries: prompts, tool results, summaries, command output.
import { array, json, object, optional, record, string, union } from "../shape.ts";
import { block } from "./blocks.ts";
import { chain } from "./envelope.ts";
import { maybeBoolean, maybeNumber, maybeNumbers, maybeString, maybeStrings } from "./maybe.ts";
import { todo } from "./tasks.ts";
import { toolUseResult } from "./tool-use-result.ts";

export const userMessage = object({ role: string, content: union(string, array(block)) });

/** Who spoke: `human`, `task-notification`, `peer`, ... */
export const origin = object({
  kind: maybeString,
  producer: maybeString,
  runId: maybeString,
  server: maybeString,
  from: maybeString,
  name: maybeString,
  senderTaskId: maybeString,
  handback: maybeBoolean,
});

const thinkingMetadata = object({
  level: maybeString,
  disabled: maybeBoolean,
  triggers: optional(array(union(string, record(json)))),
  maxThinkingTokens: maybeNumber,
});

const permissionDecision = object({
  decision: maybeString,
  source: maybeString,
  reasonType: maybeString,
  reasonCode: maybeString,
});

const summarizeMetadata = object({
  messagesSummarized: maybeNumber,
  userContext: maybeString,
  direction: maybeString,
});

export const userEntry = object({
  ...chain,
  message: userMessage,
  toolUseResult: optional(toolUseResult),
  sourceToolAssistantUUID: maybeString,
  sourceToolUseID: maybeString,
  mcpMeta: optional(record(json)),
  toolDenialKind: maybeString,
  permissionDecision: optional(permissionDecision),
  sandboxed: maybeBoolean,
  userFeedback: maybeString,
  permissionMode: maybeString,
  promptSource: maybeString,
  origin: optional(origin),
  turnOrigin: maybeString,
  turnPosition: optional(object({ promptIndex: maybeNumber, turnIndex: maybeNumber })),
  turnCompanion: maybeBoolean,
  queuePriority: maybeString,
  queueSkipAttachments: maybeBoolean,
  imagePasteIds: maybeNumbers,
  interruptedMessageId: maybeString,
  isCompactSummary: maybeBoolean,
  isVisibleInTranscriptOnly: maybeBoolean,
  summarizeMetadata: optional(summarizeMetadata),
  summarizedTurnPromptUuids: maybeStrings,
  planContent: maybeString,
  classifierMetaLines: maybeString,
  thinkingMetadata: optional(thinkingMetadata),
  todos: optional(array(todo)),
});
