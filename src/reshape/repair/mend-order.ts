// Lines that stand in front of their parents, results that stand behind what came after them -> the order in which they were written.
import type { Node } from "../../graph/index.ts";
import { answers } from "./answers.ts";
import type { Bench } from "./bench.ts";
import { slackMs } from "./later.ts";
import type { Survey } from "./survey.ts";

export function mendOrder(survey: Survey, bench: Bench): void {
  const early = survey.entries.filter(({ node }) => {
    const parent = survey.find(node.parent);
    return parent !== undefined && parent.index > node.index && !isRace(node, parent, survey);
  });
  if (early.length === 0) return;
  permute(likeliest([parentsFirst(survey), childrenLater(survey), byTime(survey)]), { survey, bench });
  for (const { at } of early)
    bench.step("parent-after-child", "{line} stood in front of its parent: the lines were put in order.", at);
}

/** Done before parents are looked for: what stands in front of an entry is then what was written before it. */
export function mendLateResults(survey: Survey, bench: Bench): void {
  const late = lateResults(survey);
  if (late.size === 0) return;
  const behind = new Map<Node, Node[]>();
  const hosts = hostsOf(late, survey);
  for (const [node, before] of late) {
    const host = hosts[before.index];
    const others = host === undefined ? undefined : behind.get(host);
    if (others !== undefined) others.push(node);
    else if (host !== undefined) behind.set(host, [node]);
  }
  const order = survey.entries.flatMap(({ node }) => (late.has(node) ? [] : [node, ...(behind.get(node) ?? [])]));
  permute(order, { survey, bench });
  for (const node of late.keys()) {
    const { at } = survey.entryOf(node);
    leaveChildren(node, { survey, bench });
    bench.step(
      "result-not-adjacent",
      "{line}: a result that stood behind later messages was moved behind its call.",
      at,
    );
  }
}

/** What a late result is to stand behind may be one itself, and moves away: for each entry the nearest that stays, itself or in front. */
function hostsOf(late: ReadonlyMap<Node, Node>, { entries }: Survey): readonly (Node | undefined)[] {
  let host: Node | undefined;
  return entries.map(({ node }) => {
    if (!late.has(node)) host = node;
    return host;
  });
}

/** What hung on a result that lost its parent hung on what came before it there, not on its call. */
function leaveChildren(result: Node, { survey, bench }: { readonly survey: Survey; readonly bench: Bench }): void {
  const { find, thread } = survey;
  const before = find(result.parent) === undefined ? survey.laneBefore(result) : undefined;
  if (before?.id === undefined) return;
  for (const child of thread.links.childrenOf(result))
    if (child.index > result.index)
      bench.change(survey.entryOf(child).at, { op: "set", path: ["parentUuid"], value: before.id });
}

/** The entries change places among themselves; lines beside the chain stay where they are. */
export function permute(
  order: readonly Node[],
  { survey, bench }: { readonly survey: Survey; readonly bench: Bench },
): void {
  const places = new Set(order.map((node) => survey.entryOf(node).at));
  // One that is missing or stands twice would cost another its place, and what it says.
  if (places.size !== survey.entries.length || order.length !== places.size)
    throw new Error(`an order of ${order.length} entries was made for ${survey.entries.length}`);
  const from = [...places];
  bench.permute(new Map(survey.entries.map(({ at }, index) => [at, from[index] ?? at] as const)));
}

/** How far apart the client itself writes a line and its parent when it writes several at once. */
const raceLines = 6;

/** Clients write results, hooks and notes while the lines of a message are still on their way. */
function isRace(node: Node, parent: Node, { entries }: Survey): boolean {
  if (parent.index - node.index > raceLines) return false;
  const between = entries.slice(node.index + 1, parent.index);
  if (between.some((entry) => isBackwards(entry.node, parent))) return false;
  const isCompanion = (one: Node): boolean =>
    one.type === "attachment" || one.type === "system" || one.type === "progress";
  return answers(node, parent) || (isCompanion(node) && (isCompanion(parent) || parent.results.length > 0));
}

/** Results that stand in the file behind a response to them -> the entry they belong behind. */
function lateResults(survey: Survey): ReadonlyMap<Node, Node> {
  const { entries } = survey;
  const late = new Map<Node, Node>();
  for (const { node: result } of entries) {
    const caller = survey.callerOf(result);
    if (caller === undefined || result.index - caller.index < 2 || !survey.isSameLane(caller, result)) continue;
    const intruder = intruderBetween({ result, caller }, survey);
    const before = intruder === undefined ? undefined : entries[intruder.index - 1]?.node;
    // One that hangs on what came later has to be hung elsewhere first.
    const parent = survey.find(result.parent);
    const isHungLater = parent !== undefined && intruder !== undefined && parent.index >= intruder.index;
    if (before !== undefined && !isHungLater) late.set(result, before);
  }
  return late;
}

type Pair = { readonly result: Node; readonly caller: Node };

/** Another response, or a prompt that was given when the result was there already. */
function isLaterWord(node: Node, { result, caller }: Pair): boolean {
  if (node.type === "assistant") return node.messageId !== caller.messageId;
  const isPrompt = node.type === "user" && node.results.length === 0 && !node.meta;
  return isPrompt && (node.timeMs ?? 0) >= (result.timeMs ?? Infinity);
}

/** So many entries behind a call are looked at: what answers it without its result stands right behind it. */
const mostBetween = 1000;

/** The first word between the two that was said when the result was there already, and that descends from the caller's response. */
function intruderBetween({ result, caller }: Pair, { entries, find }: Survey): Node | undefined {
  const strangers = new Set<Node>();
  const end = Math.min(result.index, caller.index + mostBetween);
  for (let index = caller.index + 1; index < end; index++) {
    const node = entries[index]?.node;
    if (node !== undefined && isLaterWord(node, { result, caller }) && descends(node)) return node;
  }
  return undefined;

  /** From a line of the response; a line of the response itself counts. */
  function descends(node: Node): boolean {
    for (let above: Node | undefined = node; above !== undefined && !strangers.has(above); above = find(above.parent)) {
      if (above === caller || (above.messageId !== undefined && above.messageId === caller.messageId)) return true;
      if (above.index < caller.index || strangers.size > 2 * mostBetween) return false;
      strangers.add(above);
    }
    return false;
  }
}

/** File order, with every parent pulled in front of its children. */
function parentsFirst({ entries, find }: Survey): readonly Node[] {
  const done = new Set<Node>();
  const order: Node[] = [];
  for (const { node } of entries) {
    const above: Node[] = [];
    for (let one: Node | undefined = node; one !== undefined && !done.has(one); one = find(one.parent)) {
      above.push(one);
      done.add(one);
    }
    for (const one of above.toReversed()) order.push(one);
  }
  return order;
}

/** File order, with every entry that stands too early put right behind its parent; undefined where parents run in a circle. */
function childrenLater({ entries, find }: Survey): readonly Node[] | undefined {
  const waiting = new Map<Node, Node[]>();
  const done = new Set<Node>();
  for (const { node } of entries) {
    const parent = find(node.parent);
    if (parent !== undefined && parent !== node && !done.has(parent)) {
      const others = waiting.get(parent);
      if (others === undefined) waiting.set(parent, [node]);
      else others.push(node);
      continue;
    }
    const open = [node];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      done.add(one);
      for (const next of (waiting.get(one) ?? []).toReversed()) open.push(next);
    }
  }
  return done.size === entries.length ? [...done] : undefined;
}

/** Lines that one client writes are never further out of the order of their times. */
const isBackwards = (before: Node, behind: Node): boolean =>
  before.timeMs !== undefined && behind.timeMs !== undefined && before.timeMs > behind.timeMs + slackMs;

/** How often times go back. */
const setbacksIn = (order: readonly Node[]): number =>
  order.filter((node, place) => {
    const before = order[place - 1];
    return before !== undefined && isBackwards(before, node);
  }).length;

/** A block of lines that was moved sets times back where it left and where it came. */
const mostSetbacks = 2;

/** The order of the times, where all but what was moved is in it, and no parent stands behind its child. */
function byTime({ entries, find }: Survey): readonly Node[] | undefined {
  const nodes = entries.map(({ node }) => node);
  if (setbacksIn(nodes) > mostSetbacks || nodes.some(({ timeMs }) => timeMs === undefined)) return undefined;
  const order = nodes.toSorted((a, b) => (a.timeMs ?? 0) - (b.timeMs ?? 0));
  const placeOf = new Map(order.map((node, place) => [node, place]));
  const isBehind = (node: Node, parent: Node | undefined): boolean =>
    parent === undefined || (placeOf.get(parent) ?? 0) < (placeOf.get(node) ?? 0);
  return order.every((node) => isBehind(node, find(node.parent))) ? order : undefined;
}

/** Of these orders the one that sets times back least often, of such the one that moves fewest entries. */
function likeliest(orders: readonly (readonly Node[] | undefined)[]): readonly Node[] {
  const weighed = orders
    .flatMap((order) => (order === undefined ? [] : [order]))
    .map((order) => ({ order, setbacks: setbacksIn(order), moved: movedIn(order) }));
  const [best] = weighed.toSorted((a, b) => a.setbacks - b.setbacks || a.moved - b.moved);
  return best?.order ?? [];
}

/** How many entries another order moves: all but the longest run that keeps its order. */
function movedIn(order: readonly Node[]): number {
  const ends: number[] = [];
  for (const { index } of order) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? Infinity) < index) low = middle + 1;
      else high = middle;
    }
    ends[low] = index;
  }
  return order.length - ends.length;
}

/** Where many lines stand in front of their parents, the whole file stands upside down, or is thrown together. */
export function mendDisorder(survey: Survey, bench: Bench): void {
  const { view, entries, find } = survey;
  const places = entries.flatMap(({ node }) => {
    const parent = find(node.parent);
    return parent === undefined ? [] : [parent.index > node.index];
  });
  const early = places.filter((isEarly) => isEarly).length;
  if (early * 4 <= entries.length) return;
  if (early >= 0.9 * places.length) {
    // Somebody's comments at the head stand there whatever the order of the rest.
    const head = view.findIndex(({ ghost }, at) => ghost !== undefined || bench.read(at) !== undefined);
    const last = head + view.length - 1;
    bench.permute(new Map(view.flatMap((_, at) => (at < head ? [] : [[at, last - at] as const]))));
    bench.step("upside-down", "The lines stood in reverse order and were turned around.", 0);
    return;
  }
  const timed = entries.map(({ node }) => node).toSorted((a, b) => (a.timeMs ?? 0) - (b.timeMs ?? 0));
  if (timed.every((node, index) => node.index === index)) return;
  permute(timed, { survey, bench });
  bench.step("disorder", "The lines stood in no order and were put in the order of their times.", 0);
}
