// A plan and the session it is for -> the job of writing it: how ids and paths change, what comes along, and who judges the result.
import { join } from "node:path";
import type { Line } from "../../format/index.ts";
import { type Identity, type Plan, judgeWeighed, renderPlan } from "../../reshape/index.ts";
import type { SessionTarget } from "../session-place.ts";
import type { Pieces } from "./pieces.ts";
import type { ResultJob, ResultSource } from "./rewrite-job.ts";
import { sentOf } from "./sent.ts";
import type { OpenSource } from "./source.ts";

export type PlannedSession = {
  readonly plan: Plan;
  readonly opened: OpenSource;
  /** Other sessions that lines are brought from. */
  readonly brought?: readonly OpenSource[];
  readonly target: SessionTarget;
  readonly uuids: Identity["uuids"];
  /** Further folders whose paths follow; the session's own always does. */
  readonly folders?: Identity["folders"];
  /** What the result shall send, where the intention says so: what its source sends. */
  readonly promise?: "same" | undefined;
};

export function plannedResult(planned: PlannedSession): ResultJob {
  const { plan, opened, brought = [], target, promise } = planned;
  const identity = identityOf(opened, planned);
  const setAside = plan.dropped.filter((dropped) => dropped.setAside);
  const before = sentOf(opened);
  const promised = promise === "same" ? before.sent : undefined;
  return {
    target,
    sources: [
      { opened, renameAgent: renaming(opened, identity), setAside },
      ...brought.map((other): ResultSource => ({
        opened: other,
        renameAgent: renaming(other, identityOf(other, planned)),
        setAside: [],
      })),
    ],
    pieces: renderPlan(plan, opened.source, identity),
    judge(after) {
      const verdict = judgeWeighed(plan, { before, after: sentOf(after), promised });
      return verdict.ok ? [] : verdict.reasons;
    },
  };
}

function identityOf({ place, isOwn }: OpenSource, { target, uuids, folders = [] }: PlannedSession): Identity {
  const own = { from: join(place.folder, place.stem), to: join(target.folder, target.sessionId) };
  return {
    from: place.sessionId,
    to: target.sessionId,
    uuids,
    forkedFrom: "written",
    isOwn,
    folders: [own, ...folders],
  };
}

/** An agent's log is kept line by line: only ids and paths change. */
function renaming({ source }: OpenSource, identity: Identity): ResultSource["renameAgent"] {
  const plan: Plan = { placed: [{ kind: "kept", first: 1, last: Infinity }], dropped: [], steps: [] };
  return (lines: Iterable<Line>): Pieces => renderPlan(plan, { ...source, lines: () => lines }, identity);
}
