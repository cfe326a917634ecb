// A session and a fork of it -> the plan of the session with what was said in the fork hung on its end; the fork's lines stay as they are.
import { type Change, type EntryId, type JsonObject, decodeLine, field } from "../format/index.ts";
import type { ContextScale, Node } from "../graph/index.ts";
import { changedReferences } from "./brought-references.ts";
import { startDraft } from "./draft.ts";
import { ownPart } from "./own-part.ts";
import type { Planned, Source, Supply } from "./plan.ts";
import { linesAt, rawOf } from "./reading.ts";
import { sharedWith } from "./shared.ts";
import { lastCounted, recountedMark } from "./trim/context-count.ts";

export type MergeIntention = {
  readonly fork: Source;
  /** The fork is the second part of what the session is the first part of: all of it comes behind. */
  readonly parts?: "of-one-session" | undefined;
  /** By which what the session sends is reckoned, if anybody knows: what both send together is reckoned by it too. */
  readonly scale?: ContextScale | undefined;
};

export function planMerge(source: Source, { fork, parts, scale }: MergeIntention, supply: Supply): Planned {
  const refuse = (problem: string): Planned => ({ ok: false, problem, choices: [] });
  const { leaf } = source.session.conversation;
  if (leaf?.id === undefined) return refuse("the session has no conversation that something could hang on");
  const shared = sharedWith(fork, source);
  const last = fork.session.path.findLastIndex((node) => shared.in(node) !== undefined);
  if (last === -1 && parts === undefined) return { ...refuse(strangers), ...originOf(source, fork) };
  const tail = fork.session.path.slice(last + 1);
  if (!tail.some((node) => node.type === "user" || node.type === "assistant"))
    return refuse("nothing was said in the fork behind what both share");
  const draft = startDraft(source, supply);
  const { lines: brought } = ownPart({ fork, source, shared, tail, parts });
  const [first] = tail;
  const end = tail.findLast((node) => node.type === "user" || node.type === "assistant");
  const untrue = untrueCounts(fork, tail);
  for (const line of linesAt([...brought.keys()], fork)) {
    const node = brought.get(line.number);
    const decoded = decodeLine(line);
    const raw = node === undefined && decoded.kind === "damaged" ? undefined : rawOf(decoded);
    const changes = [
      ...(raw === undefined ? [] : changedReferences(raw, shared)),
      ...(raw === undefined || node === undefined || node !== first ? [] : [hungOn(raw, leaf.id)]),
      ...(untrue.has(line.number) ? [recountedMark(scale)] : []),
    ];
    const place = draft.bring(source.session.log.tally.lines, { from: fork, line: line.number, changes });
    if (node !== undefined && node === end) draft.endWith(place);
    draft.step("brought", last === -1 ? secondPart : ofFork, line.number);
  }
  return { ok: true, plan: draft.plan() };
}

/** A compaction has no parent: it tells in another place what it follows. */
function hungOn(raw: JsonObject, leaf: EntryId): Change {
  const key = field(raw, "subtype") === "compact_boundary" ? "logicalParentUuid" : "parentUuid";
  return { op: "set", path: [key], value: leaf };
}

const ofFork = "lines of the fork are hung on the end of the session";
const secondPart = "lines of the second part are hung on the end of the first";
const strangers = "the two sessions share no entry: the one is no fork of the other";

/** Two copies of one session have all they could be made of in that one. */
function originOf(source: Source, fork: Source): { readonly hint?: string } {
  const [one, other] = [source, fork].map(({ session }) => session.log.state.forkedFrom);
  if (one === undefined || one !== other)
    return { hint: "merge takes a session and a fork of it; `clew history` tells which came from which" };
  return { hint: `both were made of session ${one}, which holds all of it; \`clew history\` tells how` };
}

/** Lines of the last answer: it counted the fork alone, unless a compaction of the fork tells all that was before it. */
function untrueCounts({ session }: Source, tail: readonly Node[]): ReadonlySet<number> {
  if (tail.some(({ line }) => session.log.compactions.has(line))) return new Set();
  return new Set(lastCounted(session)?.lines.map(({ line }) => line));
}
