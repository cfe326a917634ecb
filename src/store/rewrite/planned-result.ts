// A plan and the session it is for -> the job of writing it: how ids and paths change, what comes along, and who judges the result.
import { join } from "node:path";
import type { Line } from "../../format/index.ts";
import {
  type Identity,
  type Plan,
  type Verdict,
  type Weighed,
  type Words,
  followedPaths,
  isIdlePlan,
  judgeWeighed,
  renderPlan,
  weigh,
  wordsOwed,
} from "../../reshape/index.ts";
import { realPath } from "../real-path.ts";
import type { SessionTarget } from "../session-place.ts";
import { isSameFile } from "./file-facts.ts";
import type { Pieces } from "./pieces.ts";
import type { ResultJob, ResultSource } from "./rewrite-job.ts";
import { type Sent, plainSentOf, sentOf, talkOf } from "./sent.ts";
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
  const compared = { opened, brought, identity };
  const judges = promise === "same" ? sameTalk(plan, compared) : provedBy(plan, compared);
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
    pieces: renderPlan(plan, opened.source, { ...identity, pieces: "passing" }),
    ...judges,
  };
}

type Judges = Pick<ResultJob, "judge" | "judgeReadBack" | "readBackBy" | "weighSources">;

const reasonsOf = (verdict: Verdict): readonly string[] => (verdict.ok ? [] : verdict.reasons);

type Sources = {
  readonly opened: OpenSource;
  readonly brought: readonly OpenSource[];
  /** Paths of the session's own folder are sent, too, and lead to the new one. */
  readonly identity: Identity;
};

/** From whole words: the source as it shall be sent from its new place, and the result. */
function wholeSides({ opened, identity }: Sources, after: OpenSource, words: Words): { before: Sent; after: Sent } {
  return {
    before: plainSentOf(opened, words, opened.readChanged(followedPaths(identity))),
    after: plainSentOf(after, words, after.read),
  };
}

function provedBy(plan: Plan, sources: Sources): Judges {
  const words = wordsOwed(plan);
  const before = (): Weighed => weighedSources(sources, words);
  return {
    weighSources: () => void before(),
    judge(after) {
      const reasons = reasonsOf(judgeWeighed(plan, { before: before(), after: sentOf(after, words) }));
      if (reasons.length === 0 || words === "left-out") return reasons;
      // A line that was mended is shortened by other means than it was while it was broken: the whole words decide.
      return reasonsOf(judgeWeighed(plan, wholeSides(sources, after, words)));
    },
  };
}

/** What is wrong with one of them may be wrong with what is made of them. */
function weighedSources({ opened, brought }: Sources, words: Words): Weighed {
  return brought.reduce(
    (sum, other): Weighed => {
      const { findings, violations, dangling } = sentOf(other);
      return {
        ...sum,
        findings: [...sum.findings, ...findings],
        violations: [...sum.violations, ...violations],
        dangling: sum.dangling + dangling,
      };
    },
    sentOf(opened, words),
  );
}

/** Where the talk is the same, what is sent is, and breaks the same rules: nothing more is to be weighed of it. */
function sameTalk(plan: Plan, sources: Sources): Judges {
  const { opened } = sources;
  let before: Weighed | undefined;
  const weighed = (): Weighed => (before ??= weigh({ session: opened.source.session, request: [] }));
  return {
    weighSources() {
      weighed();
      talkOf(opened);
    },
    judge(after) {
      if (talkOf(after) === talkOf(opened)) {
        const now = weigh({ session: after.source.session, request: [] });
        return reasonsOf(judgeWeighed(plan, { before: weighed(), after: now }));
      }
      const whole = wholeSides(sources, after, "left-out");
      return reasonsOf(judgeWeighed(plan, { ...whole, promised: whole.before.sent }));
    },
    // Where two entries have one uuid, more than what they say tells which of them counts.
    readBackBy() {
      const { nodes, byId } = opened.source.session.log;
      return isIdlePlan(plan) && nodes.length === byId.size ? "copy" : "graph";
    },
    judgeReadBack({ source, result }) {
      if (result.by === "copy") {
        if (source?.facts === undefined || !isSameFile(source.facts, opened.look.facts)) return undefined;
        if (source.mark !== result.likeness.mark) return undefined;
        const sides = { before: counted(opened.lineCount), after: counted(result.likeness.lines) };
        return reasonsOf(judgeWeighed(plan, sides));
      }
      const isSame = result.talk === talkOf(opened);
      return isSame ? reasonsOf(judgeWeighed(plan, { before: weighed(), after: result.weighed })) : undefined;
    },
  };
}

/** Of two that are alike, only how many lines there are is left to compare. */
const counted = (lines: number): Weighed => ({ lines, findings: [], dangling: 0, violations: [], sent: [] });

function identityOf(opened: OpenSource, { target, uuids, folders = [] }: PlannedSession): Identity {
  const { place, isOwn } = opened;
  const own = { from: join(place.folder, place.stem), to: join(target.folder, target.sessionId) };
  // Clients write the path that a home has, whatever link it is reached by.
  const real = { ...own, from: join(realPath(place.folder), place.stem) };
  return {
    from: place.sessionId,
    alias: aliasOf(opened),
    to: target.sessionId,
    uuids,
    forkedFrom: "written",
    isOwn,
    folders: [own, ...(real.from === own.from ? [] : [real]), ...folders],
    // Only whoever moves a session asks for other paths in it.
    outputs: folders.length === 0 ? undefined : "followed",
  };
}

/** A file may have been given another name: then no line calls the session by it. */
function aliasOf({ place, source }: OpenSource): string | undefined {
  const ids = source.session.log.state.sessionIds;
  if (ids.has(place.sessionId)) return undefined;
  return [...ids].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** An agent's log is kept line by line: only ids and paths change. */
function renaming({ source }: OpenSource, identity: Identity): ResultSource["renameAgent"] {
  const plan: Plan = { placed: [{ kind: "kept", first: 1, last: Infinity }], dropped: [], steps: [] };
  return (lines: Iterable<Line>): Pieces =>
    renderPlan(plan, { sessionId: source.sessionId, session: source.session, lines: () => lines }, identity);
}
