// `clew split`: a session and a turn of it -> two sessions, one up to that turn and one from behind it.
import { planSplit } from "../../reshape/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { argsOf } from "../reshape/given.ts";
import { planned } from "../reshape/planned.ts";
import { scaleOf } from "../reshape/scale.ts";
import { reshape } from "../reshape/reshape.ts";
import { uuidsOf } from "../reshape/uuids.ts";
import type { Flags } from "./fork.ts";

export function split(io: Io, flags: Flags, name: string): Promise<ExitCode> {
  const { at } = flags;
  return reshape(io, flags, {
    name,
    command: "split",
    args: argsOf([name], flags),
    when: "always",
    plan({ opened, supply }) {
      const { front, back } = planned(planSplit(opened.source, { at, ...scaleOf(opened) }, supply));
      return [front, back].map((plan) => ({ plan, uuids: uuidsOf(flags) }));
    },
  });
}
