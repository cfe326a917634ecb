// Nothing in -> fields of `toolUseResult` from the tools that plan, ask, keep tasks and wake up later.
import { array, nullable, object, optional, record, string } from "../shape.ts";
import { maybeBoolean, maybeNumber, maybeString, maybeStrings, stringOrNull } from "./maybe.ts";
import { task, todo } from "./tasks.ts";

/** TodoWrite, TaskCreate, TaskGet, TaskUpdate, TaskList, TaskOutput, TaskStop. */
export const taskFields = {
  oldTodos: optional(array(todo)),
  newTodos: optional(array(todo)),
  verificationNudgeNeeded: maybeBoolean,
  task: optional(nullable(task)),
  tasks: optional(array(task)),
  taskId: maybeString,
  taskType: maybeString,
  task_id: maybeString,
  task_type: maybeString,
  updatedFields: maybeStrings,
  statusChange: optional(object({ from: maybeString, to: maybeString })),
  retrieval_status: maybeString,
} as const;

const choice = object({ label: maybeString, description: maybeString, preview: maybeString, markdown: maybeString });
const question = object({
  question: maybeString,
  header: maybeString,
  multiSelect: maybeBoolean,
  options: optional(array(choice)),
});
const annotation = object({ preview: maybeString, notes: maybeString, unanswered: maybeString });

/** AskUserQuestion; the keys of answers and annotations are the questions. */
export const askFields = {
  questions: optional(array(question)),
  answers: optional(record(string)),
  annotations: optional(record(annotation)),
  response: maybeString,
  afkTimeoutMs: maybeNumber,
} as const;

/** EnterPlanMode, ExitPlanMode, EnterWorktree, ExitWorktree, Config. */
export const modeFields = {
  plan: stringOrNull,
  isAgent: maybeBoolean,
  hasTaskTool: maybeBoolean,
  planWasEdited: maybeBoolean,
  isUltraplan: maybeBoolean,
  awaitingLeaderApproval: maybeBoolean,
  requestId: maybeString,
  originalCwd: maybeString,
  tmuxSessionName: maybeString,
  discardedFiles: maybeNumber,
  discardedCommits: maybeNumber,
  setting: maybeString,
} as const;

const job = object({
  id: maybeString,
  cron: maybeString,
  humanSchedule: maybeString,
  prompt: maybeString,
  recurring: maybeBoolean,
  durable: maybeBoolean,
  nextFireAt: maybeNumber,
});

/** ScheduleWakeup, CronCreate, CronList, Monitor, PushNotification. */
export const scheduleFields = {
  scheduledFor: maybeNumber,
  clampedDelaySeconds: maybeNumber,
  wasClamped: maybeBoolean,
  cancelledWakeups: maybeNumber,
  humanSchedule: maybeString,
  recurring: maybeBoolean,
  durable: maybeBoolean,
  nextFireAt: maybeNumber,
  jobs: optional(array(job)),
  timeoutMs: maybeNumber,
  persistent: maybeBoolean,
  pushSent: maybeBoolean,
  localSent: maybeBoolean,
  disabledReason: maybeString,
  sentAt: maybeString,
} as const;
