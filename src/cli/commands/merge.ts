// `clew merge`: a session and a fork of it -> a session that goes on with what was said in the fork.
import { planMerge } from "../../reshape/index.ts";
import type { ExitCode, Io } from "../io.ts";
import { planned } from "../reshape/reshaping.ts";
import { reshape } from "../reshape/reshape.ts";
import { type Flags, uuidsOf } from "./clone.ts";

export function merge(io: Io, flags: Flags, name: string, fork: string): Promise<ExitCode> {
  return reshape(io, flags, name, {
    command: "merge",
    args: [name, fork],
    when: "always",
    plan({ opened, openAlso, supply }) {
      const { source } = openAlso(fork);
      return [{ plan: planned(planMerge(opened.source, { fork: source }, supply)).plan, uuids: uuidsOf(flags) }];
    },
  });
}
