// `clew clone`: a session -> a copy of it under a new id, that a client resumes like the original.
import { planClone } from "../../reshape/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { argsOf } from "../reshape/given.ts";
import { planned } from "../reshape/planned.ts";
import { reshape } from "../reshape/reshape.ts";
import { type UuidFlags, uuidsOf } from "../reshape/uuids.ts";

export type Flags = UuidFlags;

export function clone(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  return reshape(io, flags, {
    name,
    command: "clone",
    args: argsOf([name], flags),
    when: "always",
    readBack: "by-thread",
    plan: ({ opened, supply }) => [
      { plan: planned(planClone(opened.source, supply)).plan, uuids: uuidsOf(flags), promise: "same" },
    ],
  });
}
