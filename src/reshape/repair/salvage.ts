// Damaged lines -> the entries in them: whole ones by their place, spliced ones put together, torn ones as far as they can be read.
import {
  type JsonObject,
  type Range,
  blocksOf,
  field,
  objectField,
  parsedObject,
  stringField,
  utf8Text,
} from "../../format/index.ts";
import type { Effort } from "./first-end.ts";
import { type Lore, fitOf } from "./fit.ts";
import { type Ghost, type Item, type View, ghostOf, partOf, salvaged } from "./item.ts";
import type { Journal } from "./journal.ts";
import { type Joined, effortFor, joinedWithEnds, untangled } from "./joined-halves.ts";
import { type Segment, isEntryLike, segmentsOf } from "./segments.ts";
import { closedEntry, tornMessage } from "./torn-entry.ts";
import { wideReader } from "./wide-entry.ts";

export type Wreck = {
  readonly line: number;
  /** In front of which item of the view it stood. */
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly isTail: boolean;
  /** Of the readable line before. */
  readonly envelope: JsonObject | undefined;
};

type Salvage = {
  readonly view: View;
  readonly wrecks: readonly Wreck[];
  /** Calls that have a result. */
  readonly answered: ReadonlySet<string>;
  readonly lore: Lore;
  readonly journal: Journal;
};

type Fragment = Wreck & { readonly segment: Segment; readonly text: string; isUsed: boolean };

export function salvage({ view, wrecks, answered, lore, journal }: Salvage): View {
  const saved: { readonly at: number; readonly item: Item }[] = [];
  const fragments: Fragment[] = [];
  const readWide = wideReader();
  for (const wreck of wrecks) {
    const wide = readWide(wreck.bytes);
    if (wide !== undefined) {
      journal.note(wreck.line, "in UTF-16", "told");
      journal.step("utf-16", "Lines that were written in UTF-16 are in UTF-8 again.", wreck.line);
      fragments.push({ ...wreck, segment: { kind: "entry", start: 0, end: 0, raw: wide }, text: "", isUsed: true });
      continue;
    }
    const cleared = withoutZeros(wreck);
    if (cleared !== undefined) {
      journal.note(wreck.line, "zero bytes", "told");
      journal.step("nul-run", `Line ${wreck.line}: zero bytes were taken out of it.`, wreck.line);
      // Clients send zero bytes too: without them it is another text.
      journal.leave(blocksOf(field(objectField(cleared, "message") ?? {}, "content")).length);
      fragments.push({ ...wreck, segment: { kind: "entry", start: 0, end: 0, raw: cleared }, text: "", isUsed: true });
      continue;
    }
    const segments = segmentsOf(wreck.bytes);
    if (segments.length === 0) {
      journal.note(wreck.line, "nothing in it", "told");
      journal.step("nul-run", `Line ${wreck.line} held nothing but zero bytes and was taken out.`, wreck.line);
    }
    for (const segment of segments)
      fragments.push({ ...wreck, segment, text: textOf(wreck.bytes, segment), isUsed: false });
  }
  const effort = effortFor(fragments.reduce((sum, { text }) => sum + text.length, 0));
  for (const [place, fragment] of fragments.entries()) {
    const item = itemFor(fragment, { fragments, place, answered, lore, journal, effort });
    saved.push(...item.map((one) => ({ at: fragment.at, item: one })));
  }
  reportLines(fragments, journal);
  return merged(view, saved);
}

const textOf = (bytes: Uint8Array, { start, end }: Range): string =>
  utf8Text(bytes.subarray(start, end)).replaceAll(/\0+/g, "");

/** A line that is one entry once its zero bytes are gone, other than at its ends. */
function withoutZeros({ bytes }: Wreck): JsonObject | undefined {
  const first = bytes.indexOf(0);
  if (first === -1) return undefined;
  const text = utf8Text(bytes);
  if (/^\0+[^\0]*$|^[^\0]*\0+$/.test(text)) return undefined;
  const raw = parsedObject(text.replaceAll("\0", ""));
  return raw !== undefined && isEntryLike(raw) ? raw : undefined;
}

type Around = {
  readonly fragments: readonly Fragment[];
  readonly place: number;
  readonly answered: ReadonlySet<string>;
  readonly lore: Lore;
  readonly journal: Journal;
  readonly effort: Effort;
};

function itemFor(fragment: Fragment, around: Around): readonly Item[] {
  const { segment, line } = fragment;
  if (segment.kind === "entry") {
    if (segment.end === 0) return [salvaged(segment.raw, line)];
    if (fragment.isUsed) return [];
    return [partOf(line, { start: segment.start, end: segment.end })];
  }
  if (fragment.isUsed) return [];
  if (segment.kind === "rest") return [ghostOf(endGhost(fragment))];
  return untangledPair(fragment, around) ?? joined(fragment, around) ?? torn(fragment, around);
}

/** Lines further apart were not written by two that wrote at once. */
const maxDistance = 40;

function joined(fragment: Fragment, around: Around): readonly Item[] | undefined {
  const { fragments, journal } = around;
  const found = withEnds(fragment, around);
  if (found === undefined) return undefined;
  const lines = [fragment, ...found.used.map((at) => fragments[at])].flatMap((one) => one ?? []);
  for (const one of lines) {
    one.isUsed = true;
    journal.note(one.line, "spliced into another line", "told");
  }
  const where = [...new Set(lines.map(({ line }) => line))].join(" and ");
  journal.step(
    "spliced",
    `Line ${where}: an entry that another one was written into was put together again.`,
    fragment.line,
  );
  return [salvaged(found.raw, fragment.line)];
}

function withEnds(fragment: Fragment, { fragments, place }: Around): Joined | undefined {
  const ends = fragments
    .slice(place + 1, place + 1 + maxDistance)
    .map((other, offset) => ({ other, at: place + 1 + offset }))
    .filter(({ other }) => other.segment.kind !== "entry" && !other.isUsed && other.line - fragment.line <= maxDistance)
    .map(({ other, at }) => [at, other.text] as const);
  return joinedWithEnds(fragment.text, ends);
}

function untangledPair(fragment: Fragment, around: Around): readonly Item[] | undefined {
  const { fragments, place, lore, journal, effort } = around;
  const middle = fragments[place + 1];
  if (middle === undefined || middle.segment.kind === "rest" || middle.line !== fragment.line) return undefined;
  const behind = fragments[place + 2];
  const isEnd = behind !== undefined && behind.segment.kind === "rest" && behind.line - fragment.line <= maxDistance;
  // A whole entry ends with itself: only what stands behind can be its end.
  if (middle.segment.kind === "entry" && !isEnd) return undefined;
  const fit = (raws: readonly JsonObject[]): number => fitOf(raws, lore, fragment.envelope);
  const halves = { start: fragment.text, middle: middle.text, effort };
  const toEnd = isEnd ? untangled({ ...halves, end: behind.text }, fit) : undefined;
  const within = untangled({ ...halves, end: "" }, fit);
  const found = within === undefined || (toEnd !== undefined && toEnd.fit > within.fit) ? toEnd : within;
  if (found === undefined) return undefined;
  // What stands there as a whole entry may be one, and the other was written around it.
  if (middle.segment.kind === "entry") {
    const outer = withEnds(fragment, around)?.raw;
    if (fit(outer === undefined ? [middle.segment.raw] : [outer, middle.segment.raw]) >= found.fit) return undefined;
  }
  for (const one of found === toEnd && behind !== undefined ? [fragment, middle, behind] : [fragment, middle]) {
    one.isUsed = true;
    journal.note(one.line, "spliced into another line", found.isCertain ? "told" : "set-aside");
  }
  const where = found.isCertain ? "" : " where they fit as well as anywhere; the lines are set aside";
  journal.step(
    "spliced",
    `Line ${fragment.line}: two entries that were written into each other were taken apart${where}.`,
    fragment.line,
  );
  return [salvaged(found.first, fragment.line), salvaged(found.second, fragment.line)];
}

function torn(fragment: Fragment, { answered, journal }: Around): readonly Item[] {
  const { line, text, envelope, isTail } = fragment;
  const closed = closedEntry(text);
  const message = closed === undefined ? undefined : tornMessage(closed, answered);
  journal.note(line, isTail ? "torn at the end of the file" : "torn", "set-aside");
  if (message !== undefined) {
    journal.step("torn", `Line ${line} was torn: what it still says was kept, the line as it was is set aside.`, line);
    return [salvaged({ ...message, ...missingFrom(message, envelope) }, line)];
  }
  const parent = closed === undefined ? undefined : stringField(closed, "parentUuid");
  journal.step("torn", `Line ${line} was torn and says too little to be kept: it is set aside.`, line);
  return [ghostOf({ line, parent, uuid: undefined })];
}

/** The end of a line still tells its uuid, and a result the call that it hung on. */
function endGhost({ line, text }: Fragment): Ghost {
  const told = (key: string): string | undefined => new RegExp(`"${key}":"([^"\\\\]+)"`).exec(text)?.[1];
  return { line, parent: told("sourceToolAssistantUUID"), uuid: told("uuid") };
}

function missingFrom(message: JsonObject, envelope: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(envelope ?? {}).filter(([key]) => field(message, key) === undefined));
}

/** Lines of which something whole was saved, and loose ends that fit nowhere. */
function reportLines(fragments: readonly Fragment[], journal: Journal): void {
  const whole = new Map<number, number>();
  for (const { line, segment, isUsed } of fragments) {
    if (segment.kind === "entry" && segment.end > 0 && !isUsed) whole.set(line, (whole.get(line) ?? 0) + 1);
    if (segment.kind !== "rest" || isUsed) continue;
    journal.note(line, "unreadable", "set-aside");
    journal.step("unreadable", `Line ${line}: bytes that are no entry are set aside.`, line);
  }
  for (const [line, count] of whole) {
    const text =
      count > 1
        ? `Line ${line} held ${count} entries: each got a line of its own.`
        : `Line ${line}: the whole entry in it was kept.`;
    journal.step("separated", text, line);
  }
}

function merged(view: View, saved: readonly { readonly at: number; readonly item: Item }[]): View {
  const result: Item[] = [];
  let next = 0;
  for (const [at, item] of view.entries()) {
    for (let one = saved[next]; one !== undefined && one.at <= at; one = saved[next]) {
      result.push(one.item);
      next += 1;
    }
    result.push(item);
  }
  return [...result, ...saved.slice(next).map(({ item }) => item)];
}
