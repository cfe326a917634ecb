// A thread -> the lines beside the talk: queue, snapshots, attachments, titles, modes, state, durations; none of them is a message.
import type { JsonObject } from "./json.ts";
import { rendered } from "./prompts.ts";
import { type Thread, emit, note, stamp, tick } from "./thread.ts";

/** Before each prompt of a program: it went through the queue. */
export function queueLines(thread: Thread, content: string): void {
  const { session } = thread;
  const sessionId = session.id;
  if (session.surface !== "sdk") return;
  switch (session.version.queue) {
    case "none":
      return;
    case "both": {
      const timestamp = tick(session, 5, 90);
      const enqueue =
        session.version.keys === "early" ? { timestamp, content, sessionId } : { timestamp, sessionId, content };
      note(thread, { type: "queue-operation", operation: "enqueue", ...enqueue });
      break;
    }
    case "dequeue":
      break;
  }
  note(thread, { type: "queue-operation", operation: "dequeue", timestamp: tick(session, 1, 9), sessionId });
}

/** Before each prompt of a person: what the files were then. */
export function snapshot(thread: Thread, messageId: string): void {
  const { session } = thread;
  if (session.surface !== "tui" || session.version.version.startsWith("1.")) return;
  const timestamp = tick(session, 1, 9);
  const version = session.rng.int(1, 9);
  const backup = { backupFileName: `${session.rng.hex(16)}@v${version}`, version, backupTime: timestamp };
  const trackedFileBackups = session.rng.chance(0.5) ? {} : { [`src/${session.prose.word()}.ts`]: backup };
  note(thread, {
    type: "file-history-snapshot",
    messageId,
    snapshot: { messageId, trackedFileBackups, timestamp },
    isSnapshotUpdate: false,
  });
}

/** Behind the first prompt of newer clients: what the model is told about its surroundings. */
export function openingAttachments(thread: Thread): void {
  const { session } = thread;
  if (session.version.attachments === "none") return;
  const skills = session.prose.talk(2500);
  attach(
    thread,
    { type: "skill_listing", content: skills, skillCount: 9, isInitial: true },
    `The following skills are available:\n${skills}`,
  );
  if (session.version.attachments !== "rendered") return;
  const date = new Date(session.clock.ms).toISOString().slice(0, 10);
  attach(
    thread,
    {
      type: "environment",
      snapshot: { workingDirectory: session.cwd, isGitRepo: true, platform: "linux", shell: "bash" },
    },
    `# Environment\n - ${session.cwd}`,
  );
  attach(thread, { type: "date", date }, `Today's date is ${date}.`);
  const systemPrompt = [session.prose.talk(6000), session.prose.talk(3000)];
  attach(thread, { type: "prompt_snapshot", systemPrompt, reminderFold: false }, undefined);
  const shapeHash = session.rng.hex(64);
  const system = systemPrompt.map((text) => ({ type: "text", text }));
  const tools = ["Bash", "Read", "Edit", "Write"].map((name) => ({
    name,
    description: session.prose.talk(2000),
    input_schema: { type: "object" },
  }));
  const shape = { system, tools };
  note(thread, {
    type: "api-request-shape",
    sessionId: session.id,
    agentId: thread.agentId,
    shapeHash,
    timestamp: tick(session, 1, 9),
    version: session.version.version,
    shape,
  });
}

export function attach(thread: Thread, attachment: JsonObject, text: string | undefined): void {
  emit(
    thread,
    {
      attachment,
      type: "attachment",
      ...stamp(thread),
      ...(text === undefined ? {} : rendered(thread, text, "system")),
    },
    { fragile: true },
  );
}

/** 2.1.325 stores each request again as hashes and blobs. */
export function requestLines(thread: Thread, text: string): void {
  const { session } = thread;
  if (session.version.attachments !== "rendered") return;
  const { rng } = session;
  const hash = rng.hex(64);
  const scope = { sessionId: session.id, agentId: thread.agentId };
  note(thread, {
    type: "api-request-blob",
    ...scope,
    hash,
    message: { role: "user", content: [{ type: "text", text }] },
  });
  const params = { model: session.version.models[0], max_tokens: 64_000 };
  note(thread, {
    type: "api-request",
    ...scope,
    id: rng.uuid(),
    timestamp: tick(session, 1, 9),
    version: session.version.version,
    querySource: "sdk",
    shapeHash: rng.hex(64),
    params,
    keep: 0,
    tail: [hash],
  });
}

/** What a client adds when a turn is over. */
export function closingLines(thread: Thread, turn: { readonly lastPrompt: string; readonly title: string }): void {
  const { session } = thread;
  const { version, rng } = session;
  const sessionId = session.id;
  if (session.surface === "tui" && version.version.startsWith("2.1.")) {
    const { uuid, timestamp } = stamp(thread);
    const duration =
      version.keys === "early"
        ? { durationMs: rng.int(2000, 600_000) }
        : { durationMs: rng.int(2000, 600_000), messageCount: rng.int(3, 90) };
    emit(
      thread,
      { type: "system", subtype: "turn_duration", ...duration, timestamp, uuid, isMeta: false },
      { fragile: true },
    );
  }
  if (version.keys === "early") return;
  const leafUuid = thread.parent;
  note(thread, { type: "last-prompt", lastPrompt: turn.lastPrompt.slice(0, 200), leafUuid, sessionId });
  if (session.surface === "tui") {
    note(thread, { type: "ai-title", aiTitle: turn.title, sessionId });
    note(thread, { type: "mode", mode: "normal", sessionId });
    note(thread, { type: "permission-mode", permissionMode: "default", sessionId });
  }
  if (version.attachments !== "rendered") return;
  note(thread, { type: "tools-used", tools: ["Bash", "Read", "Edit"], sessionId });
  note(thread, {
    type: "cost-state",
    sessionId,
    totalCostUSD: rng.int(1, 900) / 100,
    totalAPIDuration: rng.int(900, 90_000),
    totalLinesAdded: rng.int(0, 900),
    totalLinesRemoved: rng.int(0, 900),
    modelUsage: {},
    hasUnknownModelCost: false,
  });
}

/** The title a session ends with, by version. */
export function titleLine(thread: Thread, title: string): void {
  const sessionId = thread.session.id;
  switch (thread.session.version.titles) {
    case "summary":
      return note(thread, { type: "summary", summary: title, leafUuid: thread.parent });
    case "custom":
      return note(thread, { type: "custom-title", customTitle: title, sessionId });
    case "ai":
      note(thread, { type: "custom-title", customTitle: title, sessionId });
      return note(thread, { type: "agent-name", agentName: title, sessionId });
  }
}
