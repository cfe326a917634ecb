// A source, and the log before and after its repair -> how many blocks that the source sends need not be sent any more.
import type { EntryId } from "../../format/index.ts";
import type { Log, Node } from "../../graph/index.ts";
import type { Source } from "../plan.ts";
import type { Item } from "./item.ts";
import type { Journal } from "./journal.ts";
import { writtenTwice } from "./mend-copies.ts";
import type { Survey } from "./survey.ts";

type Course = {
  /** Every readable line is one of its entries. */
  readonly first: Survey;
  readonly last: Survey;
  readonly journal: Journal;
};

/** What steps set aside or left by name; a line that is gone without a word counts for nothing. */
export function notOwed(source: Source, { first, last, journal }: Course): number {
  const doubtful = doubtfulLines(source, last);
  const unsent = doubtful.size === 0 ? new Set() : unsentPlaces(last);
  const named =
    journal.left() +
    (isElsewhere(source.session, { last, journal }) ? branchedOff(source, { first, last, journal }) : 0);
  let [left, setAside] = [0, 0];
  for (const { at, note } of first.entries) {
    const item = first.view[at];
    const line = item?.line ?? 0;
    const blocks = Math.max(1, note.blocks.length);
    if (journal.noteOf(line)?.setAside === true) setAside += blocks;
    else if (doubtful.has(line) && unsent.has(placeOf(item))) left += blocks;
  }
  // What a step left by name may be doubtful, too: it counts once.
  return setAside + Math.max(named, left);
}

/**
 * What a client reaches over a gap it closed by the clock, or only because it cannot read the line that the log ends with:
 * it may be a branch that was left, and whoever mends the gap is not bound to it.
 */
function doubtfulLines({ session }: Source, last: Survey): ReadonlySet<number> {
  const { chain, nodes } = session.conversation;
  const bridged = new Set(chain.breaks.flatMap(({ at, bridgedTo }) => (bridgedTo === undefined ? [] : at)));
  // What stands in front of the last gap, siblings of the line that it was bridged to included.
  const end = isEndSaved(session, last) ? nodes.length : nodes.findLastIndex((node) => bridged.has(node));
  return new Set(nodes.slice(0, Math.max(0, end)).map(({ line }) => line));
}

/** Blocks that are sent only because lines stood in the wrong place: they stay, but where they were written. */
function branchedOff({ session }: Source, { first, last }: Course): number {
  const sent = new Set(last.thread.conversation.nodes.map(({ id }) => id));
  const isBranch = (id: EntryId | undefined): boolean => id !== undefined && last.log.byId.has(id) && !sent.has(id);
  const sizes = new Map(first.entries.map(({ node, note }) => [node.id, Math.max(1, note.blocks.length)]));
  return session.conversation.nodes.reduce((sum, { id }) => sum + (isBranch(id) ? (sizes.get(id) ?? 1) : 0), 0);
}

/** The log ends with a copy of an earlier line, or with lines that belong further up, or none of its lines stood in its place. */
function isElsewhere({ log }: Source["session"], { last, journal }: Pick<Course, "last" | "journal">): boolean {
  const did = (...codes: readonly string[]): boolean => journal.steps().some(({ code }) => codes.includes(code));
  if (did("upside-down", "disorder")) return true;
  const end = endOf(log);
  if (end === undefined) return false;
  return (
    journal.noteOf(end.line)?.reason === writtenTwice || (did("parent-after-child") && endOf(last.log)?.id !== end.id)
  );
}

const endOf = ({ nodes }: Log): Node | undefined =>
  nodes.findLast((node) => node.type !== "progress" && !node.sidechain);

/** The client ended earlier, for it could not read or reach what the log ends with. Of a line that holds several entries it reads the first. */
function isEndSaved({ log, conversation }: Source["session"], { thread, view }: Survey): boolean {
  const end = thread.conversation.nodes.at(-1);
  const { line = 0, from = 0, part } = view[(end?.line ?? 0) - 1] ?? {};
  if (line + from === 0) return false;
  const isSecond = (part?.start ?? 0) > 0 && end?.id !== undefined && !log.byId.has(end.id);
  return isSecond || line + from > (conversation.nodes.at(-1)?.line ?? Infinity);
}

/** What stays, but not in what is sent: one of two entries in a line may be sent without the other. */
function unsentPlaces({ thread, view }: Survey): ReadonlySet<string> {
  const places = new Set(view.map(placeOf));
  for (const { line } of thread.conversation.nodes) places.delete(placeOf(view[line - 1]));
  return places;
}

const placeOf = (item: Item | undefined): string => `${item?.line ?? 0}:${item?.part?.start ?? 0}`;
