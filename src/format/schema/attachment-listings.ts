// Nothing in -> attachments that tell the model what it has: tools, agents, skills, model, place and prompt.
import { array, json, object, optional, record } from "../shape.ts";
import { maybeBoolean, maybeNumber, maybeString, maybeStrings, stringOrNull } from "./maybe.ts";

const environment = object({
  workingDirectory: maybeString,
  isWorktree: maybeBoolean,
  isGitRepo: maybeBoolean,
  additionalWorkingDirectories: maybeStrings,
  platform: maybeString,
  shell: maybeString,
  osVersion: maybeString,
});

const toolSchema = object({ name: maybeString, description: maybeString, input_schema: optional(record(json)) });
const tool = object({ name: maybeString, description: maybeString, schema: optional(toolSchema) });

export const listingAttachments = {
  deferred_tools_delta: object({
    addedNames: maybeStrings,
    addedLines: maybeStrings,
    removedNames: maybeStrings,
    readdedNames: maybeStrings,
    wireHiddenNames: maybeStrings,
    pendingMcpServers: maybeStrings,
    failedMcpServers: maybeStrings,
    needsAuthMcpServers: maybeStrings,
  }),
  mcp_instructions_delta: object({ addedNames: maybeStrings, addedBlocks: maybeStrings, removedNames: maybeStrings }),
  agent_listing_delta: object({
    addedTypes: maybeStrings,
    addedLines: maybeStrings,
    removedTypes: maybeStrings,
    builtInTypes: maybeStrings,
    builtInPluginTypes: maybeStrings,
    isInitial: maybeBoolean,
    showConcurrencyNote: maybeBoolean,
  }),
  skill_listing: object({
    content: maybeString,
    names: maybeStrings,
    digests: maybeStrings,
    skillCount: maybeNumber,
    isInitial: maybeBoolean,
  }),
  dynamic_skill: object({ skillDir: maybeString, skillNames: maybeStrings, displayPath: maybeString }),
  invoked_skills: object({
    skills: optional(array(object({ name: maybeString, path: maybeString, content: maybeString }))),
  }),
  environment: object({ snapshot: optional(environment) }),
  model: object({
    text: maybeString,
    identity: optional(object({ modelId: maybeString, marketingName: stringOrNull, knowledgeCutoff: stringOrNull })),
  }),
  session_context: object({ context: optional(object({ gitStatus: stringOrNull })) }),
  remote_session_change: object({
    url: stringOrNull,
    commit: stringOrNull,
    pr: stringOrNull,
    managedCommit: maybeBoolean,
    managedPr: maybeBoolean,
    sendUserFileHint: maybeBoolean,
  }),
  prompt_snapshot: object({
    systemPrompt: maybeStrings,
    tools: optional(array(tool)),
    cliPrefix: maybeString,
    contextRendering: maybeString,
    echoWireToolInputs: maybeBoolean,
    inlineTools: maybeBoolean,
    keptReminders: maybeBoolean,
    reminderFold: maybeBoolean,
    systemTurns: maybeBoolean,
    toolChangeHeader: maybeBoolean,
  }),
} as const;
