// What was asked of each line while a plan is made: drops, changes, parts, additions, moves; orders nothing, checks nothing.
import type { Change, JsonObject, Range } from "../format/index.ts";
import { latestChanges } from "./latest-changes.ts";
import type { Dropped, Source, Step } from "./plan.ts";

/** What stands at a place that is no whole source line. */
export type Extra =
  | { readonly kind: "part"; readonly line: number; readonly part: Range }
  | { readonly kind: "added"; readonly entry: JsonObject }
  | { readonly kind: "brought"; readonly from: Source; readonly line: number };

/** A line of another session, with what changes in it. */
export type Brought = { readonly from: Source; readonly line: number; readonly changes: readonly Change[] };

/**
 * Places are numbers in the order of the file: a source line has its own, what comes behind it has a fraction more. So
 * sorting places is sorting lines.
 */
export type Work = {
  readonly source: Source;
  readonly drop: (place: number, reason: string, fate: "gone" | "set-aside") => void;
  readonly change: (place: number, ...changes: readonly Change[]) => void;
  readonly keepPart: (line: number, part: Range, ...changes: readonly Change[]) => void;
  /** Both give the place where it stands now. */
  readonly add: (behind: number, entry: JsonObject) => number;
  readonly bring: (behind: number, brought: Brought) => number;
  readonly endWith: (place: number) => void;
  /** Stands in front of another place from now on, behind what was put there before. */
  readonly moveBefore: (place: number, before: number) => void;
  readonly step: (code: string, text: string, line: number) => void;
  readonly isIdle: () => boolean;
  readonly isDropped: (place: number) => boolean;
  readonly isMoved: (place: number) => boolean;
  readonly movedBefore: (place: number) => readonly number[];
  readonly changesAt: (place: number) => readonly Change[];
  readonly extraAt: (place: number) => Extra | undefined;
  /** Every place with something special about it, in order. */
  readonly places: () => readonly number[];
  readonly changedPlaces: () => ReadonlyMap<number, readonly Change[]>;
  readonly extras: () => ReadonlyMap<number, Extra>;
  readonly droppedPlaces: () => Iterable<number>;
  readonly end: () => number | undefined;
  /** Behind the last line and all that was added to it. */
  readonly endPlace: number;
  readonly allDropped: () => readonly Dropped[];
  readonly allSteps: () => readonly Step[];
};

/** Room for a thousand parts of a line, and a million additions behind it. */
const partStep = 2 ** -20;
const addedStart = 2 ** -10;

export function startWork(source: Source): Work {
  const dropped = new Map<number, { readonly reason: string; readonly setAside: boolean }>();
  const changes = new Map<number, readonly Change[]>();
  /** Changes since somebody read those of the place. */
  const unread = new Map<number, Change[]>();
  const extras = new Map<number, Extra>();
  const parts = new Map<number, number>();
  const added = new Map<number, number>();
  const moved = new Set<number>();
  const before = new Map<number, number[]>();
  const steps = new Map<string, Step>();
  let end: number | undefined;

  function change(place: number, ...more: readonly Change[]): void {
    for (const one of more) {
      const list = unread.get(place);
      if (list === undefined) unread.set(place, [one]);
      else list.push(one);
    }
  }

  function changesAt(place: number): readonly Change[] {
    const more = unread.get(place);
    if (more !== undefined) {
      changes.set(place, latestChanges([...(changes.get(place) ?? []), ...more]));
      unread.delete(place);
    }
    return changes.get(place) ?? [];
  }

  /** A place behind a line, behind those that were given before. */
  function nextPlace(behind: number): number {
    const count = added.get(behind) ?? 0;
    added.set(behind, count + 1);
    return behind + addedStart + count * partStep;
  }

  return {
    source,
    endPlace: source.session.log.tally.lines + 0.5,
    drop: (place, reason, fate) => void dropped.set(place, { reason, setAside: fate === "set-aside" }),
    change,
    keepPart(line, part, ...more) {
      const count = parts.get(line) ?? 0;
      parts.set(line, count + 1);
      extras.set(line + count * partStep, { kind: "part", line, part });
      change(line + count * partStep, ...more);
    },
    add(behind, entry) {
      const place = nextPlace(behind);
      extras.set(place, { kind: "added", entry });
      return place;
    },
    bring(behind, { from, line, changes: more }) {
      const place = nextPlace(behind);
      extras.set(place, { kind: "brought", from, line });
      change(place, ...more);
      return place;
    },
    endWith: (place) => void (end = place),
    moveBefore(place, anchor) {
      // Of two moves the later counts.
      if (moved.has(place))
        for (const [at, list] of before)
          before.set(
            at,
            list.filter((one) => one !== place),
          );
      moved.add(place);
      const list = before.get(anchor);
      if (list === undefined) before.set(anchor, [place]);
      else list.push(place);
    },
    step(code, text, line) {
      const known = steps.get(code);
      steps.set(code, known === undefined ? { code, text, count: 1, line } : { ...known, count: known.count + 1 });
    },
    isIdle: () => dropped.size + changes.size + unread.size + extras.size === 0,
    isDropped: (place) => dropped.has(place),
    isMoved: (place) => moved.has(place),
    movedBefore: (place) => before.get(place) ?? [],
    changesAt,
    extraAt: (place) => extras.get(place),
    places() {
      const all = new Set([
        ...dropped.keys(),
        ...changes.keys(),
        ...unread.keys(),
        ...extras.keys(),
        ...moved,
        ...before.keys(),
      ]);
      return [...all].sort((a, b) => a - b);
    },
    changedPlaces() {
      for (const place of unread.keys()) changesAt(place);
      return changes;
    },
    extras: () => extras,
    droppedPlaces: () => dropped.keys(),
    end: () => end,
    allDropped: () =>
      [...dropped]
        .filter(([place]) => Number.isInteger(place) && place >= 1)
        .sort(([a], [b]) => a - b)
        .map(([line, { reason, setAside }]) => ({ line, reason, setAside })),
    allSteps: () => [...steps.values()],
  };
}
