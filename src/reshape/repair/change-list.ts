// Changes that a line has, and more as the changed line sees them -> one list that can be made at once.
import { type Change, type Json, type Path, isArray, isObject } from "../../format/index.ts";

export type ChangeList = {
  readonly add: (change: Change) => void;
  readonly all: () => readonly Change[];
};

/** A line may hold thousands of blocks, each with a change: nothing is looked for among all changes. */
export function changeList(existing: readonly Change[]): ChangeList {
  const changes = new Map<string, Change>();
  /** The keys of changes below a path, and the indexes of elements that are taken away from it. */
  const below = new Map<string, Set<string>>();
  const removed = new Map<string, number[]>();
  for (const change of existing) put(change);
  return {
    add(added) {
      const change = { ...added, path: originalPath(added.path, removed) };
      const above = prefixesOf(change.path)
        .map(keyOf)
        .find((key) => changes.get(key)?.op === "set");
      const whole = above === undefined ? undefined : changes.get(above);
      if (above === undefined || whole?.op !== "set") {
        for (const key of below.get(keyOf(change.path)) ?? []) take(key);
        take(keyOf(change.path));
        put(change);
      } else {
        const value = changedValue(whole.value, change.path.slice(whole.path.length), change);
        changes.set(above, { ...whole, value });
      }
    },
    all: () => [...changes.values()],
  };

  function put(change: Change): void {
    const key = keyOf(change.path);
    changes.set(key, change);
    for (const prefix of prefixesOf(change.path)) noted(below, keyOf(prefix), () => new Set()).add(key);
    const last = change.path.at(-1);
    if (change.op === "remove" && typeof last === "number")
      insertSorted(
        noted(removed, keyOf(change.path.slice(0, -1)), () => []),
        last,
      );
  }

  function take(key: string): void {
    const change = changes.get(key);
    if (change === undefined) return;
    changes.delete(key);
    for (const prefix of prefixesOf(change.path)) below.get(keyOf(prefix))?.delete(key);
    const indexes = change.op === "remove" ? removed.get(keyOf(change.path.slice(0, -1))) : undefined;
    const last = change.path.at(-1);
    if (indexes !== undefined && typeof last === "number") indexes.splice(indexes.indexOf(last), 1);
  }
}

const keyOf = (path: Path): string => JSON.stringify(path);
const prefixesOf = (path: Path): readonly Path[] => path.map((_, depth) => path.slice(0, depth));

function noted<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function insertSorted(indexes: number[], index: number): void {
  let at = indexes.length;
  while (at > 0 && (indexes[at - 1] ?? 0) > index) at -= 1;
  indexes.splice(at, 0, index);
}

/** An element stands further back in the line as it is when elements in front of it were taken away. */
function originalPath(path: Path, removed: ReadonlyMap<string, readonly number[]>): Path {
  const found: (string | number)[] = [];
  for (const step of path) {
    const gone = typeof step === "number" ? (removed.get(keyOf(found)) ?? []) : [];
    found.push(typeof step === "number" ? step + goneBefore(gone, step) : step);
  }
  return found;
}

/** How many of these, in rising order, stand in front of what is the element of this index once they are gone. */
function goneBefore(gone: readonly number[], index: number): number {
  let [from, to] = [0, gone.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((gone[middle] ?? Infinity) - middle <= index) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The same on a parsed value. */
export function changedValue(whole: Json, path: Path, change: Change): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change.op === "set" ? change.value : whole;
  const isLast = rest.length === 0;
  if (isArray(whole) && typeof step === "number") {
    if (isLast && change.op === "remove") return whole.filter((_, index) => index !== step);
    return whole.map((item, index) => (index === step ? changedValue(item, rest, change) : item));
  }
  if (!isObject(whole) || typeof step !== "string") return whole;
  if (isLast && change.op === "remove")
    return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== step));
  const inner = Object.hasOwn(whole, step) ? (whole[step] ?? null) : {};
  return { ...whole, [step]: changedValue(inner, rest, change) };
}
