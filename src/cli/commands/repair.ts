// `clew repair`: a session that is damaged -> a sound one beside it; a sound one is left alone.
import { planRepair } from "../../reshape/index.ts";
import { type Verdict, adviceOf, verdictOf } from "../../view/index.ts";
import { clewLine } from "../clew-line.ts";
import { examined } from "../examined.ts";
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
    whyIdle({ source: { session }, read, place }) {
      const report = examined({ session, read });
      const found = flags.dir === undefined ? name : place.path;
      const remedy = { name: found, isMendable: false, at: report.leftOut?.at };
      const steps = adviceOf(report, remedy).map(({ says, words }) => `; ${says}: ${clewLine(io, words, "FILE")}`);
      return `${idleWords(verdictOf(report))}${steps.join("")}`;
    },
    plan: ({ opened, supply }) => [
      { plan: planned(planRepair(opened.source, supply)).plan, uuids: "kept", source: "broken" },
    ],
  });
}

/** Soundness is about the log: what else is wrong with it, a repair leaves alone. */
function idleWords({ kind, sentence }: Verdict): string {
  switch (kind) {
    case "sound":
      return "the session is sound";
    case "but":
      return `the session is ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, "");
    case "broken":
      return "what is wrong with the session, as `clew doctor` tells it, is nothing that a repair mends";
  }
}
