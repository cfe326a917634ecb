// Messages -> what the Messages API would refuse about them, message by message.
import { stringField } from "../../format/index.ts";
import type { RequestMessage } from "./request.ts";

export type Violation = { readonly message: number; readonly problem: string };

type Block = { readonly type: string; readonly id: string; readonly text: string };

export function checkRequest(messages: readonly RequestMessage[]): readonly Violation[] {
  const violations: Violation[] = [];
  const seen = new Set<string>();
  let [before, now]: [Spoken | undefined, Spoken | undefined] = [undefined, undefined];
  let number = 0;
  // Three messages at a time: the outline of a large request would take as much memory as the request.
  for (const after of [...messages.filter(({ role }) => role !== "system"), undefined]) {
    const next = after === undefined ? undefined : spokenOf(after);
    if (now !== undefined) {
      const message = number;
      const say = (problem: string): void => void violations.push({ message, problem });
      if (message === 0 && now.role !== "user") say("the first message is not the user's");
      checkMessage(now, { before, after: next, seen, say });
      number += 1;
    }
    [before, now] = [now, next];
  }
  return violations;
}

type Spoken = { readonly role: RequestMessage["role"]; readonly blocks: readonly Block[] };

type Around = {
  readonly before: Spoken | undefined;
  readonly after: Spoken | undefined;
  readonly seen: Set<string>;
  readonly say: (problem: string) => void;
};

function checkMessage({ role, blocks }: Spoken, { before, after, seen, say }: Around): void {
  const answered = new Set(idsOf(after?.blocks ?? [], "tool_result"));
  const called = new Set(idsOf(before?.blocks ?? [], "tool_use"));
  const results = idsOf(blocks, "tool_result");
  if (blocks.length === 0) say("empty content");
  if (blocks.some((block) => block.type === "text" && block.text.trim() === "")) say("empty text block");
  if (role === "assistant" && blocks.length > 0 && blocks.every(isThinking)) say("nothing but thinking");
  for (const id of idsOf(blocks, "tool_use")) {
    if (seen.has(id)) say(`tool_use ${id} for the second time`);
    seen.add(id);
    if (!answered.has(id)) say(`tool_use ${id} without tool_result in the next message`);
  }
  for (const id of results) if (!called.has(id)) say(`tool_result ${id} without tool_use in the message before`);
  if (new Set(results).size !== results.length) say("two results for one call");
}

const spokenOf = (message: RequestMessage): Spoken => ({ role: message.role, blocks: blocksOf(message) });

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
