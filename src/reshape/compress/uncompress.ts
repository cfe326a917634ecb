// A session with compactions -> a plan for the conversation as it was before one of them; the words it stood for are all still there.
import { type EntryId, decodeLine, field } from "../../format/index.ts";
import { type Node, type Session, recountedKey, summariesOf } from "../../graph/index.ts";
import { type Cut, cutBehind } from "../cut.ts";
import { type Draft, startDraft } from "../draft.ts";
import { frontPlan } from "../fork.ts";
import type { Planned, Source, Supply } from "../plan.ts";
import { lastCounted, recountedMark } from "../trim/context-count.ts";
import { madeHere } from "./boundary.ts";
import type { UncompressIntention } from "./intention.ts";

export function planUncompress(source: Source, intention: UncompressIntention, supply: Supply): Planned {
  const { session } = source;
  const boundaries = session.path.filter((node) => session.log.compactions.has(node.line));
  if (boundaries.length === 0) return fault("nothing was compacted on the way to the last entry", []);
  const wanted = intention.compaction ?? boundaries.length;
  const boundary = boundaries[wanted - 1];
  if (boundary === undefined)
    return fault(
      `no compaction ${wanted} in this session`,
      boundaries.map((_, index) => String(index + 1)),
    );
  const before = session.path[session.path.indexOf(boundary) - 1];
  if (before?.id === undefined) return fault("what was before this compaction is not in the file", []);
  const later = intention.later ?? (isMadeHere(source, boundary) ? "kept" : "dropped");
  if (later === "dropped") {
    const cut = cutBehind(session, before);
    return { ok: true, plan: frontPlan(source, { ...cut, told: leftOut(session, { cut, boundary }) }, supply) };
  }
  const draft = startDraft(source, supply);
  const gone = [boundary, ...summariesOf(boundary, session.links)];
  for (const node of gone) draft.drop(node.line, "told in short what is told in full again");
  for (const [node, above] of rehung({ gone, session }, before.id)) draft.change(node.line, hang(above));
  if (boundary === boundaries.at(-1)) markCounts(draft, source, { boundary, intention });
  draft.step("uncompressed", "a compaction was taken back", boundary.line);
  return { ok: true, plan: draft.plan() };
}

type Taking = { readonly boundary: Node; readonly intention: UncompressIntention };

/** What was counted behind the compaction counted its summary, not what is sent in its place now. */
function markCounts(draft: Draft, source: Source, { boundary, intention }: Taking): void {
  for (const { line } of lastCounted(source.session)?.lines ?? []) {
    if (line <= boundary.line) continue;
    for (const found of source.lines(line, line)) {
      const decoded = decodeLine(found);
      const isMarked = "raw" in decoded && field(decoded.raw, recountedKey) !== undefined;
      if (!isMarked) draft.change(line, recountedMark(intention.scale));
    }
  }
}

type Taken = { readonly cut: Cut; readonly boundary: Node };

/** What a person loses by it, unless they know. */
function leftOut({ turns, log, links }: Session, { cut, boundary }: Taken) {
  const kept = new Set(cut.kept.map(({ line }) => line));
  const labels = turns.flatMap(({ prompt, label }) => (prompt === undefined || kept.has(prompt.line) ? [] : [label]));
  const known = [boundary, ...summariesOf(boundary, links), ...cut.kept.filter(({ line }) => line > cut.at.line)];
  const count = log.tally.lines - cut.at.line - known.length;
  if (count <= 0) return undefined;
  const lines = `${count} ${count === 1 ? "line" : "lines"}`;
  const text = `what came after the compaction is not in the result and stays in the source: ${turnsText(labels)}${lines}`;
  return { code: "left-out-turns", text, line: boundary.line };
}

/** A compaction in the middle of a turn may have none behind it. */
function turnsText(labels: readonly string[]): string {
  const [first] = labels;
  if (first === undefined) return "";
  return labels.length === 1 ? `turn ${first}, ` : `${labels.length} turns (${first} to ${labels.at(-1)}), `;
}

const fault = (problem: string, choices: readonly string[]): Planned => ({ ok: false, problem, choices });
const hang = (parent: EntryId) => ({ op: "set", path: ["parentUuid"], value: parent }) as const;

function isMadeHere(source: Source, { line }: Node): boolean {
  for (const found of source.lines(line, line)) {
    const decoded = decodeLine(found);
    return "raw" in decoded && decoded.raw[madeHere] === true;
  }
  return false;
}

type Gone = { readonly gone: readonly Node[]; readonly session: Session };

/** What hung on something that goes, with what is left above it. */
function rehung({ gone, session: { links } }: Gone, before: EntryId): readonly (readonly [Node, EntryId])[] {
  return gone.flatMap((node) => {
    const parent = links.parentOf(node);
    const above = parent === undefined || gone.includes(parent) ? before : (parent.id ?? before);
    const kept = [...links.childrenOf(node)].filter((child) => !gone.includes(child));
    return kept.map((child) => [child, above] as const);
  });
}
