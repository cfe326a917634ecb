// Nothing in -> the shape of `progress` entries (2.1.11 to 2.1.81), told apart by `data.type`; unknown kinds pass.
import { array, object, optional, variant } from "../shape.ts";
import { assistantMessage } from "./assistant.ts";
import { chain } from "./envelope.ts";
import { maybeBoolean, maybeNumber, maybeString, stringOrNull } from "./maybe.ts";
import { toolUseResult } from "./tool-use-result.ts";
import { userMessage } from "./user.ts";

const spoken = { uuid: maybeString, timestamp: maybeString, isMeta: maybeBoolean } as const;

/** A message of a sub-agent, carried inside its caller's log. */
const agentMessageOf = variant(
  "type",
  {
    user: object({ ...spoken, message: optional(userMessage), toolUseResult: optional(toolUseResult) }),
    assistant: object({ ...spoken, message: optional(assistantMessage), requestId: stringOrNull }),
  },
  "open",
);
type AgentMessageShapeOf = typeof agentMessageOf;
export interface AgentMessageShape extends AgentMessageShapeOf {}
export const agentMessage: AgentMessageShape = agentMessageOf;

const agentProgressOf = object({
  agentId: maybeString,
  agentType: maybeString,
  prompt: maybeString,
  message: optional(agentMessage),
  normalizedMessages: optional(array(agentMessage)),
});
type AgentProgressShapeOf = typeof agentProgressOf;
export interface AgentProgressShape extends AgentProgressShapeOf {}
export const agentProgress: AgentProgressShape = agentProgressOf;

const shellProgress = object({
  output: maybeString,
  fullOutput: maybeString,
  elapsedTimeSeconds: maybeNumber,
  totalLines: maybeNumber,
  totalBytes: maybeNumber,
  timeoutMs: maybeNumber,
  taskId: maybeString,
});

const data = variant(
  "type",
  {
    agent_progress: agentProgress,
    skill_progress: agentProgress,
    bash_progress: shellProgress,
    powershell_progress: shellProgress,
    hook_progress: object({
      hookEvent: maybeString,
      hookName: maybeString,
      command: maybeString,
      promptText: maybeString,
      statusMessage: maybeString,
    }),
    mcp_progress: object({
      status: maybeString,
      serverName: maybeString,
      toolName: maybeString,
      elapsedTimeMs: maybeNumber,
      progress: maybeNumber,
      total: maybeNumber,
      progressMessage: maybeString,
    }),
    query_update: object({ query: maybeString }),
    search_results_received: object({ query: maybeString, resultCount: maybeNumber }),
    waiting_for_task: object({ taskDescription: maybeString, taskType: maybeString }),
  },
  "open",
);

const progressEntryOf = object({
  ...chain,
  data,
  toolUseID: maybeString,
  parentToolUseID: maybeString,
});
type ProgressEntryShapeOf = typeof progressEntryOf;
export interface ProgressEntryShape extends ProgressEntryShapeOf {}
export const progressEntry: ProgressEntryShape = progressEntryOf;
