// A log in the making -> calls without their results and results without their calls go too, and what is only thinking then.
import {
  type CallId,
  type Change,
  type Decoded,
  type Json,
  type JsonObject,
  type MessageId,
  field,
  isArray,
  isObject,
  objectField,
  stringField,
} from "../format/index.ts";
import type { Node } from "../graph/index.ts";
import type { Edited } from "./edited.ts";
import { entriesAt, rawOf, unchanged } from "./reading.ts";
import type { Work } from "./work.ts";

/** Whether anything more went. What was alone in the source stays as it was. */
export function closePairs(edited: Edited, work: Work): boolean {
  if (work.isIdle()) return false;
  const before = idsIn(work.source.session.log.nodes);
  const after = idsIn(edited.log.nodes);
  const lost = { calls: without(before.calls, after.calls), results: without(before.results, after.results) };
  const stripped = new Map<number, ReadonlySet<CallId>>();
  for (const node of edited.log.nodes) {
    const gone = [
      ...node.results.map(({ callId }) => callId).filter((id) => lost.calls.has(id)),
      ...node.calls.map(({ id }) => id).filter((id) => lost.results.has(id)),
    ];
    if (gone.length > 0) stripped.set(node.line, new Set(gone));
  }
  for (const decoded of entriesAt(stripped.keys(), unchanged(work))) strip(decoded, stripped, work);
  return dropThinking(edited, work) || stripped.size > 0;
}

type Ids = { readonly calls: ReadonlySet<CallId>; readonly results: ReadonlySet<CallId> };

function idsIn(nodes: readonly Node[]): Ids {
  const calls = new Set<CallId>();
  const results = new Set<CallId>();
  for (const node of nodes) {
    for (const { id } of node.calls) calls.add(id);
    for (const { callId } of node.results) results.add(callId);
  }
  return { calls, results };
}

function without(ids: ReadonlySet<CallId>, others: ReadonlySet<CallId>): ReadonlySet<CallId> {
  return new Set([...ids].filter((id) => !others.has(id)));
}

function strip(decoded: Decoded, stripped: ReadonlyMap<number, ReadonlySet<CallId>>, work: Work): void {
  const place = decoded.line.number;
  const ids = stripped.get(place);
  const whole = work.changesAt(place).find(isWholeContent);
  const content = whole === undefined ? contentOf(rawOf(decoded)) : whole.value;
  if (ids === undefined || !isArray(content)) return dropLonely(place, work);
  const isPair = (block: Json): boolean => isObject(block) && pairIds(block).some((id) => isIn(ids, id));
  const removed = whole === undefined ? removedBlocks(place, work) : new Set();
  const isKept = (block: Json, index: number): boolean => !isPair(block) && !removed.has(index);
  const kept = content.filter(isKept);
  if (kept.length === 0) return dropLonely(place, work);
  if (whole !== undefined) return work.change(place, { ...whole, value: kept });
  content.forEach((block, index) => {
    if (isPair(block)) work.change(place, { op: "remove", path: ["message", "content", index] });
  });
}

function dropLonely(place: number, work: Work): void {
  work.drop(place, "its other half is gone", "gone");
  work.step("lonely-half", "calls and results without their other half removed", place);
}

const isIn = (ids: ReadonlySet<string>, id: string | undefined): boolean => id !== undefined && ids.has(id);
const pairIds = (block: JsonObject): readonly (string | undefined)[] => {
  const type = stringField(block, "type");
  return [
    type === "tool_use"
      ? stringField(block, "id")
      : type === "tool_result"
        ? stringField(block, "tool_use_id")
        : undefined,
  ];
};

const contentOf = (raw: JsonObject | undefined): Json | undefined => {
  const message = raw === undefined ? undefined : objectField(raw, "message");
  return message === undefined ? undefined : field(message, "content");
};

const isWholeContent = (change: Change): change is Extract<Change, { op: "set" }> =>
  change.op === "set" && change.path.join(".") === "message.content";

/** The indexes of the blocks that are to be removed from the line's message. */
function removedBlocks(place: number, work: Work): ReadonlySet<string | number | undefined> {
  return new Set(
    work.changesAt(place).flatMap(({ op, path: [top, inner, index, ...deeper] }) => {
      const isBlock = top === "message" && inner === "content" && deeper.length === 0;
      return op === "remove" && isBlock ? [index] : [];
    }),
  );
}

/** Of messages that lost lines or blocks: what is left of them, if that is nothing but thinking. */
function dropThinking(edited: Edited, work: Work): boolean {
  const touched = touchedMessages(edited, work);
  if (touched.size === 0) return false;
  const lines = new Map<MessageId, number[]>();
  for (const { messageId, line, calls } of edited.log.nodes) {
    if (messageId === undefined || !touched.has(messageId) || work.isDropped(line)) continue;
    if (calls.length > 0) touched.delete(messageId);
    else {
      const known = lines.get(messageId);
      if (known === undefined) lines.set(messageId, [line]);
      else known.push(line);
    }
  }
  const owners = new Map([...touched].flatMap((id) => (lines.get(id) ?? []).map((line) => [line, id] as const)));
  for (const decoded of entriesAt(owners.keys(), work)) {
    const owner = owners.get(decoded.line.number);
    if (owner !== undefined && !isThinkingOnly(contentOf(rawOf(decoded)))) touched.delete(owner);
  }
  const empty = [...touched].flatMap((id) => lines.get(id) ?? []);
  for (const line of empty) {
    work.drop(line, "nothing but thinking is left of its message", "gone");
    work.step("bare-thinking", "thinking with nothing else in its message removed", line);
  }
  return empty.length > 0;
}

function touchedMessages(edited: Edited, work: Work): Set<MessageId> {
  const touched = new Set<MessageId>();
  for (const { line, messageId } of work.source.session.log.nodes) {
    const isTouched = work.isDropped(line) || work.changesAt(line).some(({ path }) => path[0] === "message");
    if (messageId !== undefined && isTouched) touched.add(messageId);
  }
  return touched;
}

const isThinkingOnly = (content: Json | undefined): boolean =>
  isArray(content) &&
  content.every((block) => {
    const type = isObject(block) ? stringField(block, "type") : undefined;
    return type === "thinking" || type === "redacted_thinking";
  });
