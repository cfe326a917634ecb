// `clew fork`: a session and a turn or entry of it -> a session that ends there.
import { planFork } from "../../reshape/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { argsOf } from "../reshape/given.ts";
import { planned } from "../reshape/planned.ts";
import { reshape } from "../reshape/reshape.ts";
import { type UuidFlags, uuidsOf } from "../reshape/uuids.ts";

export type Flags = UuidFlags & { readonly at: string };

export function fork(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  const { at } = flags;
  return reshape(io, flags, {
    name,
    command: "fork",
    args: argsOf([name], flags),
    when: "always",
    plan: ({ opened, supply }) => [
      { plan: planned(planFork(opened.source, { at }, supply)).plan, uuids: uuidsOf(flags) },
    ],
  });
}
