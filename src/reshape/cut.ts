// A session and a turn or uuid -> the entry to cut behind, and every entry of the conversation up to it, results of its calls included.
import { type Session, type Node, type Turn, chainOf, newestRules, withSiblings } from "../graph/index.ts";
import { nearestOf, turnChoices } from "./nearest.ts";
import type { Refused } from "./plan.ts";

export type Cut = {
  /** The last entry that stays, but for results of calls made before. */
  readonly at: Node;
  /** The message that the conversation ends with then: siblings of it are found from there. */
  readonly end: Node;
  /** In the order of the conversation. */
  readonly kept: readonly Node[];
  /** What stands behind it on the same way. */
  readonly rest: readonly Node[];
};

export type CutFound = { readonly ok: true; readonly cut: Cut } | Refused;

/** What may be named instead of something that is not there. */
export type Offered = { readonly labels: readonly string[]; readonly nodes: readonly Node[] };

/** `at`: the label of a turn ("3", "B2.1"), or the uuid of an entry or its beginning. */
export function cutAt(session: Session, at: string, offered?: Offered): CutFound {
  const turns = [...session.turns, ...session.branches.flatMap((branch) => branch.turns)];
  const { labels, nodes } = offered ?? { labels: turns.map(({ label }) => label), nodes: session.path };
  const wanted = at.trim();
  const turn = turns.find(({ label }) => label.toUpperCase() === wanted.toUpperCase());
  if (turn !== undefined) return behindTurn(session, turn);
  const found = entriesLike(session, wanted);
  const [entry, another] = found;
  if (entry !== undefined && another === undefined) return worded(session, cutBehind(session, entry), labels);
  if (entry !== undefined)
    return { ok: false, problem: `"${wanted}" begins several uuids`, ...nearestOf(wanted, idsOf(found)) };
  if (turnPattern.test(wanted) || turns.length === 0)
    return { ok: false, problem: noTurn(wanted, turns), ...turnChoices(labels) };
  const beginning = wanted.slice(0, 3).toLowerCase();
  const alike = idsOf(nodes).filter((id) => id.startsWith(beginning));
  return {
    ok: false,
    problem: `no turn and no entry is called "${wanted}"`,
    // Letters that no uuid begins with are no uuid: turns are what people count in.
    ...(alike.length > 0 ? nearestOf(wanted, alike) : turnChoices(labels)),
  };
}

function worded(session: Session, cut: Cut, labels: readonly string[]): CutFound {
  if (hasWords(cut, session)) return { ok: true, cut };
  return {
    ok: false,
    problem: `nothing was said up to ${cut.at.id ?? "there"}: there would be nothing to resume`,
    ...turnChoices(labels),
  };
}

const turnPattern = /^(?:B\d+\.)?\d+$/i;
const idsOf = (nodes: readonly Node[]): readonly string[] => nodes.flatMap(({ id }) => id ?? []);

function noTurn(wanted: string, turns: readonly Turn[]): string {
  if (turns.length === 0) return "the session has no turn";
  return `there is no turn ${wanted}; the last one is ${turns.findLast(({ label }) => !label.startsWith("B"))?.label ?? turns.at(-1)?.label}`;
}

/** Shorter beginnings would be guesses. */
const shortest = 6;

function entriesLike({ log, links }: Session, wanted: string): readonly Node[] {
  const live = log.nodes.filter((node) => links.isLive(node) && node.id !== undefined);
  const exact = live.filter(({ id }) => id === wanted);
  if (exact.length > 0 || wanted.length < shortest) return exact;
  return live.filter(({ id }) => id?.toLowerCase().startsWith(wanted.toLowerCase()));
}

function behindTurn(session: Session, turn: Turn): CutFound {
  const lines = new Set(turn.lines);
  const nodes = session.log.nodes.filter((node) => lines.has(node.line));
  const byLine = new Map(nodes.map((node) => [node.line, node]));
  const last = byLine.get(saidIn(turn, session).at(-1) ?? 0);
  if (last === undefined) return { ok: false, problem: `turn ${turn.label} holds no entry`, choices: [] };
  return { ok: true, cut: cutBehind(session, last) };
}

/** A compaction that nothing was answered behind came after the turn: whoever goes on from it wants it as it was before. */
function saidIn({ lines }: Turn, { log }: Session): readonly number[] {
  const answers = new Set(log.nodes.flatMap(({ type, line }) => (type === "assistant" ? [line] : [])));
  const boundary = lines.findIndex((line) => log.compactions.has(line));
  const isAnswered = lines.slice(0, Math.max(0, boundary)).some((line) => answers.has(line));
  return isAnswered && !lines.slice(boundary).some((line) => answers.has(line)) ? lines.slice(0, boundary) : lines;
}

export function cutBehind(session: Session, at: Node): Cut {
  const { way, chain } = session.path.includes(at)
    ? { way: session.path, chain: session.chain.nodes }
    : wayTo(session, at);
  const place = way.indexOf(at);
  const front = way.slice(0, place + 1);
  const late = lateResults(front, session);
  const rest = way.slice(place + 1).filter((node) => !late.has(node));
  const kept = [...front, ...late];
  const linked = new Set(chain);
  const end = kept.findLast((node) => isMessage(node) && linked.has(node)) ?? at;
  return { at, end: answerIn(kept, end) ?? end, kept, rest };
}

/** A result beside the chain ends the conversation, not its call: older clients leave out a call that comes last. */
function answerIn(kept: readonly Node[], { calls }: Node): Node | undefined {
  const ids = new Set<string>(calls.map(({ id }) => id));
  return ids.size === 0 ? undefined : kept.findLast(({ results }) => results.some(({ callId }) => ids.has(callId)));
}

const isMessage = (node: Node): boolean => node.type === "user" || node.type === "assistant";

/** Whether anybody said something since the last compaction. */
export function hasWords({ kept }: Cut, { log }: Session): boolean {
  const boundary = kept.findLastIndex((node) => log.compactions.has(node.line));
  return kept.slice(boundary + 1).some(isMessage);
}

type Way = { readonly way: readonly Node[]; readonly chain: readonly Node[] };

/** The conversation as it was when this entry was its end. */
function wayTo({ log, links }: Session, at: Node): Way {
  const { nodes } = chainOf(at, { log, links }, { rules: newestRules, boundaries: "crossed" });
  return { way: withSiblings(nodes, links), chain: nodes };
}

/** Results, wherever they stand, of calls that have none among these. */
function lateResults(kept: readonly Node[], { links }: Session): ReadonlySet<Node> {
  const present = new Set(kept);
  const late = new Set<Node>();
  for (const { id } of kept.flatMap((node) => node.calls)) {
    const answers = links.answersTo(id);
    const [first] = answers;
    if (first !== undefined && !answers.some((answer) => present.has(answer))) late.add(first);
  }
  return late;
}
