// Nothing in -> attachments that hooks left behind.
import { array, object, optional, string, union } from "../shape.ts";
import { maybeBoolean, maybeNumber, maybeString } from "./maybe.ts";

const hook = { hookName: maybeString, hookEvent: maybeString, toolUseID: maybeString } as const;

const run = {
  ...hook,
  content: maybeString,
  stdout: maybeString,
  stderr: maybeString,
  exitCode: maybeNumber,
  command: maybeString,
  durationMs: maybeNumber,
  timedOut: maybeBoolean,
} as const;

export const hookAttachments = {
  hook_success: object(run),
  hook_non_blocking_error: object(run),
  hook_cancelled: object(run),
  hook_error_during_execution: object(run),
  hook_blocking_error: object({
    ...run,
    blockingError: optional(object({ blockingError: maybeString, command: maybeString })),
  }),
  hook_additional_context: object({ ...hook, content: optional(union(string, array(string))) }),
  hook_system_message: object({ ...hook, content: maybeString }),
  hook_stopped_continuation: object({ ...hook, message: maybeString }),
  hook_permission_decision: object({ ...hook, decision: maybeString }),
} as const;
