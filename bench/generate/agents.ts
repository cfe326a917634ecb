// A call of a sub-agent -> the agent's own log in the place its version uses, and the result the parent sees; agents may start agents.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Call, Outcome } from "./reply.ts";
import { callId } from "./tools.ts";
import { type Session, type Thread, openSessionSink, openThread } from "./thread.ts";

export type Work = (thread: Thread, task: string, depth: number) => void;
export type Errand = {
  readonly call: Call;
  readonly agentId: string;
  readonly description: string;
  readonly isAsync: boolean;
};

/** `work` writes the agent's conversation; `depth` is 1 for an agent of the main thread. */
export function agentErrand(parent: Thread, work: Work, depth: number): Errand {
  const { session } = parent;
  const { version, rng, prose } = session;
  const description = prose.title();
  const task = prose.talk(rng.int(80, 900));
  const agentId = version.agents.digits === 8 ? rng.hex(8) : `a${rng.hex(Math.max(6, version.agents.digits - 1))}`;
  const isAsync = version.attachments === "rendered" && depth === 1 && rng.chance(0.6);
  const id = callId(session);
  const run = (): Outcome => {
    workInPlace(parent, { agentId, task, depth }, work);
    if (version.agents.digits === 17) writeMeta(session, agentId, { description, toolUseId: id, depth });
    if (!isAsync) return completed(session, task, agentId);
    const text = `Async agent launched successfully.\nagentId: ${agentId}`;
    return {
      content: [{ type: "text", text }],
      detail: { isAsync: true, status: "async_launched", agentId, description, prompt: task },
    };
  };
  return {
    call: {
      id,
      name: version.agents.tool,
      input: { description, prompt: task, subagent_type: "general-purpose" },
      run,
    },
    agentId,
    description,
    isAsync,
  };
}

function workInPlace(
  parent: Thread,
  agent: { readonly agentId: string; readonly task: string; readonly depth: number },
  work: Work,
): void {
  const { session } = parent;
  const { agentId, task, depth } = agent;
  const name = `agent-${agentId}.jsonl`;
  switch (session.version.agents.place) {
    case "inline":
      return work(openThread(session, parent.sink, {}), task, depth);
    case "flat":
    case "nested": {
      const folder =
        session.version.agents.place === "flat" ? session.folder : join(session.folder, session.id, "subagents");
      const sink = openSessionSink(session, join(folder, name));
      work(openThread(session, sink, { agentId }), task, depth);
      sink.close({ lastMs: session.clock.ms, newline: session.damage.end(sink) });
      session.truth.agentFiles += 1;
    }
  }
}

function writeMeta(
  session: Session,
  agentId: string,
  about: { readonly description: string; readonly toolUseId: string; readonly depth: number },
): void {
  const { description, toolUseId, depth } = about;
  const newest = {
    isBuiltIn: true,
    launchedWithDefaults: true,
    description,
    toolUseId,
    spawnDepth: depth,
    finished: true,
  };
  const meta = {
    agentType: "general-purpose",
    ...(session.version.attachments === "rendered" ? newest : { description, toolUseId }),
  };
  const folder = join(session.root, session.folder, session.id, "subagents");
  const text = JSON.stringify(meta);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `agent-${agentId}.meta.json`), text, { mode: 0o600 });
  session.truth.sideBytes += text.length;
}

function completed(session: Session, prompt: string, agentId: string): Outcome {
  const content = [{ type: "text", text: session.prose.talk(session.rng.int(100, 1500)) }];
  const totals = {
    totalDurationMs: session.rng.int(10_000, 900_000),
    totalTokens: session.rng.int(2000, 90_000),
    totalToolUseCount: session.rng.int(1, 40),
  };
  return { content, detail: { status: "completed", prompt, agentId, content, ...totals, usage: {} } };
}
