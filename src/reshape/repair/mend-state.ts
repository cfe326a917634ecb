// Lines beside the chain that point to the wrong entry -> pointing to the right one: last-prompt lines, file snapshots, compactions.
import { type JsonObject, arrayField, field, isObject, objectField } from "../../format/index.ts";
import { type Node, newestRules, threadOf } from "../../graph/index.ts";
import type { Bench } from "./bench.ts";
import type { StateNote } from "./entry-note.ts";
import type { Survey } from "./survey.ts";

export function mendState(survey: Survey, bench: Bench): void {
  mendLastPrompt(survey, bench);
  const promptAbove = promptsIn(survey);
  for (const state of survey.states)
    if (state.type === "file-history-snapshot") mendSnapshot(state, { survey, bench, promptAbove });
  for (const { node, at } of survey.entries)
    if (survey.log.compactions.has(node.line)) mendPreserved(node, at, { survey, bench });
}

/** A last-prompt line may not lead back to a branch that was left; the person's own last choice may. */
function mendLastPrompt(survey: Survey, bench: Bench): void {
  const { log, thread, states, scope } = survey;
  const { lastPrompt } = log.state;
  if (scope !== "main" || lastPrompt?.leaf === undefined || lastPrompt.leaf === null) return;
  const named = survey.find(lastPrompt.leaf);
  // A client that is led to an agent's entry refuses the session.
  const isLost = named === undefined || named.sidechain;
  const wentOn = log.nodes.some((node) => node.type !== "progress" && node.line > lastPrompt.line);
  if (lastPrompt.explicit && !wentOn && !isLost) return;
  const { conversation } = threadOf(log, { rules: { ...newestRules, lastPrompt: "ignored" } });
  const { leaf: live } = conversation;
  const { leaf } = thread.conversation;
  const at = states.find((state) => state.at === lastPrompt.line - 1)?.at;
  if (live?.id === undefined || at === undefined || (leaf === undefined && !isLost)) return;
  if (leaf === live && !isLost) return;
  bench.change(at, { op: "set", path: ["leafUuid"], value: live.id });
  if (isLost) {
    bench.step(
      "lost-leaf",
      "{line}: the last prompt pointed to an entry that is not in the conversation; it points to the last one now.",
      at,
    );
    return;
  }
  bench.leave(blocksOnlyIn(thread.conversation.nodes, conversation.nodes, survey));
  bench.step(
    "dead-leaf",
    "{line}: the last prompt pointed to a branch that was left; it points to the live one now.",
    at,
  );
}

function blocksOnlyIn(left: readonly Node[], live: readonly Node[], { entryOf }: Survey): number {
  const stays = new Set(live);
  return left
    .filter((node) => !stays.has(node))
    .reduce((sum, node) => sum + Math.max(1, entryOf(node).note.blocks.length), 0);
}

/** A snapshot belongs to a prompt; only its updates name the entry that made the change. */
function mendSnapshot(
  { at, messageId, innerMessageId, isUpdate, uuid }: StateNote,
  { survey, bench, promptAbove }: Work & { readonly promptAbove: PromptAbove },
): void {
  if (uuid !== undefined && survey.find(uuid) !== undefined) {
    bench.change(at, { op: "remove", path: ["uuid"] });
    bench.step("snapshot-id", "{line}: a file snapshot had the uuid of an entry; it needs none.", at);
  }
  const clash = survey.find(messageId);
  if (isUpdate || clash === undefined || clash.type === "user") return;
  const prompt = promptAbove(clash);
  if (prompt?.id === undefined) return;
  bench.change(at, { op: "set", path: ["messageId"], value: prompt.id });
  if (innerMessageId === messageId) bench.change(at, { op: "set", path: ["snapshot", "messageId"], value: prompt.id });
  bench.step(
    "snapshot-id",
    "{line}: a file snapshot had the uuid of an entry that is no prompt; it names its prompt now.",
    at,
  );
}

type PromptAbove = (node: Node) => Node | undefined;

/** Many snapshots may name entries of one long chain: each link of it is passed once. */
function promptsIn({ find }: Survey): PromptAbove {
  const known = new Map<Node, Node | undefined>();
  return (node) => {
    const passed = new Set<Node>();
    let above: Node | undefined = node;
    while (above !== undefined && !passed.has(above) && !known.has(above) && !isPrompt(above)) {
      passed.add(above);
      above = find(above.parent);
    }
    const found = above === undefined || passed.has(above) ? undefined : known.has(above) ? known.get(above) : above;
    for (const one of passed) known.set(one, found);
    return found;
  };
}

const isPrompt = ({ type, results }: Node): boolean => type === "user" && results.length === 0;

type Work = { readonly survey: Survey; readonly bench: Bench };

/** One entry that is gone would make clients forget all that a compaction keeps; what it followed may be gone too. */
function mendPreserved(node: Node, at: number, { survey, bench }: Work): void {
  const compaction = survey.log.compactions.get(node.line);
  const isTorn = survey.view.slice(Math.max(0, at - 3), at).some(({ ghost }) => ghost !== undefined);
  const before = survey.entries[node.index - 1]?.node;
  if (
    isTorn &&
    before?.id !== undefined &&
    compaction?.logicalParent !== undefined &&
    survey.find(compaction.logicalParent) === undefined
  ) {
    bench.change(at, { op: "set", path: ["logicalParentUuid"], value: before.id });
    bench.step(
      "logical-parent",
      "{line}: what the compaction followed is lost; it names the entry before that now.",
      at,
    );
  }
  if (compaction?.preserved?.by !== "list") return;
  const lost = compaction.preserved.ids.filter((id) => survey.find(id) === undefined);
  if (lost.length === 0 || lost.length === compaction.preserved.ids.length) return;
  const list = preservedIn(bench.read(at) ?? {});
  for (const key of ["uuids", "allUuids"]) {
    const ids = list === undefined ? undefined : arrayField(list, key);
    if (ids === undefined) continue;
    const value = ids.filter((id) => typeof id === "string" && survey.find(id) !== undefined);
    if (value.length < ids.length)
      bench.change(at, { op: "set", path: ["compactMetadata", "preservedMessages", key], value });
  }
  bench.step(
    "preserved",
    "{line}: the compaction keeps entries of which some are lost; the others are kept again.",
    at,
  );
}

function preservedIn(raw: JsonObject): JsonObject | undefined {
  const metadata = objectField(raw, "compactMetadata");
  const list = metadata === undefined ? undefined : field(metadata, "preservedMessages");
  return isObject(list) ? list : undefined;
}
