// A thread and a text -> the user lines that a client writes for prompts, commands, shell lines, notifications and interruptions.
import type { Json, JsonObject } from "./json.ts";
import { decoyText } from "./decoys.ts";
import { type Thread, emit, needleDue, note, oddly, stamp, tick } from "./thread.ts";
import { addPrompt, needleWord } from "./truth.ts";

/** A person's or a program's prompt; `known` is its uuid where a line before already named it. Returns the uuid. */
export function prompt(thread: Thread, text: string, known?: string): string {
  const { session } = thread;
  const { uuid, timestamp } = stamp(thread);
  const at = { uuid: known ?? uuid, timestamp };
  startTurn(thread);
  if (!thread.sidechain) addPrompt(session.truth, session.surface === "sdk" ? "sdk" : "typed");
  // Only where no other line repeats the words of the prompt.
  const isAlone = session.surface === "tui" && session.version.attachments !== "rendered" && text.length > 200;
  const needle = isAlone && !thread.sidechain && needleDue(session, "prompt") ? "prompt" : undefined;
  const content = promptContent(thread, needle === undefined ? text : `${text} ${needleWord}`);
  const isAnonymous = session.kept === undefined && !thread.sidechain && oddly(session, 0.01);
  return emit(
    thread,
    { type: "user", message: { role: "user", content }, ...at, ...promptKeys(thread) },
    { promptId: thread.promptId, needle, ...(isAnonymous ? { anonymous: true } : {}) },
  );
}

/** A prompt is a string, or an array with what the editor or the clipboard added. */
function promptContent(thread: Thread, text: string): Json {
  const { session } = thread;
  if (session.oddities === undefined || thread.sidechain || !oddly(session, 0.12)) return text;
  const { rng } = session.oddities;
  const block = { type: "text", text };
  const source = { type: "base64", media_type: "image/png", data: rng.base62(800) };
  return rng.pick<Json>([
    [block],
    [{ type: "image", source }, block],
    [{ type: "text", text: "<ide_opened_file>The user opened the file src/a.ts.</ide_opened_file>" }, block],
    `<ide_selection>lines 3 to 9 of src/a.ts</ide_selection>\n${text}`,
    `${text}\n${decoyText(rng)}`,
  ]);
}

/** User lines that nobody typed. */
export function notAsked(thread: Thread): void {
  const { oddities, prose, truth } = thread.session;
  if (oddities === undefined) return;
  const { rng } = oddities;
  const lines: readonly (() => void)[] = [
    () => user(thread, `<teammate-message teammate_id="weaver">\n${prose.talk(200)}\n</teammate-message>`, {}),
    () => {
      user(thread, "<command-message>gone</command-message>\n<command-name>/gone</command-name>", {});
      user(thread, "<local-command-stdout>Unknown skill: gone</local-command-stdout>", {});
    },
    () => user(thread, `${prose.talk(120)} ${decoyText(rng)}`, { isMeta: true }),
    () => user(thread, [{ type: "text", text: "[Request interrupted by user]" }], {}),
    () => queuedNotice(thread),
    () => orphanResult(thread),
  ];
  lines[truth.unasked % lines.length]?.();
  truth.unasked += 1;
}

/** The queue also holds what the client tells itself. */
function queuedNotice(thread: Thread): void {
  const prompt = "<task-notification>\n<task-id>b1</task-id>\n</task-notification>";
  const attachment = { type: "queued_command", prompt, commandMode: "task-notification" };
  emit(thread, { attachment, type: "attachment", ...stamp(thread) });
}

/** A result whose call stands nowhere. */
function orphanResult(thread: Thread): void {
  const { rng, truth } = thread.session;
  const tool_use_id = `toolu_01${rng.base62(22)}`;
  user(thread, [{ type: "tool_result", tool_use_id, content: "lost", is_error: true }], {});
  truth.results += 1;
  truth.orphanResults += 1;
}

/** `/name args`, a command that expands into a prompt: the line people see, then its body. */
export function command(thread: Thread, name: string, body: string): string {
  startTurn(thread);
  addPrompt(thread.session.truth, "command");
  const content = `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>--all</command-args>`;
  const uuid = user(thread, content, {});
  const needle = needleDue(thread.session, "note") ? "note" : undefined;
  const text = needle === undefined ? body : `${body} ${needleWord}`;
  user(thread, [{ type: "text", text }], { isMeta: true, ...(needle === undefined ? {} : { needle }) });
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
  addPrompt(session.truth, "queued");
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
export function user(thread: Thread, content: Json, keys: JsonObject & { readonly needle?: "note" }): string {
  const { isMeta, isVisibleInTranscriptOnly, isCompactSummary, needle, ...rest } = keys;
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
  return emit(thread, body, { promptId: thread.promptId, needle });
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
