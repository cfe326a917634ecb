// Messages -> what the Messages API would refuse about them, message by message.
import { stringField } from "../../format/index.ts";
import type { RequestMessage } from "./request.ts";

export type Violation = { readonly message: number; readonly problem: string };

type Block = { readonly type: string; readonly id: string; readonly text: string };

export function checkRequest(messages: readonly RequestMessage[]): readonly Violation[] {
  const spoken = messages
    .filter((message) => message.role !== "system")
    .map((message) => ({ role: message.role, blocks: blocksOf(message) }));
  const violations: Violation[] = [];
  const seen = new Set<string>();
  if (spoken.length > 0 && spoken[0]?.role !== "user")
    violations.push({ message: 0, problem: "the first message is not the user's" });
  spoken.forEach(({ role, blocks }, message) => {
    const say = (problem: string): void => void violations.push({ message, problem });
    const after = idsOf(spoken[message + 1]?.blocks ?? [], "tool_result");
    const before = idsOf(spoken[message - 1]?.blocks ?? [], "tool_use");
    const results = idsOf(blocks, "tool_result");
    if (blocks.length === 0) say("empty content");
    if (blocks.some((block) => block.type === "text" && block.text.trim() === "")) say("empty text block");
    if (role === "assistant" && blocks.length > 0 && blocks.every(isThinking)) say("nothing but thinking");
    for (const id of idsOf(blocks, "tool_use")) {
      if (seen.has(id)) say(`tool_use ${id} for the second time`);
      seen.add(id);
      if (!after.includes(id)) say(`tool_use ${id} without tool_result in the next message`);
    }
    for (const id of results) if (!before.includes(id)) say(`tool_result ${id} without tool_use in the message before`);
    if (new Set(results).size !== results.length) say("two results for one call");
  });
  return violations;
}

const isThinking = (block: Block): boolean => block.type === "thinking" || block.type === "redacted_thinking";
const idsOf = (blocks: readonly Block[], type: string): readonly string[] =>
  blocks.filter((block) => block.type === type).map((block) => block.id);

function blocksOf({ content }: RequestMessage): readonly Block[] {
  if (typeof content === "string") return [{ type: "text", id: "", text: content }];
  return content.map((block) => {
    const type = stringField(block, "type") ?? "";
    // A result may carry an id of its own, too: its call's is the one that counts.
    const id = stringField(block, type === "tool_result" ? "tool_use_id" : "id") ?? "";
    return { type, id, text: stringField(block, "text") ?? "" };
  });
}
