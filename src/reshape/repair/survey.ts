// A view -> all that the phases of repair ask of it: the log and its thread, and a note on each entry; one pass.
import { type Decoded, type EntryId, type JsonObject, isEntryId } from "../../format/index.ts";
import { type Log, type Node, type Session, type Thread, gatherLog, threadOf } from "../../graph/index.ts";
import type { Source } from "../plan.ts";
import { type EntryNote, type StateNote, noteEntry, noteState } from "./entry-note.ts";
import { type Ghost, type View, isUntouched } from "./item.ts";
import { makesCall } from "./answers.ts";
import { countBefore } from "./count-before.ts";
import { type OddShape, oddShapes } from "./odd-shape.ts";
import { readView } from "./read-view.ts";

export type Entry = {
  readonly node: Node;
  /** Its place in the view. */
  readonly at: number;
  readonly note: EntryNote;
};

export type Survey = {
  /** The session that the file is named after, else the first that it names. */
  readonly sessionId: string;
  readonly view: View;
  readonly scope: Session["scope"];
  readonly log: Log;
  readonly thread: Thread;
  /** Chain entries in the order of the view: `entries[node.index]`. */
  readonly entries: readonly Entry[];
  readonly states: readonly StateNote[];
  /** Lines in another shape than clients write, by their place in the view. */
  readonly odd: readonly { readonly at: number; readonly shapes: readonly OddShape[] }[];
  /** Lost lines by their place in the view. */
  readonly ghosts: readonly { readonly at: number; readonly ghost: Ghost }[];
  readonly entryOf: (node: Node) => Entry;
  readonly find: (id: string | undefined) => Node | undefined;
  /** Entries that name an id as their parent which no entry has, in order. */
  readonly namersOf: (lost: string) => readonly Node[];
  /** The line that a result answers: the one it hangs on, else the nearest in front of it, else any. */
  readonly callerOf: (result: Node) => Node | undefined;
  /** Whether a compaction or a new beginning stands between two entries: nothing hangs across it. */
  readonly isParted: (a: Node, b: Node) => boolean;
  /** Some parent stands behind its child, so that parents could run in a circle. */
  readonly hasForwardLinks: boolean;
  /** Entries that hang together stand in one lane: the conversation, or the agents inside the file. */
  readonly isSameLane: (a: Node, b: Node) => boolean;
  /** The entry in front of another on its lane. */
  readonly laneBefore: (node: Node) => Node | undefined;
};

export function surveyOf(view: View, source: Source): Survey {
  const notes = new Map<number, EntryNote>();
  const states: StateNote[] = [];
  const odd: Survey["odd"][number][] = [];
  const { scope } = source.session;
  const lines = noting(readView(view, source), { notes, states, odd, shared: sharedTexts() });
  const thread = isAsWritten(view, source) ? readThrough(lines, source.session) : threadOf(gatherLog(lines), { scope });
  const { log } = thread;
  const entries = log.nodes.map((node) => ({ node, at: node.line - 1, note: notes.get(node.line - 1) ?? emptyNote }));
  const find = (id: string | undefined): Node | undefined => (isEntryId(id) ? log.byId.get(id) : undefined);
  return {
    sessionId: source.sessionId,
    view,
    scope,
    log,
    thread,
    entries,
    states,
    odd,
    ghosts: view.flatMap(({ ghost }, at) => (ghost === undefined ? [] : [{ at, ghost }])),
    entryOf: (node) => entries[node.index] ?? { node, at: node.line - 1, note: emptyNote },
    find,
    namersOf: namersIn(log, find),
    callerOf: callersIn(log),
    isParted: partings(log, scope),
    hasForwardLinks: log.nodes.some((node) => (find(node.parent)?.index ?? -1) >= node.index),
    isSameLane: (a, b) => scope === "agent" || a.sidechain === b.sidechain,
    laneBefore: lanesIn(log, scope),
  };
}

const isAsWritten = (view: View, { session }: Source): boolean =>
  view.length === session.log.tally.lines && view.every((item, at) => item.line === at + 1 && isUntouched(item));

/** The thread of a source that nothing was changed in is already there: a second one would double the memory. */
function readThrough(lines: Iterable<Decoded>, session: Session): Thread {
  for (const _ of lines);
  return session;
}

/** Every line names its session: a text of its own for each would be the largest part of the notes. */
function sharedTexts(): Noted["shared"] {
  const known = new Map<string, string>();
  return (text) => {
    if (text === undefined) return undefined;
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
}

function lanesIn({ nodes }: Log, scope: Survey["scope"]): Survey["laneBefore"] {
  const before = new Int32Array(nodes.length);
  const last = { own: -1, agents: -1 };
  for (const { index, sidechain } of nodes) {
    const lane = sidechain && scope === "main" ? "agents" : "own";
    before[index] = last[lane];
    last[lane] = index;
  }
  return ({ index }) => nodes[before[index] ?? -1];
}

function namersIn({ nodes }: Log, find: Survey["find"]): Survey["namersOf"] {
  const namers = new Map<string, Node[]>();
  for (const node of nodes) {
    if (node.parent === undefined || find(node.parent) !== undefined) continue;
    const others = namers.get(node.parent);
    if (others === undefined) namers.set(node.parent, [node]);
    else others.push(node);
  }
  return (id) => namers.get(id) ?? [];
}

function partings({ nodes, compactions }: Log, scope: Survey["scope"]): Survey["isParted"] {
  const passed = new Int32Array(nodes.length + 1);
  for (const node of nodes) {
    // Agents inside the log begin while others run.
    const isPrompt = node.type === "user" && node.results.length === 0 && (scope === "agent" || !node.sidechain);
    const isBeginning = compactions.has(node.line) || (node.parent === undefined && isPrompt);
    passed[node.index + 1] = (passed[node.index] ?? 0) + (isBeginning ? 1 : 0);
  }
  return (a, b) => {
    const [first, last] = a.index < b.index ? [a, b] : [b, a];
    return (passed[last.index] ?? 0) > (passed[first.index + 1] ?? 0);
  };
}

function callersIn({ nodes, byId }: Log): Survey["callerOf"] {
  const isLive = (node: Node): boolean => node.id !== undefined && byId.get(node.id) === node;
  const callers = new Map<string, Node[]>();
  for (const node of nodes.filter(isLive))
    for (const { id } of node.calls) {
      const known = callers.get(id);
      if (known === undefined) callers.set(id, [node]);
      else known.push(node);
    }
  return (result) => {
    const call = result.results[0]?.callId;
    if (call === undefined) return undefined;
    const hung = [result.parent, result.source]
      .flatMap((id) => (id === undefined ? [] : (byId.get(id) ?? [])))
      .find((node) => makesCall(node, call));
    if (hung !== undefined) return hung;
    const known = callers.get(call) ?? [];
    return known[countBefore(known, result.index) - 1] ?? known[0];
  };
}

function* noting(lines: Iterable<Decoded>, noted: Noted): Generator<Decoded, void, undefined> {
  for (const decoded of lines) {
    if (decoded.kind === "entry" || decoded.kind === "other") note(decoded.raw, decoded.line.number - 1, noted);
    yield decoded;
  }
}

type Noted = {
  readonly notes: Map<number, EntryNote>;
  readonly states: StateNote[];
  readonly odd: Survey["odd"][number][];
  readonly shared: (text: string | undefined) => string | undefined;
};

function note(raw: JsonObject, at: number, { notes, states, odd, shared }: Noted): void {
  const shapes = oddShapes(raw);
  if (shapes.length > 0) odd.push({ at, shapes });
  const entry = noteEntry(raw);
  if (entry !== undefined) notes.set(at, { ...entry, sessionId: shared(entry.sessionId) });
  else {
    const state = noteState(raw, at);
    if (state !== undefined) states.push(state);
  }
}

const emptyNote: EntryNote = {
  sessionId: undefined,
  requestId: undefined,
  turn: undefined,
  logicalParent: undefined,
  content: "none",
  blocks: [],
  largeImages: [],
};

/** The entry's id, where it has one by now. */
export const idOf = (node: Node | undefined): EntryId | undefined => node?.id;
