// A command's work -> its exit code; an error of the world is said in one line, everything else is kept for the edge.
import { WorldError } from "../store/index.ts";
import type { Context } from "./context.ts";
import type { ExitCode } from "./io.ts";
import { sayError } from "./names.ts";
import { openFilesError } from "./open-files-error.ts";

export async function guarded({ io, outcome }: Context, work: () => ExitCode | Promise<ExitCode>): Promise<void> {
  try {
    outcome.code = await work();
  } catch (thrown) {
    const error = openFilesError(thrown);
    if (error instanceof WorldError) {
      sayError(io, error);
      outcome.code = 2;
    } else outcome.failure = { error };
  }
}
