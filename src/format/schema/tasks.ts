// Nothing in -> to-do items and tasks, as tools and reminders carry them.
import { object } from "../shape.ts";
import { maybeNumber, maybeString, maybeStrings, numberOrNull, stringOrNull } from "./maybe.ts";

/** `id` and `priority` up to 1.0.9x, `activeForm` after. */
const todoOf = object({
  content: maybeString,
  status: maybeString,
  activeForm: maybeString,
  id: maybeString,
  priority: maybeString,
});
type TodoShapeOf = typeof todoOf;
export interface TodoShape extends TodoShapeOf {}
export const todo: TodoShape = todoOf;

/** A listed task (TaskCreate, TaskGet, TaskList) or a background one (TaskOutput): one field name for both. */
const taskOf = object({
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
type TaskShapeOf = typeof taskOf;
export interface TaskShape extends TaskShapeOf {}
export const task: TaskShape = taskOf;
