// Nothing in -> attachments that remind, announce modes and deliver queued prompts.
import { array, nullable, object, optional, string, union } from "../shape.ts";
import { block } from "./blocks.ts";
import { maybeBoolean, maybeNumber, maybeNumbers, maybeString, maybeStrings, stringOrNull } from "./maybe.ts";
import { task, todo } from "./tasks.ts";
import { origin } from "./user.ts";

const plan = { planFilePath: maybeString, planExists: maybeBoolean } as const;
const said = object({ text: maybeString });
const empty = object({});

export const reminderAttachments = {
  task_reminder: object({ content: optional(array(task)), itemCount: maybeNumber }),
  todo_reminder: object({ content: optional(array(todo)), itemCount: maybeNumber }),
  task_status: object({
    taskId: maybeString,
    taskType: maybeString,
    description: maybeString,
    status: maybeString,
    deltaSummary: stringOrNull,
    outputFilePath: maybeString,
  }),
  queued_command: object({
    prompt: optional(union(string, array(block))),
    commandMode: maybeString,
    imagePasteIds: maybeNumbers,
    timestamp: maybeString,
    origin: optional(nullable(origin)),
    source_uuid: maybeString,
    delivery_id: maybeString,
    runId: maybeString,
    isMeta: maybeBoolean,
  }),
  command_permissions: object({ allowedTools: maybeStrings, model: maybeString }),
  plan_mode: object({ ...plan, reminderType: maybeString, isSubAgent: maybeBoolean }),
  plan_mode_exit: object(plan),
  plan_mode_reentry: object(plan),
  auto_mode: object({
    reminderType: maybeString,
    autoModeConsentFlow: maybeBoolean,
    bashFirst: maybeBoolean,
    bashFirstSteer: maybeString,
    steerOnly: maybeBoolean,
    bypass: maybeBoolean,
    finishExposedWork: maybeBoolean,
  }),
  auto_mode_exit: object({ bashFirst: maybeBoolean, steerOnly: maybeBoolean }),
  ultra_effort_enter: object({ reminderType: maybeString }),
  ultra_effort_exit: empty,
  ultrathink_effort: object({ level: maybeString }),
  workflow_keyword_request: empty,
  output_style: object({ style: maybeString }),
  agent_mention: object({ agentType: maybeString }),
  companion_intro: object({ name: maybeString, species: maybeString }),
  context_tip: object({
    tip: optional(object({ tip: maybeString, featureId: maybeString, action: maybeString })),
  }),
  goal_status: object({
    met: maybeBoolean,
    condition: maybeString,
    sentinel: maybeBoolean,
    reason: maybeString,
    iterations: maybeNumber,
    durationMs: maybeNumber,
    tokens: maybeNumber,
  }),
  date: object({ date: maybeString }),
  date_change: object({ newDate: maybeString }),
  total_tokens_reminder: said,
  silent_turn_reminder: said,
} as const;
