// The bytes of a line and changes inside it -> the line with those members set or gone; every other byte is verbatim.
import type { Json } from "./json.ts";
import { type Path, hasBom, skipSpace, valueEnd } from "./locate.ts";
import { type Member, type Opened, membersOf } from "./members.ts";
import { type Patch, patched } from "./patch.ts";
import { unwritable } from "./unwritable.ts";

export type Change =
  /** Replaces the value, or adds the member as the last of its object. */
  | { readonly op: "set"; readonly path: Path; readonly value: Json }
  /** Takes a member or an element away, with its comma; what is not there needs no removing. */
  | { readonly op: "remove"; readonly path: Path };

export type Changed =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** Nothing was changed: no place for a value, changes inside other changes, or values that cannot be written. */
  | {
      readonly ok: false;
      readonly missing: readonly Path[];
      readonly overlapping: readonly Path[];
      readonly unwritable: readonly string[];
    };

/** All at once: indexes are those of the line as it is. Of two changes of one path the later counts. */
export function applyChanges(bytes: Uint8Array, changes: readonly Change[]): Changed {
  const { root, overlapping } = treeOf(changes);
  const problems = changes.flatMap((change) => (change.op === "set" ? unwritable(change.value) : []));
  const patches: Patch[] = [];
  const missing: Path[] = [];
  const start = skipSpace(bytes, hasBom(bytes) ? 3 : 0);
  const open: Visit[] = [{ at: start, asked: root }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { at, asked } = visit;
    if (asked.change !== undefined) append(patches, wholeValue(bytes, at, asked.change));
    else append(open, insideValue(bytes, visit, { patches, missing }));
  }
  if (missing.length + overlapping.length + problems.length > 0)
    return { ok: false, missing, overlapping, unwritable: problems };
  return { ok: true, bytes: patched(bytes, patches) };
}

/** What is asked of a place: a change of it, or changes further down. */
type Asked = { readonly path: Path; change: Change | undefined; readonly below: Map<string | number, Asked> };
type Visit = { readonly at: number; readonly asked: Asked };

function treeOf(changes: readonly Change[]): { readonly root: Asked; readonly overlapping: readonly Path[] } {
  const root: Asked = { path: [], change: undefined, below: new Map() };
  const all: Asked[] = [root];
  for (const change of changes) {
    let asked = root;
    for (const [depth, step] of change.path.entries()) {
      const next = asked.below.get(step) ?? {
        path: change.path.slice(0, depth + 1),
        change: undefined,
        below: new Map(),
      };
      if (!asked.below.has(step)) all.push(next);
      asked.below.set(step, next);
      asked = next;
    }
    asked.change = change;
  }
  const overlapping = all.filter((asked) => asked.change !== undefined && asked.below.size > 0);
  return { root, overlapping: overlapping.map(({ path }) => path) };
}

/** The line's value itself; taking that away would leave no line. */
function wholeValue(bytes: Uint8Array, at: number, change: Change): readonly Patch[] {
  const end = valueEnd(bytes, at);
  return end === undefined || change.op === "remove" ? [] : [{ start: at, end, text: textOf(change.value) }];
}

type Found = { readonly patches: Patch[]; readonly missing: Path[] };

function insideValue(bytes: Uint8Array, { at, asked }: Visit, { patches, missing }: Found): readonly Visit[] {
  const opened = membersOf(bytes, at);
  if (opened === undefined) {
    append(missing, setsBelow(asked));
    return [];
  }
  const removed = new Set<number>();
  const added: string[] = [];
  const inner: Visit[] = [];
  for (const [step, next] of asked.below) {
    const places = placesOf(opened, step);
    const member = opened.members[places.at(-1) ?? -1];
    if (next.change?.op === "remove") for (const place of places) removed.add(place);
    else if (member === undefined) append(added, addition(opened, step, { asked: next, missing }));
    else if (next.change === undefined) inner.push({ at: member.value, asked: next });
    else patches.push({ start: member.value, end: member.end, text: textOf(next.change.value) });
  }
  append(patches, removals(opened.members, removed));
  if (added.length > 0) patches.push(insertion(opened, removed, added));
  return inner;
}

function placesOf({ kind, members }: Opened, step: string | number): readonly number[] {
  if (kind === "array") return typeof step === "number" && step in members ? [step] : [];
  return members.flatMap(({ key }, place) => (key === step ? [place] : []));
}

type Addition = { readonly asked: Asked; readonly missing: Path[] };

function addition({ kind }: Opened, step: string | number, { asked, missing }: Addition): readonly string[] {
  const { change } = asked;
  if (kind === "object" && typeof step === "string" && change?.op === "set")
    return [`${JSON.stringify(step)}:${textOf(change.value)}`];
  append(missing, change === undefined ? setsBelow(asked) : [asked.path]);
  return [];
}

/** Removals need no place; sets do. */
function setsBelow(asked: Asked): readonly Path[] {
  const own = asked.change?.op === "set" ? [asked.path] : [];
  return [...own, ...[...asked.below.values()].flatMap(setsBelow)];
}

/** Each run of members goes with the comma behind it, or with the one in front when nothing follows. */
function removals(members: readonly Member[], removed: ReadonlySet<number>): readonly Patch[] {
  const patches: Patch[] = [];
  for (let first = 0; first < members.length; first++) {
    if (!removed.has(first)) continue;
    let last = first;
    while (removed.has(last + 1)) last += 1;
    const [head, tail] = [members[first], members[last]];
    const [before, behind] = [members[first - 1], members[last + 1]];
    if (head !== undefined && tail !== undefined)
      patches.push(
        behind === undefined
          ? { start: before?.end ?? head.start, end: tail.end, text: "" }
          : { start: head.start, end: behind.start, text: "" },
      );
    first = last;
  }
  return patches;
}

function insertion({ open, members }: Opened, removed: ReadonlySet<number>, added: readonly string[]): Patch {
  const last = members.findLast((_, place) => !removed.has(place));
  const place = last === undefined ? open + 1 : last.end;
  return { start: place, end: place, text: `${last === undefined ? "" : ","}${added.join(",")}` };
}

const textOf = (value: Json): string => JSON.stringify(value);

/** One by one: a call takes no more than about 100,000 arguments, and a line may hold more blocks. */
function append<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}
