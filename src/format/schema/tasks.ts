// Nothing in -> to-do items and tasks, as tools and reminders carry them.
import { object } from "../shape.ts";
import { maybeNumber, maybeString, maybeStrings, numberOrNull, stringOrNull } from "./maybe.ts";

/** `id` and `priority` up to 1.0.9x, `activeForm` after. */
export const todo = object({
  content: maybeString,
  status: maybeString,
  activeForm: maybeString,
  id: maybeString,
  priority: maybeString,
});

/** A listed task (TaskCreate, TaskGet, TaskList) or a background one (TaskOutput): one field name for both. */
export const task = object({
  id: maybeString,
  subject: maybeString,
  description: maybeString,
  activeForm: maybeString,
  status: maybeString,
  owner: stringOrNull,
  blocks: maybeStrings,
  blockedBy: maybeStrings,
  task_id: maybeString,
  task_type: maybeString,
  output: maybeString,
  exitCode: numberOrNull,
  prompt: maybeString,
  result: maybeString,
  error: stringOrNull,
  progress: maybeNumber,
});
