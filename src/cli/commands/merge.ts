// `clew merge`: a session and a fork of it -> a session that goes on with what was said in the fork.
import { planMerge } from "../../reshape/index.ts";
import { type OpenSource, WorldError, readLineage } from "../../store/index.ts";
import { clewLine } from "../clew-line.ts";
import type { ExitCode, Io } from "../io.ts";
import { argsOf } from "../reshape/given.ts";
import { ownRecords } from "../reshape/own-records.ts";
import { planned } from "../reshape/planned.ts";
import { scaleOf } from "../reshape/scale.ts";
import { reshape } from "../reshape/reshape.ts";
import { type UuidFlags, uuidsOf } from "../reshape/uuids.ts";

export function merge(io: Io, flags: UuidFlags, ...[name, fork]: readonly [string, string]): Promise<ExitCode> {
  return reshape(io, flags, {
    name,
    command: "merge",
    args: argsOf([name, fork], flags),
    when: "always",
    plan({ opened, openAlso, supply }) {
      const other = openAlso(fork);
      const parts = partsOf(io, [opened, other]);
      const scale = { ...scaleOf(other), ...scaleOf(opened) };
      const { plan } = planned(planMerge(opened.source, { fork: other.source, parts, ...scale }, supply));
      return [{ plan, uuids: uuidsOf(flags) }];
    },
  });
}

/** Whether a split made both, as the history tells. */
function partsOf(io: Io, opened: readonly OpenSource[]): "of-one-session" | undefined {
  const [first, second] = opened.map(({ place }) => place.sessionId);
  const split = ownRecords(io, readLineage).find(({ command, results }) => {
    const ids = results.map(({ sessionId }) => sessionId);
    return (
      command === "split" && first !== second && [first, second].every((id) => id !== undefined && ids.includes(id))
    );
  });
  if (split === undefined) return undefined;
  if (split.results[0]?.sessionId === first) return "of-one-session";
  throw new WorldError("bad-argument", "that is the second part of a split, and the first behind it", {
    hint: `name the first part first: \`${clewLine(io, ["merge", second ?? "", first ?? ""], "SESSION")}\``,
  });
}
