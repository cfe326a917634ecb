// Changes that a line has, and one more as the changed line sees it -> one list that can be made at once.
import { type Change, type Json, type Path, isArray, isObject } from "../../format/index.ts";

export function withChange(existing: readonly Change[], added: Change): readonly Change[] {
  const change = { ...added, path: originalPath(existing, added.path) };
  const above = existing.find((one) => one.op === "set" && isBelow(change.path, one.path));
  if (above === undefined || above.op !== "set")
    return [...existing.filter((one) => !isBelow(one.path, change.path) && !isSame(one.path, change.path)), change];
  const inner = change.path.slice(above.path.length);
  const value = changedValue(above.value, inner, change);
  return existing.map((one) => (one === above ? { ...above, value } : one));
}

const isBelow = (path: Path, above: Path): boolean =>
  path.length > above.length && above.every((step, depth) => path[depth] === step);
const isSame = (a: Path, b: Path): boolean => a.length === b.length && a.every((step, depth) => b[depth] === step);

/** An element stands further back in the line as it is when elements in front of it were taken away. */
function originalPath(existing: readonly Change[], path: Path): Path {
  const removed = existing.filter((one) => one.op === "remove").map((one) => one.path);
  const found: (string | number)[] = [];
  for (const step of path) {
    if (typeof step !== "number") found.push(step);
    else {
      let index = step;
      for (const gone of indexesBelow(removed, found)) if (gone <= index) index += 1;
      found.push(index);
    }
  }
  return found;
}

function indexesBelow(removed: readonly Path[], above: Path): readonly number[] {
  const indexes = removed.flatMap((path) => {
    const last = path.at(-1);
    return typeof last === "number" && isSame(path.slice(0, -1), above) ? [last] : [];
  });
  return indexes.toSorted((a, b) => a - b);
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
