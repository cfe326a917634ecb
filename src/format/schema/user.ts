// Nothing in -> the shape of `user` entries: prompts, tool results, summaries, command output.
import { array, json, object, optional, record, string, union } from "../shape.ts";
import { block } from "./blocks.ts";
import { chain } from "./envelope.ts";
import { maybeBoolean, maybeNumber, maybeNumbers, maybeString, maybeStrings } from "./maybe.ts";
import { todo } from "./tasks.ts";
import { toolUseResult } from "./tool-use-result.ts";

const userMessageOf = object({ role: string, content: union(string, array(block)) });
type UserMessageShapeOf = typeof userMessageOf;
export interface UserMessageShape extends UserMessageShapeOf {}
export const userMessage: UserMessageShape = userMessageOf;

/** Who spoke: `human`, `task-notification`, `peer`, ... */
const originOf = object({
  kind: maybeString,
  producer: maybeString,
  runId: maybeString,
  server: maybeString,
  from: maybeString,
  name: maybeString,
  senderTaskId: maybeString,
  handback: maybeBoolean,
});
type OriginShapeOf = typeof originOf;
export interface OriginShape extends OriginShapeOf {}
export const origin: OriginShape = originOf;

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

const userEntryOf = object({
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
type UserEntryShapeOf = typeof userEntryOf;
export interface UserEntryShape extends UserEntryShapeOf {}
export const userEntry: UserEntryShape = userEntryOf;
