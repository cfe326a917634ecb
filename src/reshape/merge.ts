// A session and a fork of it -> the plan of the session with what was said in the fork hung on its end; the fork's lines stay as they are.
import {
  type Change,
  type EntryId,
  type Json,
  type JsonObject,
  decodeLine,
  field,
  fieldOf,
  isEntryId,
  objectField,
} from "../format/index.ts";
import type { ContextScale, Log, Node } from "../graph/index.ts";
import { startDraft } from "./draft.ts";
import type { Planned, Source, Supply } from "./plan.ts";
import { linesAt } from "./reading.ts";
import { type Shared, sharedWith } from "./shared.ts";
import { lastCounted, recountedMark } from "./trim/context-count.ts";

export type MergeIntention = {
  readonly fork: Source;
  /** The fork is the second part of what the session is the first part of: all of it comes behind. */
  readonly parts?: "of-one-session" | undefined;
  /** By which what the fork sends is reckoned, if anybody knows: what both send together is reckoned by it too. */
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
  const brought = withBelow(tail, fork.session.log, shared);
  const [first] = tail;
  const end = tail.findLast((node) => node.type === "user" || node.type === "assistant");
  const hung = { leaf: leaf.id, first, shared };
  const untrue = untrueCounts(fork, tail);
  for (const line of linesAt(rising(brought), fork)) {
    const node = brought.get(line.number);
    const decoded = decodeLine(line);
    const raw = decoded.kind === "blank" ? undefined : decoded.kind === "damaged" ? decoded.leading : decoded.raw;
    const changes = [
      ...(raw === undefined ? [] : changesFor(raw, node, hung)),
      ...(untrue.has(line.number) ? [recountedMark(scale)] : []),
    ];
    const place = draft.bring(source.session.log.tally.lines, { from: fork, line: line.number, changes });
    if (node !== undefined && node === end) draft.endWith(place);
    draft.step("brought", last === -1 ? secondPart : ofFork, line.number);
  }
  return { ok: true, plan: draft.plan() };
}

const ofFork = "lines of the fork are hung on the end of the session";
const secondPart = "lines of the second part are hung on the end of the first";
const strangers = "the two sessions share no entry: the one is no fork of the other";

/** Two copies of one session have all they could be made of in that one. */
function originOf(source: Source, fork: Source): { readonly hint?: string } {
  const [one, other] = [source, fork].map(({ session }) => session.log.state.forkedFrom);
  if (one === undefined || one !== other)
    return { hint: "merge takes a session and a fork of it; `clew history` tells which came from which" };
  return { hint: `both were made of session ${one}, which holds all of it; \`clew history ${one}\` tells how` };
}

/** Lines of the last answer: it counted the fork alone, unless a compaction of the fork tells all that was before it. */
function untrueCounts({ session }: Source, tail: readonly Node[]): ReadonlySet<number> {
  if (tail.some(({ line }) => session.log.compactions.has(line))) return new Set();
  return new Set(lastCounted(session)?.lines.map(({ line }) => line));
}

const rising = (nodes: ReadonlyMap<number, unknown>): readonly number[] => [...nodes.keys()].sort((a, b) => a - b);

/** The tail with what hangs below it, by line. */
function withBelow(tail: readonly Node[], log: Log, shared: Shared): ReadonlyMap<number, Node | undefined> {
  const nodes = new Set(tail);
  for (const node of log.nodes) {
    const parent = node.parent === undefined ? undefined : log.byId.get(node.parent);
    if (parent !== undefined && nodes.has(parent) && shared.in(node) === undefined) nodes.add(node);
  }
  return new Map([...nodes].map((node) => [node.line, node]));
}

type Hung = { readonly leaf: EntryId; readonly first: Node | undefined; readonly shared: Shared };

/** The tail hangs on the leaf; what it says of entries that both share, it says of the session's own. */
function changesFor(raw: JsonObject, node: Node | undefined, { leaf, first, shared }: Hung): readonly Change[] {
  const changes: Change[] = [];
  // A compaction has no parent: it tells in another place what it follows.
  const root = field(raw, "subtype") === "compact_boundary" ? "logicalParentUuid" : "parentUuid";
  for (const key of ["parentUuid", "logicalParentUuid", "sourceToolAssistantUUID"]) {
    const id = fieldOf(raw, key, isEntryId);
    const isRoot = key === root && node !== undefined && node === first;
    const value = isRoot ? leaf : id === undefined ? undefined : shared.idFor(id);
    if (value !== undefined && value !== id) changes.push({ op: "set", path: [key], value });
  }
  const metadata = objectField(raw, "compactMetadata");
  return metadata === undefined ? changes : [...changes, ...keptEntries(metadata, shared)];
}

/** The entries that a compaction keeps, by the session's own names for them. */
function keptEntries(metadata: JsonObject, shared: Shared): readonly Change[] {
  const renamed = (id: Json): Json => (isEntryId(id) ? (shared.idFor(id) ?? id) : id);
  return ["preservedMessages", "preservedSegment"].flatMap((name) =>
    Object.entries(objectField(metadata, name) ?? {}).flatMap(([key, was]): readonly Change[] => {
      const value = Array.isArray(was) ? was.map(renamed) : renamed(was);
      const path = ["compactMetadata", name, key];
      return JSON.stringify(value) === JSON.stringify(was) ? [] : [{ op: "set", path, value }];
    }),
  );
}
