// A session and a turn -> two plans: the turns up to it, and those behind it as a session that begins with their first prompt.
import { type EntryType, decodeLine } from "../format/index.ts";
import type { ContextScale, Node } from "../graph/index.ts";
import { type Cut, cutAt } from "./cut.ts";
import { startDraft } from "./draft.ts";
import { fellows } from "./fellows.ts";
import { dropLastPrompts, frontPlan } from "./fork.ts";
import { turnChoices } from "./nearest.ts";
import type { Plan, Refused, Source, Supply } from "./plan.ts";
import { turnAt } from "./turn-name.ts";
import { recount, tokensIn } from "./trim/context-count.ts";

export type SplitIntention = {
  /** The last turn of the first part. */
  readonly at: string;
  /** By which what is sent is reckoned, if anybody knows: what is left is reckoned by it too. */
  readonly scale?: ContextScale | undefined;
};

export type SplitPlanned = { readonly ok: true; readonly front: Plan; readonly back: Plan } | Refused;

export function planSplit(source: Source, { at, scale }: SplitIntention, supply: Supply): SplitPlanned {
  const found = cutAt(source.session, at);
  if (!found.ok) return found;
  const labels = source.session.turns.filter(({ prompt }) => prompt !== undefined).map(({ label }) => label);
  if (!source.session.path.includes(found.cut.at))
    return {
      ok: false,
      problem: `${at} is on a dead branch: only the live conversation can be split`,
      ...turnChoices(labels),
    };
  const rest = fromPrompt(found.cut, source);
  if (rest.length === 0)
    return { ok: false, problem: `nothing was asked behind ${at}`, ...turnChoices(labels.slice(0, -1)) };
  return { ok: true, front: frontPlan(source, found.cut, supply), back: backPlan(source, { rest, scale }, supply) };
}

/** What stands behind the cut, from the first prompt on. */
function fromPrompt({ rest }: Cut, { session }: Source): readonly Node[] {
  const prompts = new Set(session.turns.flatMap(({ prompt }) => prompt?.line ?? []));
  const first = rest.findIndex((node) => prompts.has(node.line));
  return first === -1 ? [] : rest.slice(first);
}

type Back = { readonly rest: readonly Node[]; readonly scale: ContextScale | undefined };

function backPlan(source: Source, { rest, scale }: Back, supply: Supply): Plan {
  const draft = startDraft(source, supply);
  const { session } = source;
  const { log } = session;
  const kept = withBranches(fellows(rest, session, log.tally.lines), log.nodes, log.byId);
  const firstLine = Math.min(...rest.map((node) => node.line));
  const chain = new Set(log.nodes.map((node) => node.line));
  for (const node of log.nodes) if (!kept.has(node)) draft.drop(node.line, "in front of the cut");
  const [root] = rest;
  for (const line of source.lines(1, firstLine - 1)) {
    if (chain.has(line.number)) continue;
    const decoded = decodeLine(line);
    const isStanding = decoded.kind === "entry" && standing.has(decoded.type);
    if (!isStanding) draft.drop(line.number, "in front of the cut");
  }
  if (root !== undefined) {
    draft.change(
      root.line,
      { op: "set", path: ["parentUuid"], value: null },
      { op: "remove", path: ["logicalParentUuid"] },
    );
    const turn = turnAt(session, root.line);
    const where = turn === undefined ? "" : `, in turn ${turn}`;
    draft.step("cut", `the conversation begins with line ${root.line}${where}`, root.line);
  }
  // Whatever was counted behind the cut counted what stands in front of it, unless a compaction lies between.
  const staying = session.conversation.nodes.filter((node) => kept.has(node));
  if (staying.length < session.conversation.nodes.length)
    recount(draft, source, { wantedTokens: tokensIn(staying, scale), scale });
  if (session.conversation.leaf === undefined) dropLastPrompts(draft, source, log.tally.lines);
  return draft.plan();
}

/** What these lines say holds for the whole session. */
const standing: ReadonlySet<EntryType> = new Set<EntryType>([
  "custom-title",
  "ai-title",
  "agent-name",
  "tag",
  "mode",
  "permission-mode",
  "pr-link",
]);

/** Dead branches that left the conversation behind the cut stay branches. */
function withBranches(
  kept: ReadonlySet<Node>,
  nodes: readonly Node[],
  byId: ReadonlyMap<string, Node>,
): ReadonlySet<Node> {
  const all = new Set(kept);
  for (const node of nodes) {
    const parent = node.parent === undefined ? undefined : byId.get(node.parent);
    if (parent !== undefined && all.has(parent)) all.add(node);
  }
  return all;
}
