// Plain words and calls of an invented session -> its log, in the shapes of a client version; draws only ids and seconds.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compact } from "../bench/generate/compaction.ts";
import { noDamage } from "../bench/generate/damage.ts";
import type { Json, JsonObject } from "../bench/generate/json.ts";
import type { Prose } from "../bench/generate/prose.ts";
import { prompt } from "../bench/generate/prompts.ts";
import { type Block, type Outcome, reply } from "../bench/generate/reply.ts";
import { createRng } from "../bench/generate/rng.ts";
import { openSink } from "../bench/generate/sink.ts";
import { type Session, type Thread, emit, note, openThread, stamp } from "../bench/generate/thread.ts";
import { slugOf } from "../bench/generate/tree.ts";
import { emptyTruth } from "../bench/generate/truth.ts";
import { versions } from "../bench/generate/versions.ts";

export type Scene = {
  readonly cwd: string;
  readonly version: string;
  readonly start: string;
  readonly seed: number;
  readonly gitBranch?: string;
};

export type Line =
  | { readonly think: string }
  | { readonly say: string }
  | {
      readonly call: string;
      readonly input: JsonObject;
      readonly gives?: string;
      readonly fails?: string;
      readonly detail?: Json;
      readonly agent?: Errand;
    };

export type Errand = { readonly description: string; readonly task: string; readonly play: (agent: Stage) => void };

export type Stage = {
  readonly thread: Thread;
  readonly ask: (text: string) => string;
  /** One message of the model: its blocks, and the results of its calls. */
  readonly answer: (...lines: readonly Line[]) => void;
  readonly endTurn: (about: { readonly title: string }) => void;
  readonly wait: (minutes: number) => void;
  /** The next prompt hangs off what stood before this one. */
  readonly rewindTo: (promptUuid: string) => void;
  readonly compact: (summary: string) => void;
  readonly note: (entry: JsonObject) => void;
  readonly close: () => void;
};

// The demo's words are all written by hand: whatever asks for woven text is a mistake.
const noProse = (): never => {
  throw new Error("the demo weaves no text");
};
const prose: Prose = { talk: noProse, code: noProse, output: noProse, title: noProse, word: noProse };

export function openStage(root: string, scene: Scene): Stage {
  const version = versions.find((known) => known.version === scene.version);
  if (version === undefined) throw new Error(`no such version: ${scene.version}`);
  const rng = createRng(scene.seed);
  const session: Session = {
    root,
    folder: join("projects", slugOf(scene.cwd)),
    id: rng.uuid(),
    cwd: scene.cwd,
    gitBranch: scene.gitBranch ?? "main",
    version,
    surface: "tui",
    rng,
    prose,
    truth: emptyTruth(scene.seed),
    damage: noDamage,
    clock: { ms: Date.parse(scene.start) },
  };
  return stageOf(openThread(session, openSink(root, join(session.folder, `${session.id}.jsonl`), session.truth)));
}

function stageOf(thread: Thread): Stage {
  const { session } = thread;
  const before = new Map<string, string>();
  let lastPrompt = "";
  return {
    thread,
    ask: (text) => {
      const { parent } = thread;
      lastPrompt = text;
      const uuid = prompt(thread, text);
      if (parent !== null) before.set(uuid, parent);
      return uuid;
    },
    answer: (...lines) => {
      const calls = lines.some((line) => "call" in line);
      const words = JSON.stringify(lines).length;
      const tokens = {
        input: 4,
        output: Math.ceil(words / 4),
        cacheCreate: Math.ceil(words / 3),
        cacheRead: 14_000 + Math.ceil(thread.sink.file.bytes / 6),
        cache: "1h",
      } as const;
      reply(thread, {
        model: session.version.models[0] ?? "",
        blocks: lines.map((line) => blockOf(thread, line)),
        tokens,
        stop: calls ? "tool_use" : "end_turn",
      });
    },
    endTurn: ({ title }) => {
      const { uuid, timestamp } = stamp(thread);
      const sessionId = session.id;
      if (session.version.keys === "early") return;
      emit(thread, {
        type: "system",
        subtype: "turn_duration",
        durationMs: 48_000,
        messageCount: 9,
        timestamp,
        uuid,
        isMeta: false,
      });
      note(thread, { type: "last-prompt", lastPrompt: lastPrompt.slice(0, 200), leafUuid: thread.parent, sessionId });
      note(thread, { type: "ai-title", aiTitle: title, sessionId });
      note(thread, { type: "mode", mode: "normal", sessionId });
      note(thread, { type: "permission-mode", permissionMode: "default", sessionId });
    },
    wait: (minutes) => {
      session.clock.ms += minutes * 60_000;
    },
    rewindTo: (promptUuid) => {
      thread.parent = before.get(promptUuid) ?? null;
      note(thread, { type: "last-prompt", leafUuid: thread.parent, sessionId: session.id, explicit: true });
    },
    compact: (summary) => compact(thread, summary, "auto"),
    note: (entry) => note(thread, { ...entry, sessionId: session.id }),
    close: () => thread.sink.close({ lastMs: session.clock.ms, newline: "final" }),
  };
}

function blockOf(thread: Thread, line: Line): Block {
  const { rng } = thread.session;
  if ("think" in line) return { kind: "thinking", text: line.think, signature: `E${rng.base62(240)}` };
  if ("say" in line) return { kind: "text", text: line.say };
  const call = { id: `toolu_01${rng.base62(22)}`, name: line.call, input: line.input };
  const { agent, gives, fails, detail } = line;
  if (agent !== undefined) return { kind: "call", call: { ...call, run: () => runAgent(thread, call.id, agent) } };
  if (fails !== undefined)
    return { kind: "call", call: { ...call, run: () => ({ content: fails, detail: `Error: ${fails}`, error: true }) } };
  if (gives === undefined) return { kind: "call", call };
  return {
    kind: "call",
    call: {
      ...call,
      run: () => ({
        content: gives,
        detail: detail ?? { stdout: gives, stderr: "", interrupted: false, isImage: false },
      }),
    },
  };
}

function runAgent(parent: Thread, toolUseId: string, errand: Errand): Outcome {
  const { session } = parent;
  const agentId = `a${session.rng.hex(16)}`;
  const folder = join(session.folder, session.id, "subagents");
  const agent = stageOf(
    openThread(session, openSink(session.root, join(folder, `agent-${agentId}.jsonl`), session.truth), { agentId }),
  );
  let report = "";
  agent.ask(errand.task);
  errand.play({
    ...agent,
    answer: (...lines) => {
      for (const line of lines) if ("say" in line) report = line.say;
      agent.answer(...lines);
    },
  });
  agent.close();
  mkdirSync(join(session.root, folder), { recursive: true });
  const meta = { agentType: "Explore", description: errand.description, toolUseId };
  writeFileSync(join(session.root, folder, `agent-${agentId}.meta.json`), JSON.stringify(meta), { mode: 0o600 });
  const content = [{ type: "text", text: report }];
  const totals = { totalDurationMs: 41_200, totalTokens: 9120, totalToolUseCount: 2 };
  return { content, detail: { status: "completed", prompt: errand.task, agentId, content, ...totals, usage: {} } };
}
