// What several commands take beside flags, each defined once.
import type { Context } from "../context.ts";
import { text } from "../flags.ts";

const sessionBrief =
  "Session id, unique beginning of one, title, path of a .jsonl file, or @last (written last in this folder's project, else of all)";

/** Asked by shells that complete; loaded only then. */
async function proposeSessions(this: Context, partial: string): Promise<readonly string[]> {
  const { sessionNames } = await import("../session-names.ts");
  return sessionNames(this.io, partial);
}

export const sessionArgument = {
  kind: "tuple",
  parameters: [{ brief: sessionBrief, parse: String, placeholder: "SESSION", proposeCompletions: proposeSessions }],
} as const;

/** One session among other arguments. */
export const named = (placeholder: string, brief: string) =>
  ({ brief, parse: String, placeholder, proposeCompletions: proposeSessions }) as const;

export const optionallyNamed = (placeholder: string, brief: string) =>
  ({ ...named(placeholder, brief), optional: true }) as const;

export const noArguments = { kind: "tuple", parameters: [] } as const;

export const anyArguments = (placeholder: string, brief: string) =>
  ({ kind: "array", parameter: { brief, parse: String, placeholder } }) as const;

/** Several sessions, or what may be the name of one. */
export const anySessions = (placeholder: string, brief: string) =>
  ({ kind: "array", parameter: { brief, parse: String, placeholder, proposeCompletions: proposeSessions } }) as const;

/** One or more; what stands behind the first may be other words. */
export const oneOrMore = (placeholder: string, brief: string) =>
  ({ ...anySessions(placeholder, brief), minimum: 1 }) as const;

export const asFlag = text("VERSION", "Rules of that client version instead of the newest known");
