// What stricli hands to a command -> the command's own function with an Io; loads the command only when it is run.
import type { CommandContext } from "@stricli/core";
import { type ExitCode, type Io } from "./io.ts";

export type Context = CommandContext & {
  readonly io: Io;
  readonly outcome: { code: ExitCode; failure?: { readonly error: unknown } };
};

export type Command<F, A extends readonly (string | undefined)[]> = (
  io: Io,
  flags: F,
  ...args: A
) => ExitCode | Promise<ExitCode>;

/** A loader for stricli; what the command throws is kept for the edge, which knows the world's errors from ours. */
export function lazy<F, A extends readonly (string | undefined)[]>(load: () => Promise<Command<F, A>>) {
  return async () => {
    const [command, { guarded }] = await Promise.all([load(), import("./guard.ts")]);
    return function (this: Context, flags: F, ...args: A): Promise<void> {
      return guarded(this, () => command(this.io, flags, ...args));
    };
  };
}
