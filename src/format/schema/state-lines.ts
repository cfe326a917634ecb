// Nothing in -> the shapes of the lines that note a session's state; they stand outside the parent chain.
import { array, json, nullable, object, optional, record } from "../shape.ts";
import { chain } from "./envelope.ts";
import { maybeBoolean, maybeNumber, maybeString, maybeStrings, stringOrNull } from "./maybe.ts";

const about = { sessionId: maybeString, timestamp: maybeString } as const;

export const lastPrompt = object({
  ...about,
  lastPrompt: maybeString,
  /** Null with `explicit`: rewound to before the first prompt. */
  leafUuid: stringOrNull,
  explicit: maybeBoolean,
});
export const mode = object({ ...about, mode: maybeString });
export const permissionMode = object({ ...about, permissionMode: maybeString });
export const atisLatch = object({ ...about, atis: maybeString });
export const toolsUsed = object({ ...about, tools: maybeStrings });
export const prLink = object({ ...about, prNumber: maybeNumber, prUrl: maybeString, prRepository: maybeString });
export const relocated = object({ ...about, relocatedCwd: maybeString });
export const continuedIn = object({ ...about, continuedInSessionId: maybeString });

export const bridgeSession = object({
  ...about,
  bridgeSessionId: maybeString,
  lastSequenceNum: maybeNumber,
  ownerAccountUuid: maybeString,
  ownerOrganizationUuid: maybeString,
});

export const frameLink = object({
  ...about,
  path: maybeString,
  frameUrl: maybeString,
  title: maybeString,
  artifactCount: maybeNumber,
});

export const forkContextRef = object({
  ...about,
  agentId: maybeString,
  parentSessionId: maybeString,
  parentLastUuid: maybeString,
  contextLength: maybeNumber,
});

export const worktreeState = object({
  ...about,
  /** Null: the session left its worktree. */
  worktreeSession: optional(
    nullable(
      object({
        sessionId: maybeString,
        originalCwd: maybeString,
        preEnterOriginalCwd: maybeString,
        originalBranch: maybeString,
        originalHeadCommit: maybeString,
        worktreePath: maybeString,
        worktreeName: maybeString,
        worktreeBranch: maybeString,
        tmuxSessionName: maybeString,
        hookBased: maybeBoolean,
      }),
    ),
  ),
});

export const contentReplacement = object({
  ...about,
  uuid: maybeString,
  agentId: maybeString,
  replacements: optional(array(object({ kind: maybeString, toolUseId: maybeString, replacement: maybeString }))),
});

export const attributionSnapshot = object({
  ...about,
  messageId: maybeString,
  surface: maybeString,
  fileStates: optional(record(json)),
  promptCount: maybeNumber,
  promptCountAtLastCommit: maybeNumber,
  permissionPromptCount: maybeNumber,
  permissionPromptCountAtLastCommit: maybeNumber,
  escapeCount: maybeNumber,
  escapeCountAtLastCommit: maybeNumber,
});

const modelCost = object({
  inputTokens: maybeNumber,
  outputTokens: maybeNumber,
  thinkingTokens: maybeNumber,
  cacheReadInputTokens: maybeNumber,
  cacheCreationInputTokens: maybeNumber,
  cacheCreationEphemeral5mInputTokens: maybeNumber,
  cacheCreationEphemeral1hInputTokens: maybeNumber,
  webSearchRequests: maybeNumber,
  costUSD: maybeNumber,
  contextWindow: maybeNumber,
  maxOutputTokens: maybeNumber,
});

export const costState = object({
  ...about,
  totalCostUSD: maybeNumber,
  totalAPIDuration: maybeNumber,
  totalAPIDurationWithoutRetries: maybeNumber,
  totalToolDuration: maybeNumber,
  totalDuration: maybeNumber,
  totalLinesAdded: maybeNumber,
  totalLinesRemoved: maybeNumber,
  startTime: maybeNumber,
  hasUnknownModelCost: maybeBoolean,
  modelUsage: optional(record(modelCost)),
});

/** Comment threads of published artifacts; keyed by artifact. */
export const artifactState = object({
  ...about,
  v: maybeNumber,
  accountUuid: maybeString,
  artifacts: optional(record(json)),
});

export const savedHookContext = object({
  ...chain,
  content: maybeStrings,
  hookEvent: maybeString,
  hookName: maybeString,
  toolUseID: maybeString,
});

/** A workflow's journal: a step began, ended or failed. */
export const workflowStep = object({ ...about, key: maybeString, agentId: maybeString });

/** Known by name only: nothing but what every state line carries. */
export const namedOnly = object({ ...about, uuid: maybeString, agentId: maybeString });
