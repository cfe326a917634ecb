// A session and how many turns stay -> where the boundary goes, what stands behind it, and what the summary must tell.
import type { Conversation, Node, Turn } from "../../graph/index.ts";
import type { Planned, Source } from "../plan.ts";

export type Cut = {
  /** What is sent today and will be told by the summary, in the order in which it is sent. */
  readonly older: readonly Node[];
  readonly staying: readonly Node[];
  /** The first of them; it will hang on the summary. */
  readonly head: Node;
  /** The last entry that is summarised. */
  readonly last: Node;
  /** The boundary stands behind this line: everything that stays stands behind it. */
  readonly behind: number;
};

export type CutAt =
  | { readonly kind: "cut"; readonly cut: Cut }
  /** Everything older is summarised already. */
  | { readonly kind: "nothing" }
  | { readonly kind: "fault"; readonly fault: Extract<Planned, { ok: false }> };

export function cutAt({ session }: Source, keepTurns: number): CutAt {
  const { turns, conversation, log } = session;
  const prompted = turns.filter((turn) => turn.prompt !== undefined);
  if (!Number.isInteger(keepTurns) || keepTurns < 1)
    return fault("at least one turn must stay", prompted.length > 0 ? ["1"] : []);
  const first = firstStaying(conversation, prompted, keepTurns);
  const staying = first === -1 ? [] : conversation.nodes.slice(first);
  const older = conversation.nodes.slice(0, Math.max(0, first));
  const [head] = staying;
  const last = older.at(-1);
  if (head === undefined || last === undefined || !older.some(isSaid)) return { kind: "nothing" };
  // Clients read large files from their last boundary on, so nothing that stays may stand in front of one.
  const behind = staying.reduce((least, { line }) => Math.min(least, line), head.line) - 1;
  if (behind < log.lastBoundaryLine) {
    const free = prompted.filter((turn) => turn.lines.every((line) => line > log.lastBoundaryLine)).length;
    return fault(
      `the last ${keepTurns} turns begin in front of an earlier compaction`,
      Array.from({ length: Math.min(free, 5) }, (_, index) => String(index + 1)),
    );
  }
  return { kind: "cut", cut: { older, staying, head, last, behind } };
}

/**
 * Where the turns that stay begin. A turn that a queued prompt began in the middle of another cannot stand first: clients
 * move such prompts up. And what stays holds the entry that the conversation ends with.
 */
function firstStaying({ nodes, leaf }: Conversation, prompted: readonly Turn[], keepTurns: number): number {
  const end = leaf === undefined ? -1 : nodes.indexOf(leaf);
  for (let count = keepTurns; ; count++) {
    const lines = new Set(prompted.slice(-count).flatMap((turn) => turn.lines));
    const first = nodes.findIndex((node) => lines.has(node.line));
    const isBeginning = nodes[first]?.type === "user" && first <= end;
    if (isBeginning || count >= prompted.length) return first;
  }
}

/** A turn of the person or an answer; a summary alone is no reason to write another one. */
const isSaid = (node: Node): boolean =>
  node.type === "assistant" ||
  node.prompt === "typed" ||
  node.prompt === "sdk" ||
  node.prompt === "queued" ||
  node.prompt === "ide_selection" ||
  node.prompt === "ide_opened_file";

const fault = (problem: string, choices: readonly string[]): CutAt => ({
  kind: "fault",
  fault: { ok: false, problem, choices },
});
