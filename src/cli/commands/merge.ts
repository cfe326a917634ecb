// `clew merge`: a session and a fork of it -> a session that goes on with what was said in the fork.
import { planMerge } from "../../reshape/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { argsOf } from "../reshape/given.ts";
import { planned } from "../reshape/planned.ts";
import { scaleOf } from "../reshape/scale.ts";
import { reshape } from "../reshape/reshape.ts";
import { type Flags, uuidsOf } from "./clone.ts";

export function merge(io: Io, flags: Flags, ...[name, fork]: readonly [string, string]): Promise<ExitCode> {
  return reshape(io, flags, {
    name,
    command: "merge",
    args: argsOf([name, fork], flags),
    when: "always",
    plan({ opened, openAlso, supply }) {
      const other = openAlso(fork);
      const { plan } = planned(planMerge(opened.source, { fork: other.source, ...scaleOf(other) }, supply));
      return [{ plan, uuids: uuidsOf(flags) }];
    },
  });
}
