// Entries that were written twice -> written once: the later copy goes, because the result still says all it said.
import { type JsonObject, field, jsonText, objectField, stringField } from "../../format/index.ts";
import type { Bench } from "./bench.ts";
import type { Entry, Survey } from "./survey.ts";
import { cutMark } from "./torn-entry.ts";

/** Why a copy goes. */
export const writtenTwice = "written twice";

export function mendCopies({ entries }: Survey, bench: Bench): void {
  const dropped = new Set<Entry>();
  const twins = new Set<Entry>();
  for (const group of placesBy(entries, ({ node }) => node.id)) {
    const kept = dropCopies(group, bench, dropped);
    if (kept > 1) for (const entry of group) twins.add(entry);
  }
  const isNeedy = (entry: Entry): boolean => !dropped.has(entry) && (entry.node.id === undefined || twins.has(entry));
  if (!entries.some(isNeedy)) return;
  for (const group of placesBy(entries, ({ node }) => `${node.type} ${node.timeMs} ${node.parent}`))
    dropNameless(
      group.filter((entry) => !dropped.has(entry)),
      isNeedy,
      { bench, dropped },
    );
  for (const group of placesBy(entries, ({ node }) => `${node.type} ${node.parent}`))
    dropRemnants(
      group.filter((entry) => !dropped.has(entry)),
      { bench, dropped },
    );
}

/** What is left of a torn copy: the whole entry hangs on the same one and goes on where the copy breaks off. */
function dropRemnants(group: readonly Entry[], { bench, dropped }: Dropping): void {
  for (const entry of group) {
    if (entry.node.id !== undefined || entry.node.timeMs !== undefined) continue;
    const start = beginning(bench.read(entry.at) ?? {});
    const others = group.filter((other) => other !== entry && other.node.id !== undefined);
    if (!others.some((other) => beginning(bench.read(other.at) ?? {}).startsWith(start))) continue;
    dropped.add(entry);
    bench.drop(entry.at, "a torn copy", "set-aside");
    bench.step("doubled", "What was left of a torn line stands whole on another one, which was kept.", entry.at);
  }
}

function beginning(raw: JsonObject): string {
  const content = field(objectField(raw, "message") ?? {}, "content");
  const text = content === undefined ? "" : (jsonText(content) ?? "");
  return text.split(cutMark)[0]?.replace(/[}\]"]+$/, "") ?? "";
}

function placesBy(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
): readonly (readonly Entry[])[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = key === undefined ? undefined : groups.get(key);
    if (group !== undefined) group.push(entry);
    else if (key !== undefined) groups.set(key, [entry]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** How many of the group stay. */
function dropCopies(group: readonly Entry[], bench: Bench, dropped: Set<Entry>): number {
  const seen = new Set<string>();
  let kept = 0;
  for (const entry of group) {
    const { at } = entry;
    const raw = bench.read(at);
    if (raw === undefined) continue;
    const text = jsonText(raw);
    const isTold = text !== undefined && seen.has(text);
    const isCopy = isTold || variantKeys(raw, "asked").some((key) => seen.has(key));
    for (const key of [...(text === undefined ? [] : [text]), ...variantKeys(raw, "told")]) seen.add(key);
    if (!isCopy) {
      kept += 1;
      continue;
    }
    dropped.add(entry);
    bench.drop(at, writtenTwice, isTold ? "told" : "set-aside");
    const told = isTold
      ? "Lines that were written twice were kept once."
      : "{line} is another copy of an earlier line: the earlier one was kept.";
    bench.step("doubled", told, at);
  }
  return kept;
}

/** What the same entry has in common when it was told twice in slightly other words; one that lost its time by its words alone. */
function variantKeys(raw: JsonObject, when: "asked" | "told"): readonly string[] {
  const [type, time] = [stringField(raw, "type") ?? "", stringField(raw, "timestamp")];
  const words = field(raw, "message") ?? field(raw, "attachment");
  const said = words === undefined ? undefined : jsonText(words);
  const parent = stringField(raw, "parentUuid");
  const timed =
    time === undefined
      ? []
      : [
          ...(parent === undefined ? [] : [`${type} ${time} ${parent}`]),
          ...(said === undefined ? [] : [`${type} ${time} ${said}`]),
        ];
  // Told: of one with a time under the key that one without asks for, and the other way round.
  const untimed =
    said === undefined
      ? []
      : when === "told"
        ? [`${type} ${time === undefined ? "no" : "some"} time ${said}`]
        : time === undefined
          ? [`${type} no time ${said}`, `${type} some time ${said}`]
          : [`${type} no time ${said}`];
  return [...timed, ...untimed];
}

type Dropping = { readonly bench: Bench; readonly dropped: Set<Entry> };

/** Copies that lost their own uuid: another line says the same. */
function dropNameless(group: readonly Entry[], isNeedy: (entry: Entry) => boolean, { bench, dropped }: Dropping): void {
  for (const entry of group.toReversed()) {
    if (!isNeedy(entry)) continue;
    const raw = bench.read(entry.at) ?? {};
    const others = group.filter((other) => other !== entry && !dropped.has(other));
    if (!others.some((other) => isSame(bench.read(other.at) ?? {}, raw, "message"))) continue;
    dropped.add(entry);
    bench.drop(entry.at, writtenTwice, "set-aside");
    bench.step("doubled", "{line} is another copy of an earlier line: the earlier one was kept.", entry.at);
  }
}

function isSame(a: JsonObject, b: JsonObject, key: string): boolean {
  const [one, other] = [field(a, key), field(b, key)];
  const text = one === undefined || other === undefined ? undefined : jsonText(one);
  return text !== undefined && other !== undefined && jsonText(other) === text;
}
