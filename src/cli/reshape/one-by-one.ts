// Several things and the work on each -> the gravest exit code; what fails is said in its line, and the others go on.
import { WorldError } from "../../store/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { sayError } from "../names.ts";

/** A single thing fails as the command does. */
export async function oneByOne<T>(
  io: Io,
  things: readonly T[],
  work: (thing: T, at: number) => ExitCode | Promise<ExitCode>,
): Promise<ExitCode> {
  let gravest: ExitCode = 0;
  for (const [at, thing] of things.entries()) {
    const code = await tried(thing, at);
    if (code > gravest) gravest = code;
  }
  return gravest;

  async function tried(thing: T, at: number): Promise<ExitCode> {
    try {
      return await work(thing, at);
    } catch (error) {
      if (!(error instanceof WorldError) || things.length === 1) throw error;
      sayError(io, error);
      return 2;
    }
  }
}
