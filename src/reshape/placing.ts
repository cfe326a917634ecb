// What was asked of each place -> the lines of the result in order, kept ones in runs.
import { type JsonObject, applyChanges, isObject, utf8Bytes, utf8Text } from "../format/index.ts";
import type { Change, Placed } from "./plan.ts";
import type { Work } from "./work.ts";

export function placedOf(work: Work): readonly Placed[] {
  const placed: Placed[] = [];
  let next = 1;

  function keep(first: number, last: number): void {
    const before = placed.at(-1);
    if (first > last) return;
    if (before?.kind === "kept" && before.last === first - 1) placed[placed.length - 1] = { ...before, last };
    else placed.push({ kind: "kept", first, last });
  }

  function put(place: number): void {
    const item = itemAt(place, work);
    if (item !== undefined) placed.push(item);
    else if (Number.isInteger(place) && place >= 1) keep(place, place);
  }

  for (const place of work.places()) {
    const line = Math.floor(place);
    const isLine = place === line && line >= 1 && place !== work.endPlace;
    keep(next, isLine ? line - 1 : Math.min(line, Math.floor(work.endPlace)));
    next = Math.max(next, line + 1);
    for (const moved of work.movedBefore(place)) if (!work.isDropped(moved)) put(moved);
    if (place !== work.endPlace && !work.isDropped(place) && !work.isMoved(place)) put(place);
  }
  keep(next, Math.floor(work.endPlace));
  return placed;
}

function itemAt(place: number, work: Work): Placed | undefined {
  const changes = work.changesAt(place);
  const extra = work.extraAt(place);
  switch (extra?.kind) {
    case undefined:
      return changes.length === 0 ? undefined : { kind: "changed", line: place, changes };
    case "part":
      return { kind: "changed", line: extra.line, part: extra.part, changes };
    case "added":
      return { kind: "added", entry: withChanges(extra.entry, changes) };
    case "brought":
      return { kind: "brought", from: extra.from, line: extra.line, changes };
  }
}

function withChanges(entry: JsonObject, changes: readonly Change[]): JsonObject {
  if (changes.length === 0) return entry;
  const changed = applyChanges(utf8Bytes(JSON.stringify(entry)), changes);
  const value: unknown = changed.ok ? JSON.parse(utf8Text(changed.bytes)) : entry;
  return isObject(value) ? value : entry;
}
