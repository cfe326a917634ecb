// Blocks of one model message -> one line per block and the results of its calls, chained as the version chains them.
import type { Json, JsonObject } from "./json.ts";
import { type Session, type Thread, emit, oddly, stamp, tick } from "./thread.ts";
import { type NeedlePlace, add, addCall, addError } from "./truth.ts";
import { type LineUsage, type Tokens, type UsageCourse, countTokens, lineUsages, usageObject } from "./usage.ts";

export type Outcome = {
  readonly content: Json;
  /** What the client keeps for itself beside the result. */
  readonly detail: Json;
  readonly error?: true;
  readonly needle?: "result" | "hidden" | undefined;
};

export type Call = {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  /** Runs the tool; absent when the session ended before it answered. */
  readonly run?: () => Outcome;
  readonly needle?: true | undefined;
};

export type Block =
  | { readonly kind: "thinking"; readonly text: string; readonly signature: string; readonly needle?: true }
  | { readonly kind: "text"; readonly text: string; readonly needle?: true }
  | { readonly kind: "call"; readonly call: Call };

export type Reply = {
  readonly model: string;
  readonly blocks: readonly Block[];
  readonly tokens: Tokens;
  readonly stop: "end_turn" | "tool_use";
};

type Asked = { readonly call: Call; readonly uuid: string };
type Message = {
  readonly reply: Reply;
  readonly id: string | undefined;
  readonly requestId: string;
  readonly requestRef: string;
};

export function reply(thread: Thread, said: Reply): void {
  const { session } = thread;
  const { rng, truth, version } = session;
  const message = {
    reply: said,
    id: isIdless(session, said) ? undefined : `msg_01${rng.base62(22)}`,
    requestId: `req_011${rng.base62(21)}`,
    requestRef: rng.uuid(),
  };
  const lines = said.blocks.map(({ kind }) => (kind === "thinking" ? "thinking" : "other"));
  const usages = lineUsages(version, said.tokens, { lines, rng, course: courseOf(session) });
  truth.apiMessages += 1;
  if (message.id === undefined) truth.idlessMessages += 1;
  add(truth.models, said.model);
  countTokens(truth, said.tokens, usages);

  thread.round = [];
  let waiting: Asked[] = [];
  said.blocks.forEach((block, index) => {
    const usage = usages[index];
    if (usage === undefined) throw new RangeError("a block without usage");
    const uuid = blockLine(thread, message, { block, index, usage });
    if (block.kind !== "call") return;
    addCall(truth, block.call.name);
    if (block.call.run === undefined) truth.orphanCalls += 1;
    else waiting.push({ call: block.call, uuid });
    // The newest clients start a tool while the model still writes, so its result may stand between two blocks.
    if (version.keys === "late" && rng.chance(0.4)) {
      for (const asked of waiting) resultLine(thread, asked);
      waiting = [];
    }
  });
  // Results stand in the order in which the tools finished, not in that of the calls.
  if (rng.chance(0.5)) waiting.reverse();
  for (const asked of waiting) resultLine(thread, asked);
}

/** Other writers leave the id out; then each line is a message of its own, so there is only one. */
function isIdless(session: Session, said: Reply): boolean {
  if (session.oddities === undefined || said.blocks.length !== 1) return false;
  return session.truth.idlessMessages === 0 || oddly(session, 0.01);
}

function courseOf(session: Session): UsageCourse {
  return oddly(session, 0.06) ? (session.oddities?.rng.pick(["growing", "peak", "tie"] as const) ?? "plain") : "plain";
}

function blockLine(
  thread: Thread,
  message: Message,
  part: { readonly block: Block; readonly index: number; readonly usage: LineUsage },
): string {
  const { version, rng } = thread.session;
  const { block, index, usage } = part;
  const { reply: said, id, requestId } = message;
  const names = version.version.startsWith("1.")
    ? { id, type: "message", role: "assistant", model: said.model }
    : { model: said.model, id, type: "message", role: "assistant" };
  const body = {
    ...names,
    content: [contentBlock(block)],
    stop_reason: usage.final ? said.stop : null,
    stop_sequence: null,
    stop_details: version.version === "2.1.150" ? null : undefined,
    usage: usageObject(version, said.tokens, usage),
  };
  // A thinking line is never the only line of its message, nor the one with the greatest figure.
  const place = {
    ...(block.kind === "thinking" ? ({ fragile: true } as const) : {}),
    needle: needlePlace(thread, block),
  };
  const at = stamp(thread);
  if (version.attachments !== "rendered")
    return emit(thread, { message: body, requestId, type: "assistant", ...at }, place);
  const line = {
    message: { ...body, stop_details: null },
    ...(block.kind === "thinking" ? { thinkingDurationMs: rng.int(90, 9000), thinkingDisplay: "summarized" } : {}),
    ...(block.kind === "call" ? { toolInputStreamMs: rng.int(1, 900) } : {}),
    apiBlockIndex: index,
    requestId,
    requestRef: message.requestRef,
    requestedModel: said.model,
    promptCacheRequested: said.tokens.cache,
    attributionAgent: thread.agentId === undefined ? undefined : "general-purpose",
    type: "assistant",
    ...at,
    effort: "medium",
    perTurnEffort: "medium",
    madeBy: "model",
  };
  return emit(thread, line, place);
}

function needlePlace(thread: Thread, block: Block): NeedlePlace | undefined {
  const isPlanted = block.kind === "call" ? block.call.needle : block.needle;
  if (isPlanted !== true) return undefined;
  if (thread.sidechain) return "agent";
  return block.kind === "text" ? "reply" : block.kind;
}

function contentBlock(block: Block): JsonObject {
  switch (block.kind) {
    case "thinking":
      return { type: "thinking", thinking: block.text, signature: block.signature };
    case "text":
      return { type: "text", text: block.text };
    case "call":
      return { type: "tool_use", id: block.call.id, name: block.call.name, input: block.call.input };
  }
}

function resultLine(thread: Thread, asked: Asked): void {
  const { version, truth } = thread.session;
  const outcome = asked.call.run?.();
  if (outcome === undefined) return;
  if (version.progress === "chained") progressLines(thread, asked);
  truth.results += 1;
  if (outcome.error) addError(truth, asked.call.name);
  const tree = version.chain === "tree";
  const body = {
    type: "user",
    message: { role: "user", content: [resultBlock(asked.call, outcome)] },
    ...stamp(thread),
    toolUseResult: tree && thread.sidechain ? undefined : outcome.detail,
    sourceToolAssistantUUID: tree ? asked.uuid : undefined,
    permissionDecision:
      version.attachments === "rendered" ? { decision: "accept", source: "config", reasonType: "mode" } : undefined,
  };
  // Agents' results keep no detail, so nothing is hidden in them.
  const isHidden = outcome.needle === "hidden";
  const needle = isHidden && body.toolUseResult === undefined ? undefined : outcome.needle;
  const found = needle === "result" && thread.sidechain ? "agent" : needle;
  emit(thread, body, { promptId: thread.promptId, needle: found, ...(tree ? { parent: asked.uuid } : {}) });
}

function resultBlock(call: Call, outcome: Outcome): JsonObject {
  if (outcome.error) return { type: "tool_result", content: outcome.content, is_error: true, tool_use_id: call.id };
  return {
    tool_use_id: call.id,
    type: "tool_result",
    content: outcome.content,
    is_error: call.name === "Bash" ? false : undefined,
  };
}

// 2.1.29 and 2.1.45 put progress lines into the chain: whoever drops them cuts it.
function progressLines(thread: Thread, asked: Asked): void {
  const { rng, prose } = thread.session;
  const parentToolUseID = asked.call.id;
  if (rng.chance(0.3)) {
    const data = {
      type: "hook_progress",
      hookEvent: "PreToolUse",
      hookName: `PreToolUse:${asked.call.name}`,
      command: "hooks/check.sh",
    };
    const uuid = rng.uuid();
    const timestamp = tick(thread.session, 1, 50);
    emit(
      thread,
      { type: "progress", data, parentToolUseID, toolUseID: parentToolUseID, timestamp, uuid },
      { parent: asked.uuid, fragile: true },
    );
  }
  if (asked.call.name !== "Bash" || !rng.chance(0.3)) return;
  for (let count = rng.int(1, 4), second = 2; count > 0; count -= 1, second += rng.int(1, 4)) {
    const output = prose.output(rng.int(40, 400));
    const data = {
      type: "bash_progress",
      output,
      fullOutput: output,
      elapsedTimeSeconds: second,
      totalLines: rng.int(1, 90),
      timeoutMs: 120_000,
    };
    emit(
      thread,
      { type: "progress", data, toolUseID: `bash-progress-${second}`, parentToolUseID, ...stamp(thread) },
      { fragile: true },
    );
  }
}
