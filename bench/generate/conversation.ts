// A thread -> turns of talk and work until a plan is done: prompts, replies, calls, rewinds, compactions, interruptions.
import { type Errand, agentErrand } from "./agents.ts";
import { apiError } from "./api-error.ts";
import { compact } from "./compaction.ts";
import { decoyText } from "./decoys.ts";
import {
  command,
  interruption,
  localCommand,
  notAsked,
  prompt,
  queuedPrompt,
  shellLine,
  taskNotification,
} from "./prompts.ts";
import { type Block, type Reply, reply } from "./reply.ts";
import { closingLines, openingAttachments, queueLines, requestLines, snapshot } from "./side-lines.ts";
import { type Thread, needleDue, note, oddly } from "./thread.ts";
import { callId, hugeCall, toolCall } from "./tools.ts";
import { needleWord } from "./truth.ts";

export type Plan = { readonly turns: number; readonly bytes?: number; readonly title: string };

export function converse(thread: Thread, plan: Plan): void {
  for (let turn = 0; turn < plan.turns && thread.sink.file.bytes < (plan.bytes ?? Number.MAX_SAFE_INTEGER); turn += 1) {
    if (thread.session.surface === "tui") betweenTurns(thread);
    takeTurn(thread, plan.title);
  }
  killed(thread);
}

function takeTurn(thread: Thread, title: string): void {
  const { session } = thread;
  const { rng, prose } = session;
  const text = prose.talk(rng.int(20, rng.chance(0.05) ? 6000 : 400));
  if (oddly(session, 0.1)) notAsked(thread);
  queueLines(thread, text);
  ask(thread, text);
  if (thread.turns === 1) openingAttachments(thread);
  const hugeChars = session.oddities?.hugeChars ?? 0;
  if (thread.turns === 1 && hugeChars > 0)
    reply(thread, said(thread, [{ kind: "call", call: hugeCall(session, hugeChars) }], "tool_use"));
  const errands = work(thread, 1);
  for (const { agentId, call, description } of errands) {
    taskNotification(thread, {
      taskId: agentId,
      callId: call.id,
      summary: `Agent "${description}" finished`,
      result: prose.talk(rng.int(50, 900)),
    });
    work(thread, 3);
  }
  if (rng.chance(0.01)) apiError(thread);
  if (session.version.keys === "early" && rng.chance(0.02)) dropCall(thread);
  closingLines(thread, { lastPrompt: text, title });
  if (rng.chance(0.03)) compact(thread, prose.talk(rng.int(2000, 9000)), rng.pick(["auto", "manual"]));
}

function ask(thread: Thread, text: string): void {
  const { rng, truth, prose, version } = thread.session;
  if (rng.chance(0.06)) {
    command(thread, rng.pick(["review", "init", "ship-it"]), prose.talk(rng.int(300, 4000)));
    return;
  }
  if (thread.spots.length > 1 && rng.chance(0.06)) rewind(thread);
  if (thread.parent !== null) thread.spots.push(thread.parent);
  const uuid = rng.uuid();
  snapshot(thread, uuid);
  prompt(thread, text, uuid);
  requestLines(thread, text);

  function rewind(back: Thread): void {
    const at = rng.int(0, back.spots.length - 1);
    const spot = back.spots[at];
    if (spot === undefined) return;
    back.spots = back.spots.slice(0, at);
    back.parent = spot;
    truth.branches += 1;
    if (version.attachments === "rendered")
      note(back, { type: "last-prompt", leafUuid: spot, sessionId: back.session.id, explicit: true });
  }
}

/** Rounds until the model is done; returns the agents that still run in the background. */
function work(thread: Thread, depth: number): readonly Errand[] {
  const { rng, version, prose } = thread.session;
  const running: Errand[] = [];
  for (let steps = rng.int(0, 7); steps > 0; steps -= 1) {
    const blocks = [...thinking(thread), ...(rng.chance(0.5) ? [talk(thread, 40, 400)] : [])];
    for (let calls = rng.chance(0.25) ? rng.int(2, 4) : 1; calls > 0; calls -= 1) {
      const errand =
        depth < 3 && rng.chance(depth === 1 ? 0.03 : 0.05) && mayNest(thread, depth)
          ? agentErrand(thread, agentWork, depth)
          : undefined;
      if (errand?.isAsync === true) running.push(errand);
      blocks.push({ kind: "call", call: errand?.call ?? toolCall(thread.session) });
    }
    reply(thread, said(thread, blocks, "tool_use"));
    if (!thread.sidechain && version.keys === "late" && rng.chance(0.02))
      queuedPrompt(thread, prose.talk(rng.int(20, 200)));
  }
  reply(thread, said(thread, [...thinking(thread), talk(thread, 40, 1600)], "end_turn"));
  return running;
}

const mayNest = (thread: Thread, depth: number): boolean =>
  depth === 1 || thread.session.version.agents.place === "nested";

function agentWork(thread: Thread, task: string, depth: number): void {
  prompt(thread, task);
  if (thread.agentId !== undefined) openingAttachments(thread);
  work(thread, depth + 1);
}

function thinking(thread: Thread): readonly Block[] {
  const { rng, prose, version } = thread.session;
  if (!rng.chance(0.4)) return [];
  const signature = `E${rng.base62(rng.int(200, 900))}`;
  // Newer clients keep the signature and drop the words.
  if (version.keys === "late") return [{ kind: "thinking", text: "", signature }];
  const text = prose.talk(rng.int(60, 1200));
  return needleDue(thread.session, thread.sidechain ? "agent" : "thinking")
    ? [{ kind: "thinking", text: `${text} ${needleWord}`, signature, needle: true }]
    : [{ kind: "thinking", text, signature }];
}

function talk(thread: Thread, low: number, high: number): Block {
  const { rng, prose, oddities } = thread.session;
  const text = prose.talk(rng.int(low, high));
  if (needleDue(thread.session, thread.sidechain ? "agent" : "reply"))
    return { kind: "text", text: `${text} ${needleWord}`, needle: true };
  const isDecoyed = oddities !== undefined && oddly(thread.session, 0.01);
  return { kind: "text", text: isDecoyed ? `${text} ${decoyText(oddities.rng)}` : text };
}

function said(thread: Thread, blocks: readonly Block[], stop: Reply["stop"]): Reply {
  const { rng, version, surface } = thread.session;
  const cache = version.keys === "late" && surface === "tui" ? "1h" : "5m";
  const tokens = {
    input: rng.int(1, 40),
    output: rng.int(20, 1500),
    cacheCreate: rng.int(100, 9000),
    cacheRead: rng.int(5000, 160_000),
    cache,
  } as const;
  return { model: rng.pick(version.models), blocks, tokens, stop };
}

function betweenTurns(thread: Thread): void {
  const { rng, prose } = thread.session;
  if (rng.chance(0.03)) localCommand(thread, rng.pick(["cost", "usage", "status"]), prose.output(200));
  if (rng.chance(0.03)) shellLine(thread, `git ${prose.word()}`, prose.output(rng.int(20, 2000)));
}

/** A person stops the model while a tool runs: older clients leave the call without a result. */
function dropCall(thread: Thread): void {
  const { session } = thread;
  const { id, name, input } = { ...toolCall(session), id: callId(session) };
  reply(thread, said(thread, [{ kind: "call", call: { id, name, input } }], "tool_use"));
  interruption(thread);
}

/** The machine went down while a tool ran: the last line is a call. */
function killed(thread: Thread): void {
  const { session } = thread;
  if (!session.rng.chance(0.08)) return;
  const { id, name, input } = toolCall(session);
  reply(thread, said(thread, [{ kind: "call", call: { id, name, input } }], "tool_use"));
}
