// Damage to what holds a log together: parents, uuids, the order of its lines.
import { field, stringField } from "../../src/format/index.ts";
import type { JsonObject } from "../../src/format/index.ts";
import { type Inflict, type Placed, lose, onPath, one, parsed, rewrite, typeOf, uuidOf, without } from "./body.ts";

const isBoundary = (raw: JsonObject): boolean => stringField(raw, "subtype") === "compact_boundary";
const hasParent = (raw: JsonObject): boolean => typeof field(raw, "parentUuid") === "string" && !isBoundary(raw);

const onEntry =
  (
    change: (target: Placed, all: readonly Placed[], pick: (below: number) => number) => JsonObject | undefined,
  ): Inflict =>
  (body, pick) => {
    const all = onPath(body);
    const target = one(
      all.slice(1).filter(({ raw }) => hasParent(raw)),
      pick,
    );
    const changed = target === undefined ? undefined : change(target, all, pick);
    if (target === undefined || changed === undefined) return false;
    rewrite(body, target.at, changed);
    return true;
  };

const unknown = (pick: (below: number) => number): string =>
  `dead0000-0000-4000-8000-${String(pick(1e9)).padStart(12, "0")}`;

const dangling = onEntry(({ raw }, _, pick) => ({ ...raw, parentUuid: unknown(pick) }));
const nullParent = onEntry(({ raw }) => ({ ...raw, parentUuid: null }));
const selfParent = onEntry(({ raw }) => ({ ...raw, parentUuid: uuidOf(raw) }));

/** The line of a descendant becomes the parent. */
const cycle = onEntry(({ raw, at }, all, pick) => {
  const below = all.filter((other) => other.at > at && hasParent(other.raw));
  const other = below[pick(Math.min(6, below.length))];
  return other === undefined ? undefined : { ...raw, parentUuid: uuidOf(other.raw) };
});

const sameUuid: Inflict = (body, pick) => {
  const all = onPath(body).filter(({ raw }) => !isBoundary(raw));
  const [target, other] = [one(all.slice(1), pick), one(all, pick)];
  if (target === undefined || other === undefined || target.at <= other.at) return false;
  rewrite(body, target.at, { ...target.raw, uuid: uuidOf(other.raw) });
  return true;
};

const missingUuid: Inflict = (body, pick) => {
  for (let left = 1 + pick(2); left > 0; left--) {
    const target = one(
      onPath(body).filter(({ raw }) => !isBoundary(raw)),
      pick,
    );
    if (target === undefined) return false;
    rewrite(body, target.at, without(target.raw, "uuid"));
  }
  return true;
};

const missingTimestamp: Inflict = (body, pick) => {
  const all = onPath(body);
  // The last one now and then: a client refuses such a leaf.
  const target = pick(3) === 0 ? all.at(-1) : one(all, pick);
  if (target === undefined) return false;
  rewrite(body, target.at, without(target.raw, "timestamp"));
  return true;
};

const doubled: Inflict = (body, pick) => {
  const target = one(onPath(body), pick);
  if (target === undefined) return false;
  const count = 1 + pick(3);
  const copies = body.lines.slice(target.at, target.at + count).filter((line) => parsed(line) !== undefined);
  body.lines.splice(pick(2) === 0 ? target.at + count : body.lines.length, 0, ...copies);
  return true;
};

const wholeTwice: Inflict = (body) => {
  body.lines = [...body.lines, ...body.lines];
  return true;
};

const parentAfterChild: Inflict = (body, pick) => {
  const all = onPath(body).filter(({ raw }) => !isBoundary(raw));
  const place = 1 + pick(Math.max(1, all.length - 2));
  const [target, before] = [all[place], all[Math.max(0, place - 1 - pick(4))]];
  if (target === undefined || before === undefined || all.length < 4) return false;
  const [line] = body.lines.splice(target.at, 1);
  if (pick(2) === 0) body.lines.splice(before.at, 0, line ?? "");
  else body.lines.splice(Math.min(body.lines.length, target.at + 1 + pick(6)), 0, line ?? "");
  return true;
};

const reversed: Inflict = (body) => {
  body.lines.reverse();
  return true;
};

/** A line that is gone leaves its children behind. */
const lineGone: Inflict = (body, pick) => {
  const target = one(
    onPath(body)
      .slice(1, -1)
      .filter(({ raw }) => typeOf(raw) !== "user" && !isBoundary(raw)),
    pick,
  );
  if (target === undefined) return false;
  lose(body, target.raw);
  body.lines.splice(target.at, 1);
  return true;
};

export const linkDamage: Readonly<Record<string, Inflict>> = {
  "dangling parent": dangling,
  "null parent": nullParent,
  cycle,
  "self parent": selfParent,
  "same uuid": sameUuid,
  "missing uuid": missingUuid,
  "missing timestamp": missingTimestamp,
  "doubled lines": doubled,
  "whole file twice": wholeTwice,
  "parent after child": parentAfterChild,
  "lines reversed": reversed,
  "line gone": lineGone,
};
