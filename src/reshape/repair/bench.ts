// The edits of one phase, by places in the view -> the next view; edits are gathered first and made together.
import type { Change, EntryId, JsonObject } from "../../format/index.ts";
import { isObject } from "../../format/index.ts";
import type { Source, Supply } from "../plan.ts";
import { type ChangeList, changeList, changedValue } from "./change-list.ts";
import { type Item, type View, newItem } from "./item.ts";
import type { Journal } from "./journal.ts";
import { readItem } from "./read-view.ts";

export type Bench = {
  readonly change: (at: number, ...changes: readonly Change[]) => void;
  /** `told`: the result still says all that the line said. */
  readonly drop: (at: number, reason: string, aside: "set-aside" | "told") => void;
  /** The line as it was is kept aside, though the line stays. */
  readonly setAside: (at: number, reason: string) => void;
  /** So many blocks that are sent so far will not be, though their lines stay. */
  readonly leave: (blocks: number) => void;
  readonly insert: (behind: number, entry: JsonObject) => void;
  /** What is to stand at each of these places: the item that stood at another. */
  readonly permute: (from: ReadonlyMap<number, number>) => void;
  readonly step: (code: string, text: string, at: number) => void;
  readonly read: (at: number) => JsonObject | undefined;
  /** Where people find what stands at this place: the line of the source. */
  readonly lineOf: (at: number) => number;
  /** Whether anything was mended so far. */
  readonly isMending: () => boolean;
  readonly newUuid: () => EntryId;
  readonly now: () => string;
  /** Undefined when nothing was asked for. */
  readonly settled: () => View | undefined;
};

export type BenchTools = { readonly source: Source; readonly supply: Supply; readonly journal: Journal };

export function openBench(view: View, { source, supply, journal }: BenchTools): Bench {
  const changed = new Map<number, Changing>();
  const dropped = new Set<number>();
  const permuted = new Map<number, number>();
  const behind = new Map<number, Item[]>();
  const itemAt = (at: number): Item => view[at] ?? newItem({});
  const lineOf = (at: number): number => nearestLine(view, at);
  return {
    change(at, ...changes) {
      const changing = changed.get(at) ?? changingOf(itemAt(at));
      for (const change of changes) changing.add(change);
      changed.set(at, changing);
    },
    drop(at, reason, aside) {
      dropped.add(at);
      journal.note(itemAt(at).line, reason, aside);
    },
    setAside: (at, reason) => journal.note(itemAt(at).line, reason, "set-aside"),
    leave: journal.leave,
    insert(at, entry) {
      const list = behind.get(at);
      if (list === undefined) behind.set(at, [newItem(entry)]);
      else list.push(newItem(entry));
    },
    permute(from) {
      for (const [to, at] of from) if (to !== at) permuted.set(to, at);
    },
    step: (code, text, at) => journal.step(code, text.replaceAll("{line}", `line ${lineOf(at)}`), lineOf(at)),
    read: (at) => readItem(view, source, at),
    lineOf,
    isMending: () => journal.steps().length > 0,
    newUuid: supply.newUuid,
    now: supply.now,
    settled() {
      if (changed.size + dropped.size + behind.size + permuted.size === 0) return undefined;
      const result: Item[] = [...(behind.get(-1) ?? [])];
      for (let place = 0; place < view.length; place++) {
        const at = permuted.get(place) ?? place;
        if (!dropped.has(at)) result.push(changed.get(at)?.item() ?? itemAt(at));
        for (const item of behind.get(at) ?? []) result.push(item);
      }
      return result;
    },
  };
}

type Changing = { readonly add: (change: Change) => void; readonly item: () => Item };

/** What was put together is changed itself; of a line the changes are kept. */
function changingOf(item: Item): Changing {
  if (item.entry === undefined) {
    const list: ChangeList = changeList(item.changes);
    return { add: list.add, item: () => ({ ...item, changes: list.all() }) };
  }
  let { entry } = item;
  return {
    add(change) {
      const next = changedValue(entry, change.path, change);
      if (isObject(next)) entry = next;
    },
    item: () => ({ ...item, entry }),
  };
}

/** A line that was made has no number: the one before it tells the place. */
function nearestLine(view: View, at: number): number {
  for (let place = at; place >= 0; place--) {
    const { line = 0, from = 0 } = view[place] ?? {};
    if (line + from > 0) return line + from;
  }
  return 1;
}
