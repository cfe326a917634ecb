// `clew repair`: a session that is damaged -> a sound one beside it; a sound one is left alone.
import { planRepair } from "../../reshape/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { argsOf } from "../reshape/given.ts";
import { planned } from "../reshape/planned.ts";
import type { ReshapeFlags } from "../reshape/reshaping.ts";
import { reshape } from "../reshape/reshape.ts";

export type Flags = ReshapeFlags;

export function repair(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  return reshape(io, flags, {
    name,
    command: "repair",
    args: argsOf([name], flags),
    when: "worth-it",
    plan: ({ opened, supply }) => [{ plan: planned(planRepair(opened.source, supply)).plan, uuids: "kept" }],
  });
}
