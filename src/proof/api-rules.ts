// Messages as sent -> what the Messages API would refuse in them, in words; changes nothing.
import { blocksOf, stringField } from "../format/index.ts";
import type { Block, JsonObject } from "../format/index.ts";

export function apiViolations(messages: readonly JsonObject[]): readonly string[] {
  const spoken = messages.filter((message) => stringField(message, "role") !== "system");
  const [first] = spoken;
  if (first === undefined) return ["there are no messages"];
  const blocks = spoken.map((message) => blocksOf(message["content"]));
  const seen = new Set<string>();
  const faults = blocks.flatMap((own, at) => {
    const calls = callFaults(own, blocks[at + 1] ?? [], seen);
    const found = [...contentFaults(own), ...calls, ...resultFaults(own, blocks[at - 1] ?? [])];
    return found.map((fault) => `messages.${at}: ${fault}`);
  });
  return stringField(first, "role") === "user" ? faults : ["the first message is not the user's", ...faults];
}

type Blocks = readonly Block[];

function contentFaults(own: Blocks): readonly string[] {
  if (own.length === 0) return ["no content"];
  return own.some((block) => block.type === "text" && block.text.trim() === "") ? ["a text block is blank"] : [];
}

function callFaults(own: Blocks, next: Blocks, seen: Set<string>): readonly string[] {
  const answered = new Set(resultIds(next));
  return callIds(own).flatMap((id) => {
    const again = seen.has(id) ? [`tool_use ${id} was used before`] : [];
    seen.add(id);
    return answered.has(id) ? again : [...again, `tool_use ${id} has no result in the next message`];
  });
}

function resultFaults(own: Blocks, previous: Blocks): readonly string[] {
  const called = new Set(callIds(previous));
  const ids = resultIds(own);
  const orphans = ids.filter((id) => !called.has(id)).map((id) => `tool_result ${id} has no call in the previous message`);
  const twice = ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `tool_result ${id} is given twice`);
  return [...orphans, ...twice];
}

const callIds = (blocks: Blocks): readonly string[] =>
  blocks.flatMap((block) => (block.type === "tool_use" ? [block.id ?? ""] : []));

const resultIds = (blocks: Blocks): readonly string[] =>
  blocks.flatMap((block) => (block.type === "tool_result" ? [block.callId ?? ""] : []));
