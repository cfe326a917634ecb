// Entries that were written twice -> written once: the later copy goes, because the result still says all it said.
import {
  type JsonObject,
  blocksOf,
  field,
  jsonText,
  objectField,
  stringField,
  withoutEnd,
} from "../../format/index.ts";
import type { Bench } from "./bench.ts";
import { countBefore } from "./count-before.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Entry, Survey } from "./survey.ts";
import { cutMark } from "./torn-entry.ts";

/** Why a copy goes. */
export const writtenTwice = "written twice";

export function mendCopies({ entries }: Survey, bench: Bench): void {
  const dropped = new Set<Entry>();
  const twins = new Set<Entry>();
  const groups = placesBy(entries, ({ node }) => node.id);
  const isTornApart = tornApart(entries, new Set(groups.flat()));
  for (const group of groups) {
    const kept = dropCopies(group, { bench, dropped }, isTornApart);
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
  const torn = group.filter(({ node }) => node.id === undefined && node.timeMs === undefined);
  if (torn.length === 0) return;
  const isRemnant = remnantsOf(group.filter(({ node }) => node.id !== undefined).map(({ at }) => bench.read(at) ?? {}));
  for (const entry of torn) {
    if (!isRemnant(bench.read(entry.at) ?? {})) continue;
    dropped.add(entry);
    bench.drop(entry.at, "a torn copy", "set-aside");
    bench.step("doubled", "What was left of a torn line stands whole on another one, which was kept.", entry.at);
  }
}

/** Where bytes of something else follow, the names of what breaks off are the same all the same. */
function remnantsOf(whole: readonly JsonObject[]): (torn: JsonObject) => boolean {
  const names = new Set(whole.map(blockName));
  const texts = whole.map(beginning).toSorted(byCharacters);
  return (torn) => {
    const text = beginning(torn);
    let [from, to] = [0, texts.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((texts[middle] ?? "") < text) from = middle + 1;
      else to = middle;
    }
    if (texts[from]?.startsWith(text) === true) return true;
    const name = blockName(torn);
    return name !== undefined && names.has(name);
  };
}

const byCharacters = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Lines of one response that hang on the same one are the same line. */
function blockName(raw: JsonObject): string | undefined {
  const message = objectField(raw, "message") ?? {};
  const [block] = blocksOf(field(message, "content"));
  if (block?.type === "tool_use") return block.id;
  if (block?.type === "tool_result") return block.callId;
  const id = stringField(message, "id");
  return block === undefined || id === undefined ? undefined : `${id} ${block.type}`;
}

function beginning(raw: JsonObject): string {
  const content = field(objectField(raw, "message") ?? {}, "content");
  const text = content === undefined ? "" : (jsonText(content) ?? "");
  return withoutEnd(text.split(cutMark)[0] ?? "", '}]"');
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

/** Not what it says, for there may be a million copies. */
type Copy = { readonly entry: Entry; readonly isEmpty: boolean; readonly print: number | undefined };

/** How many of the group stay. */
function dropCopies(group: readonly Entry[], { bench, dropped }: Dropping, isTornApart: Between): number {
  const sorts = copiesIn(group, bench);
  for (const members of sorts) {
    const kept = keptOf(members, isTornApart);
    for (const { entry, print } of members) {
      if (entry === kept?.entry) continue;
      const isTold = print !== undefined && print === kept?.print && isSameText(entry, kept.entry, bench);
      dropped.add(entry);
      bench.drop(entry.at, writtenTwice, isTold ? "told" : "set-aside");
      const told = isTold
        ? "Lines that were written twice were kept once."
        : "{line} is another copy of a line that was kept.";
      bench.step("doubled", told, entry.at);
    }
  }
  return sorts.length;
}

/** What is thrown away without being set aside must be the same to the letter. */
function isSameText(one: Entry, other: Entry, bench: Bench): boolean {
  const [raw, kept] = [bench.read(one.at), bench.read(other.at)];
  return raw !== undefined && kept !== undefined && jsonText(raw) === jsonText(kept);
}

/** Each list holds what tells the same. */
function copiesIn(group: readonly Entry[], bench: Bench): readonly (readonly Copy[])[] {
  const sorts: Copy[][] = [];
  const byPrint = new Map<number, Copy[]>();
  for (const entry of group) {
    const raw = bench.read(entry.at);
    if (raw === undefined) continue;
    const text = jsonText(raw);
    const own = text === undefined ? [] : [fingerprint(text)];
    const asked = [...own, ...variantKeys(raw, "asked").map(fingerprint)].find((print) => byPrint.has(print));
    const known = asked === undefined ? undefined : byPrint.get(asked);
    const sort = known ?? [];
    if (known === undefined) sorts.push(sort);
    for (const print of [...own, ...variantKeys(raw, "told").map(fingerprint)])
      byPrint.set(print, byPrint.get(print) ?? sort);
    sort.push({ entry, isEmpty: isEmpty(raw), print: own[0] });
  }
  return sorts;
}

/** The first that says anything; the last where something that was said before it stands only between the two. */
function keptOf(members: readonly Copy[], isTornApart: Between): Copy | undefined {
  const telling = members.filter((copy) => !copy.isEmpty);
  const [first = members[0], ...others] = telling;
  const last = others.at(-1);
  return first !== undefined && last !== undefined && isTornApart(first.entry, last.entry) ? last : first;
}

function isEmpty(raw: JsonObject): boolean {
  const message = objectField(raw, "message");
  const content = message === undefined ? undefined : field(message, "content");
  return message !== undefined && blocksOf(content).every((block) => block.type === "text" && block.text.trim() === "");
}

type Between = (first: Entry, last: Entry) => boolean;

/** As many are looked at: what matters stands right in front of the later copy. */
const mostBetween = 100;

/** Whether an entry that has no copy stands between two copies, and was written before them: the later ones are the better order. */
function tornApart(entries: readonly Entry[], doubled: ReadonlySet<Entry>): Between {
  const single = entries.filter((entry) => entry.node.id !== undefined && !doubled.has(entry)).map(({ node }) => node);
  return ({ node: first }, { node: last }) => {
    let at = countBefore(single, last.index) - 1;
    for (let looked = 0; looked < mostBetween; looked += 1, at -= 1) {
      const one = single[at];
      if (one === undefined || one.index < first.index) return false;
      if (one.sidechain !== last.sidechain || one.timeMs === undefined || last.timeMs === undefined) continue;
      if (one.timeMs < last.timeMs || (one.timeMs === last.timeMs && one.parent === last.parent)) return true;
    }
    return false;
  };
}

/** What the same entry has in common when it was told twice in slightly other words; one that lost its time by its words alone. */
function variantKeys(raw: JsonObject, when: "asked" | "told"): readonly string[] {
  const [type, time] = [stringField(raw, "type") ?? "", stringField(raw, "timestamp")];
  const said = jsonText(field(raw, "message") ?? field(raw, "attachment") ?? untimedOf(raw));
  const parent = stringField(raw, "parentUuid");
  const timed =
    time === undefined
      ? []
      : [`${type} ${time} ${parent ?? "no parent"}`, ...(said === undefined ? [] : [`${type} ${time} ${said}`])];
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

const untimedOf = (raw: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(raw).filter(([key]) => key !== "timestamp"));

type Dropping = { readonly bench: Bench; readonly dropped: Set<Entry> };

/** Copies that lost their own uuid: another line says the same. */
function dropNameless(group: readonly Entry[], isNeedy: (entry: Entry) => boolean, { bench, dropped }: Dropping): void {
  if (!group.some(isNeedy)) return;
  const messageIn = ({ at }: Entry): string | undefined => {
    const message = field(bench.read(at) ?? {}, "message");
    return message === undefined ? undefined : jsonText(message);
  };
  const texts = group.map(messageIn);
  const counts = new Map<string | undefined, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const [place, entry] of [...group.entries()].toReversed()) {
    const text = texts[place];
    const count = counts.get(text) ?? 0;
    if (text === undefined || count < 2 || !isNeedy(entry)) continue;
    counts.set(text, count - 1);
    dropped.add(entry);
    bench.drop(entry.at, writtenTwice, "set-aside");
    bench.step("doubled", "{line} is another copy of a line that was kept.", entry.at);
  }
}
