// Entries without a timestamp, assistant entries without message.id -> with one that fits their neighbours.
import type { Node } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import type { Survey } from "./survey.ts";

export function mendTimes(survey: Survey, bench: Bench): void {
  const { entries } = survey;
  const nextOf = nextTimes(entries);
  let lastMs: number | undefined;
  for (const { node, at } of entries) {
    if (node.timeMs !== undefined) {
      lastMs = node.timeMs;
      continue;
    }
    const ms = between(lastMs, nextOf(node.index));
    const timestamp = ms === undefined ? bench.now() : new Date(ms).toISOString();
    bench.change(at, { op: "set", path: ["timestamp"], value: timestamp });
    bench.step("missing-timestamp", "{line} had no time and got one between those of its neighbours.", at);
    lastMs = ms ?? lastMs;
  }
}

/** So far behind an entry its next time is looked for. */
const mostBehind = 200;

function nextTimes(entries: Survey["entries"]): (index: number) => number | undefined {
  const next = new Int32Array(entries.length + 1).fill(entries.length);
  for (let index = entries.length - 1; index >= 0; index--)
    next[index] = entries[index]?.node.timeMs === undefined ? (next[index + 1] ?? index) : index;
  return (index) => {
    const place = next[index + 1] ?? index;
    return place < index + mostBehind ? entries[place]?.node.timeMs : undefined;
  };
}

function between(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined) return after === undefined ? undefined : after - 1;
  return after === undefined || after > before + 1 ? before + 1 : before;
}

/** Lines of one response share their id: those of one request, and those that follow each other without a word between. */
export function mendMessageIds(survey: Survey, bench: Bench): void {
  const { entries } = survey;
  const isNeedy = (node: Node): boolean =>
    node.type === "assistant" && node.messageId === undefined && survey.entryOf(node).note.content !== "none";
  if (!entries.some(({ node }) => isNeedy(node))) return;
  const byRequest = new Map<string, string>();
  for (const { node, note } of entries)
    if (note.requestId !== undefined && node.messageId !== undefined) byRequest.set(note.requestId, node.messageId);
  const given = new Map<Node, string>();
  const idOf = (node: Node | undefined): string | undefined =>
    node === undefined ? undefined : (node.messageId ?? given.get(node));
  for (const { node, note, at } of entries) {
    if (!isNeedy(node)) continue;
    const asked = note.requestId === undefined ? undefined : byRequest.get(note.requestId);
    const id = asked ?? idOf(sameResponse(node, survey)) ?? `msg_${bench.newUuid().replaceAll("-", "")}`;
    given.set(node, id);
    if (note.requestId !== undefined) byRequest.set(note.requestId, id);
    bench.change(at, { op: "set", path: ["message", "id"], value: id });
    bench.step("missing-message-id", "{line} had no message id and got that of its response, or a new one.", at);
  }
}

/** The neighbour line that belongs to the same response, where no request tells it. */
function sameResponse(node: Node, survey: Survey): Node | undefined {
  const { entries, entryOf, find } = survey;
  const own = entryOf(node).note.requestId;
  const isSame = (other: Node | undefined): other is Node => {
    if (other === undefined || other.type !== "assistant" || other === node) return false;
    const theirs = entryOf(other).note.requestId;
    return own === theirs || own === undefined || theirs === undefined;
  };
  const parent = find(node.parent);
  if (isSame(parent)) return parent;
  const next = entries.slice(node.index + 1, node.index + 8).find((entry) => entry.node.parent === node.id)?.node;
  return isSame(next) && next.messageId !== undefined ? next : undefined;
}
