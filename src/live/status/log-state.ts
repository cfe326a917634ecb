// The entries of one log, one after another -> where it stands: the last word, the open calls; small, and never the entries.
import {
  type Block,
  type Decoded,
  type JsonObject,
  blocksOf,
  field,
  numberField,
  objectField,
  stringField,
  timestampMs,
  trueField,
} from "../../format/index.ts";
import { bounded, summarizeCall } from "../../view/index.ts";
import { type Delegations, foldDelegations, noDelegations } from "./delegations.ts";
import { type Durations, addDuration, noDurations } from "./durations.ts";

export type OpenCall = {
  readonly id: string;
  readonly tool: string;
  readonly about: string;
  readonly atMs: number | undefined;
};

export type Standing =
  /** `thinking`: the model spoke and goes on. `compaction`: one has begun. `command`: one of the client's own was done. */
  | { readonly kind: "nothing" | "prompt" | "thinking" | "interruption" | "command" | "compaction" }
  /** Paired with a call that was open; that of another may lie before what was read of the log. */
  | { readonly kind: "result"; readonly isPaired: boolean }
  /** Versions that never write why the model stopped leave it open whether it did. */
  | { readonly kind: "answer"; readonly isFinal: boolean }
  | { readonly kind: "failure"; readonly code: number | undefined; readonly text: string }
  | { readonly kind: "retry"; readonly code: number | undefined; readonly text: string };

export type LogState = {
  readonly of: "session" | "agent";
  readonly last: Standing;
  readonly lastMs: number | undefined;
  /** The newest time in the log, of whatever entry. */
  readonly newestMs: number | undefined;
  /** When the file was written to, by its own time or by when it was seen to grow. */
  readonly writtenMs: number | undefined;
  readonly calls: readonly OpenCall[];
  readonly durations: Durations;
  readonly delegations: Delegations;
  /** Of an agent: its notes say that it was started to work on by itself, and not that it came to an end. */
  readonly isBackground: boolean;
  readonly sessionId: string | undefined;
  readonly version: string | undefined;
  readonly permissionMode: string | undefined;
};

/** `of`: in a session's own log what an agent said does not count; in an agent's it is all there is. */
export function emptyLog(of: LogState["of"]): LogState {
  return {
    of,
    last: { kind: "nothing" },
    lastMs: undefined,
    newestMs: undefined,
    writtenMs: undefined,
    calls: [],
    durations: noDurations,
    delegations: noDelegations,
    isBackground: false,
    sessionId: undefined,
    version: undefined,
    permissionMode: undefined,
  };
}

/** Damaged lines still tell what they hold whole. */
export function foldLog(state: LogState, decoded: Decoded): LogState {
  switch (decoded.kind) {
    case "entry":
    case "other":
      return foldEntry(state, decoded.raw);
    case "damaged":
      return decoded.objects.reduce(foldEntry, state);
    case "blank":
      return state;
  }
}

/** Lines are not always written in the order of their times: one that is a little older does not have the last word. */
const swappedMs = 30_000;

function foldEntry(before: LogState, raw: JsonObject): LogState {
  const timeMs = timestampMs(stringField(raw, "timestamp"));
  const read = {
    ...before,
    newestMs: timeMs === undefined ? before.newestMs : Math.max(before.newestMs ?? timeMs, timeMs),
    sessionId: stringField(raw, "sessionId") ?? before.sessionId,
    version: stringField(raw, "version") ?? before.version,
    permissionMode: stringField(raw, "permissionMode") ?? before.permissionMode,
  };
  if (read.of === "session" && trueField(raw, "isSidechain")) return read;
  const state = { ...read, delegations: foldDelegations(read.delegations, raw, timeMs ?? read.lastMs) };
  const lateMs = (state.lastMs ?? 0) - (timeMs ?? state.lastMs ?? 0);
  const entry = { raw, timeMs: timeMs ?? state.lastMs, isLate: lateMs > 0 && lateMs < swappedMs };
  switch (stringField(raw, "type") ?? "") {
    case "user":
      return foldUser(state, entry);
    case "assistant":
      return foldAssistant(state, entry);
    case "system":
      return foldSystem(state, entry);
    case "progress":
      return isCompactHook(raw) ? say(state, entry, { kind: "compaction" }) : state;
  }
  return state;
}

type Entry = { readonly raw: JsonObject; readonly timeMs: number | undefined; readonly isLate: boolean };

function say(state: LogState, { timeMs, isLate }: Entry, last: Standing): LogState {
  return isLate ? state : { ...state, last, lastMs: timeMs };
}

/** Whatever was still open is given up. */
function giveUp(state: LogState, entry: Entry, last: Standing): LogState {
  return entry.isLate ? state : say({ ...state, calls: [] }, entry, last);
}

function contentOf(raw: JsonObject): readonly Block[] {
  return blocksOf(field(objectField(raw, "message") ?? {}, "content"));
}

function foldUser(state: LogState, entry: Entry): LogState {
  const blocks = contentOf(entry.raw);
  const answered = blocks.flatMap((block) => (block.type === "tool_result" ? [nameOf(block.callId ?? "")] : []));
  if (answered.length > 0) return foldResults(state, entry, answered);
  if (trueField(entry.raw, "isCompactSummary")) return state;
  const text = blocks.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  if (/^\s*\[Request interrupted by user/.test(text)) return giveUp(state, entry, { kind: "interruption" });
  if (/^\s*<(local-command|bash)-(stdout|stderr)>/.test(text)) return say(state, entry, { kind: "command" });
  if (trueField(entry.raw, "isMeta")) return state;
  return giveUp(state, entry, { kind: "prompt" });
}

function foldResults(state: LogState, entry: Entry, answered: readonly string[]): LogState {
  const done = state.calls.filter(({ id }) => answered.includes(id));
  const calls = state.calls.filter(({ id }) => !answered.includes(id));
  const decision = stringField(objectField(entry.raw, "permissionDecision") ?? {}, "source");
  // A call that a person had to allow took as long as the person did.
  const learnt = decision?.startsWith("user") ? [] : done;
  const durations = learnt.reduce(
    (known, { tool, atMs }) =>
      atMs === undefined || entry.timeMs === undefined ? known : addDuration(known, tool, entry.timeMs - atMs),
    state.durations,
  );
  return say({ ...state, calls, durations }, entry, { kind: "result", isPaired: done.length > 0 });
}

const mostCalls = 64;
const aboutLength = 200;

function foldAssistant(state: LogState, entry: Entry): LogState {
  const { raw, timeMs } = entry;
  const message = objectField(raw, "message") ?? {};
  const blocks = contentOf(raw);
  if (trueField(raw, "isApiErrorMessage")) {
    const text = blocks.map((block) => (block.type === "text" ? block.text : "")).join(" ");
    return giveUp(state, entry, { kind: "failure", code: numberField(raw, "apiErrorStatus"), text: short(text) });
  }
  const opened = blocks.flatMap((block): readonly OpenCall[] =>
    block.type === "tool_use" && block.id !== undefined
      ? [
          {
            id: nameOf(block.id),
            tool: nameOf(block.name),
            about: short(summarizeCall(block.name, block.input)),
            atMs: timeMs,
          },
        ]
      : [],
  );
  const calls = [...state.calls, ...opened].slice(-mostCalls);
  const stopReason = stringField(message, "stop_reason");
  const isAnswer = opened.length === 0 && stopReason !== "tool_use" && blocks.some(({ type }) => type === "text");
  return say(
    { ...state, calls },
    entry,
    isAnswer ? { kind: "answer", isFinal: stopReason !== undefined } : { kind: "thinking" },
  );
}

function foldSystem(state: LogState, entry: Entry): LogState {
  const { raw } = entry;
  switch (stringField(raw, "subtype") ?? "") {
    case "api_error": {
      const error = objectField(raw, "error") ?? {};
      const text = short(stringField(error, "formatted") ?? stringField(error, "message") ?? "");
      return say(state, entry, { kind: "retry", code: numberField(error, "status"), text });
    }
    case "turn_duration":
      return state.last.kind === "answer" ? { ...state, last: { kind: "answer", isFinal: true } } : state;
    case "local_command":
      return say(state, entry, { kind: "command" });
    case "compact_boundary": {
      const isAuto = stringField(objectField(raw, "compactMetadata") ?? {}, "trigger") === "auto";
      return say(state, entry, { kind: isAuto ? "prompt" : "command" });
    }
  }
  return state;
}

function isCompactHook(raw: JsonObject): boolean {
  return stringField(objectField(raw, "data") ?? {}, "hookEvent") === "PreCompact";
}

const short = (text: string): string => bounded(text.replaceAll(/\s+/g, " ").trim(), aboutLength);

/** Ids and names are a few letters long, in logs that a client wrote. */
const nameOf = (text: string): string => bounded(text, aboutLength);
