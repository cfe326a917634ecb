// A thread and a text -> the user lines that a client writes for prompts, commands, shell lines, notifications and interruptions.
import type { Json, JsonObject } from "./json.ts";
import { type Thread, emit, note, stamp, tick } from "./thread.ts";

/** A person's or a program's prompt; `known` is its uuid where a line before already named it. Returns the uuid. */
export function prompt(thread: Thread, text: string, known?: string): string {
  const { session } = thread;
  const { uuid, timestamp } = stamp(thread);
  const at = { uuid: known ?? uuid, timestamp };
  startTurn(thread);
  if (!thread.sidechain) session.truth.turns[session.surface === "sdk" ? "sdk" : "typed"] += 1;
  return emit(
    thread,
    { type: "user", message: { role: "user", content: text }, ...at, ...promptKeys(thread) },
    { promptId: thread.promptId },
  );
}

/** `/name args`, a command that expands into a prompt: the line people see, then its body. */
export function command(thread: Thread, name: string, body: string): string {
  startTurn(thread);
  thread.session.truth.turns.command += 1;
  const content = `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>--all</command-args>`;
  const uuid = user(thread, content, {});
  user(thread, [{ type: "text", text: body }], { isMeta: true });
  return uuid;
}

/** `/cost` and the like: nothing is asked of the model. */
export function localCommand(thread: Thread, name: string, output: string): void {
  user(thread, "<local-command-caveat>The messages below come from local commands.</local-command-caveat>", {
    isMeta: true,
  });
  user(
    thread,
    `<command-name>/${name}</command-name>\n            <command-message>${name}</command-message>\n            <command-args></command-args>`,
    {},
  );
  const content = `<local-command-stdout>${output}</local-command-stdout>`;
  if (thread.session.version.keys === "early") user(thread, content, {});
  else {
    const { uuid, timestamp } = stamp(thread);
    emit(thread, { type: "system", subtype: "local_command", content, level: "info", timestamp, uuid, isMeta: false });
  }
}

/** `!command` typed by a person. */
export function shellLine(thread: Thread, line: string, output: string): void {
  user(thread, `<bash-input>${line}</bash-input>`, {});
  user(thread, `<bash-stdout>${output}</bash-stdout><bash-stderr></bash-stderr>`, {});
}

/** A prompt typed while the model worked, which the client hands over in the middle of the turn. */
export function queuedPrompt(thread: Thread, text: string): void {
  const { session } = thread;
  const sessionId = session.id;
  note(thread, {
    type: "queue-operation",
    operation: "enqueue",
    timestamp: tick(session, 5, 900),
    sessionId,
    content: text,
  });
  const attachment = { type: "queued_command", prompt: text, commandMode: "prompt" };
  const at = stamp(thread);
  emit(thread, {
    attachment,
    type: "attachment",
    ...at,
    ...rendered(thread, `The user sent a new message while you were working:\n${text}`, "user"),
  });
  note(thread, { type: "queue-operation", operation: "remove", timestamp: at.timestamp, sessionId });
  session.truth.turns.queued += 1;
}

export type Notice = {
  readonly taskId: string;
  readonly callId: string;
  readonly summary: string;
  readonly result: string;
};

/** A background agent has finished: the client prompts itself. */
export function taskNotification(thread: Thread, notice: Notice): void {
  const content =
    `<task-notification>\n<task-id>${notice.taskId}</task-id>\n<tool-use-id>${notice.callId}</tool-use-id>\n<status>completed</status>\n` +
    `<summary>${notice.summary}</summary>\n<result>${notice.result}</result>\n</task-notification>`;
  const { session } = thread;
  note(thread, {
    type: "queue-operation",
    operation: "enqueue",
    timestamp: tick(session, 5, 900),
    sessionId: session.id,
    content,
  });
  note(thread, {
    type: "queue-operation",
    operation: "dequeue",
    timestamp: tick(session, 5, 90),
    sessionId: session.id,
  });
  thread.turns += 1;
  user(thread, content, {
    permissionMode: "default",
    origin: { kind: "task-notification", producer: "session-task", runId: `0${session.rng.hex(8)}` },
    promptSource: "system",
    ...(session.version.attachments === "rendered"
      ? { turnOrigin: "task_notification", turnPosition: position(thread) }
      : {}),
    queueSkipAttachments: true,
  });
}

export function interruption(thread: Thread): void {
  user(thread, [{ type: "text", text: "[Request interrupted by user for tool use]" }], {});
}

/** Any other user line. */
export function user(thread: Thread, content: Json, keys: JsonObject): string {
  const { isMeta, isVisibleInTranscriptOnly, isCompactSummary, ...rest } = keys;
  const at = stamp(thread);
  const body = {
    type: "user",
    message: { role: "user", content },
    isMeta,
    isVisibleInTranscriptOnly,
    isCompactSummary,
    ...at,
    ...rest,
  };
  return emit(thread, body, { promptId: thread.promptId });
}

/** 2.1.325 stores with each attachment the text that was sent. */
export function rendered(thread: Thread, text: string, role: "system" | "user"): JsonObject {
  if (thread.session.version.attachments !== "rendered") return {};
  return { rendered: [{ content: `<system-reminder>\n${text}\n</system-reminder>` }], renderedRole: role };
}

function startTurn(thread: Thread): void {
  thread.promptId = thread.session.rng.uuid();
  thread.turns += 1;
  if (thread.turns > 1) thread.prompts += 1;
}

const position = (thread: Thread): JsonObject => ({ promptIndex: thread.prompts, turnIndex: thread.turns });

function promptKeys(thread: Thread): JsonObject {
  const { version, surface } = thread.session;
  if (thread.sidechain || version.chain === "linear") return {};
  if (version.keys === "early") return { permissionMode: "default" };
  const source = { permissionMode: "default", promptSource: surface === "sdk" ? "sdk" : "typed" };
  if (version.attachments !== "rendered") return source;
  return { ...source, turnOrigin: surface === "sdk" ? "sdk" : "human", turnPosition: position(thread) };
}
