// A source -> the plan that keeps every line of it: what a planner answers when there is nothing to do.
import type { Plan, Source } from "../plan.ts";

export function unchangedPlan({ session }: Source): Plan {
  const { lines } = session.log.tally;
  return { placed: lines === 0 ? [] : [{ kind: "kept", first: 1, last: lines }], dropped: [], steps: [] };
}
