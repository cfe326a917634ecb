// A session and a turn -> two plans: the turns up to it, and those behind it as a session that begins with their first prompt.
import type { ContextScale, Node, Session } from "../graph/index.ts";
import { type Cut, type Offered, cutAt, cutBehind } from "./cut.ts";
import { startDraft } from "./draft.ts";
import { dropLastPrompts, frontPlan } from "./fork.ts";
import { type Halves, halvesOf } from "./halves.ts";
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
  const offered = beforeLastPrompt(source.session);
  const { labels } = offered;
  const found = cutAt(source.session, at, offered);
  if (!found.ok) return labels.length > 0 ? found : { ...found, hint: oneTurn };
  if (!source.session.path.includes(found.cut.at))
    return {
      ok: false,
      problem: `${at} is on a dead branch: only the live conversation can be split`,
      ...turnChoices(labels),
      ...(labels.length > 0 ? {} : { hint: oneTurn }),
    };
  const rest = secondPart(found.cut, source);
  if (rest.length === 0)
    return {
      ok: false,
      problem: `nothing was asked behind ${at}`,
      ...turnChoices(labels),
      ...(labels.length > 0 ? {} : { hint: oneTurn }),
    };
  const halves = halvesOf(source, rest);
  const cut = upTo(rest, found.cut, source);
  return {
    ok: true,
    front: frontPlan(source, { ...cut, halves }, supply),
    back: backPlan(source, { rest, halves, scale }, supply),
  };
}

const oneTurn = "it takes two turns or more to split a session";

/** Behind its last prompt a session cannot be split: there would be nothing to begin the second part with. */
function beforeLastPrompt({ turns, path }: Session): Offered {
  const prompted = turns.filter(({ prompt }) => prompt !== undefined);
  const last = prompted.at(-1)?.prompt?.line;
  const end = path.findIndex(({ line }) => line === last);
  return { labels: prompted.slice(0, -1).map(({ label }) => label), nodes: path.slice(0, Math.max(0, end)) };
}

/** What stands behind the cut, from the first prompt on, or from a compaction right in front of it. */
function secondPart({ rest }: Cut, { session }: Source): readonly Node[] {
  const prompts = new Set(session.turns.flatMap(({ prompt }) => prompt?.line ?? []));
  const first = rest.findIndex((node) => prompts.has(node.line));
  if (first === -1) return [];
  const boundary = rest.slice(0, first).findIndex((node) => session.log.compactions.has(node.line));
  return rest.slice(boundary === -1 ? first : boundary);
}

/** The first part ends where the second begins, however early in a turn it was to be cut: nothing falls out between them. */
function upTo([first]: readonly Node[], cut: Cut, { session }: Source): Cut {
  const place = first === undefined ? -1 : cut.rest.indexOf(first);
  const last = cut.rest[place - 1];
  return last === undefined ? cut : cutBehind(session, last);
}

type Back = { readonly rest: readonly Node[]; readonly halves: Halves; readonly scale: ContextScale | undefined };

function backPlan(source: Source, { rest, halves, scale }: Back, supply: Supply): Plan {
  const draft = startDraft(source, supply);
  const { session } = source;
  const { log } = session;
  const chain = new Map(log.nodes.map((node) => [node.line, node]));
  for (let line = 1; line <= log.tally.lines; line++) {
    const node = chain.get(line);
    const isKept = node === undefined ? halves.backLines.has(line) : halves.back.has(node);
    if (!isKept) draft.drop(line, "in front of the cut");
  }
  const [root] = rest;
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
  const staying = session.conversation.nodes.filter((node) => halves.back.has(node));
  if (staying.length < session.conversation.nodes.length)
    recount(draft, source, { wantedTokens: tokensIn(staying, scale), scale });
  if (session.conversation.leaf === undefined) dropLastPrompts(draft, source, log.tally.lines);
  return draft.plan();
}
