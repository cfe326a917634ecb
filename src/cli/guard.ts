// A command's work -> its exit code; an error of the world is said in one line, everything else is kept for the edge.
import { WorldError } from "../store/index.ts";
import { sanitizeLine } from "../view/index.ts";
import type { Context } from "./context.ts";
import type { ExitCode } from "./io.ts";

export function guarded({ io, outcome }: Context, work: () => ExitCode): void {
  try {
    outcome.code = work();
  } catch (error) {
    if (error instanceof WorldError) {
      io.err(`clew: ${sanitizeLine(error.message)} (${sanitizeLine(error.hint)})\n`);
      outcome.code = 2;
    } else outcome.failure = { error };
  }
}
