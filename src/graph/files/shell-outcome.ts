// The result of a shell call -> whether it ran, and how far it is known to have come.
import { type JsonObject, isObject } from "../../format/index.ts";
import { type ShellOutcome, isLenient } from "./shell-act.ts";

type Told = {
  readonly isError: boolean;
  /** The client's own record; mostly none in the logs of agents. */
  readonly result: unknown;
  /** What the model was told, the beginning of it. */
  readonly text: string;
  readonly isLate: boolean;
};

/** Whether it was asked to run in the background. */
export const isLate = (input: JsonObject): boolean => input["run_in_background"] === true;

/** none: it never ran. */
export function shellOutcome(command: string, { isError, result, text, isLate: late }: Told): ShellOutcome | "none" {
  const said = typeof result === "string" ? result : "";
  const isFailure = isError || /^(Error|User rejected|The user doesn't want)/.test(said);
  if (isFailure) {
    if (denials.test(text) || denials.test(said)) return "none";
    return /^Exit code [12]\b/.test(text) ? "failed" : "unsure";
  }
  // What runs in the background is done at a time that nobody knows.
  if (late || /^Command .{0,120}\bbackground\b/.test(text)) return "unsure";
  if (!isObject(result)) return isLenient(command) ? "unsure" : "done";
  const isEnded = result["interrupted"] !== true && typeof result["backgroundTaskId"] !== "string";
  return isEnded && typeof result["returnCodeInterpretation"] !== "string" ? "done" : "unsure";
}

/** Of the user, of the client's rules, of a hook, or because the call itself was not well made. */
const denials =
  /^(Error: )?(User rejected|The user doesn't want|The user rejected|Permission to use|Claude requested permissions|This command requires approval|Cancelled|InputValidationError|\w+ operation blocked by hook|PreToolUse:|<tool_use_error>)/;
