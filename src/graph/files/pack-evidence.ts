// What one log tells of files <-> one text that keeps it: each word once, and numbers in rows; what is not of our making is nothing.
import { isEntryId } from "../../format/index.ts";
import type { FileAct, FileCall, FileEvent, FilePrompt, LogEvidence, LogPlace } from "./evidence.ts";

/** Raised whenever events change in shape or in meaning: what was kept under another number is read anew. */
export const evidenceVersion = 2;

type PackedPrompt = readonly [id: number, line: number, turn: number, words: number, timeMs: number | null];
type Place = readonly [line: number, offset: number, length: number, told?: number];
type PackedCall = readonly [id: number, tool: number, entry: number, ...at: Place];
type PackedEvent = readonly [
  path: number,
  key: number,
  timeMs: number,
  session: number,
  agent: number,
  client: number,
  prompt: number,
  call: number,
  id: number,
  act: FileAct,
  ...at: Place,
];

type Packed = {
  readonly version: number;
  readonly session: string | null;
  readonly agent: string | null;
  readonly isFork: boolean;
  readonly words: readonly string[];
  readonly prompts: readonly PackedPrompt[];
  readonly calls: readonly PackedCall[];
  readonly events: readonly PackedEvent[];
  readonly spawned: readonly (readonly [agent: string, prompt: number])[];
};

/** The place of what is absent. */
const none = -1;

export function packEvidence({ session, agent, isFork, events, spawned }: LogEvidence): string {
  const words = places<string>();
  const prompts = places<FilePrompt>();
  const calls = places<FileCall>();
  const word = (text: string | undefined): number => (text === undefined ? none : words.of(text));
  const packed: Packed = {
    version: evidenceVersion,
    session: session ?? null,
    agent: agent ?? null,
    isFork,
    events: events.map((event) => [
      word(event.path),
      word(event.key),
      event.timeMs,
      word(event.session),
      word(event.agent),
      word(event.client),
      event.prompt === undefined ? none : prompts.of(event.prompt),
      event.call === undefined ? none : calls.of(event.call),
      word(event.id),
      event.act,
      ...placeOf(event.at),
    ]),
    spawned: [...spawned].map(([id, prompt]) => [id, prompts.of(prompt)]),
    prompts: prompts.all.map((each) => [word(each.id), each.line, each.turn, word(each.words), each.timeMs ?? null]),
    calls: calls.all.map((call) => [word(call.id), word(call.tool), word(call.entry), ...placeOf(call.at)]),
    words: words.all,
  };
  return JSON.stringify(packed);
}

/** `log` is how the log is called now. */
export function unpackEvidence(text: string, log: string): LogEvidence | undefined {
  const packed: unknown = JSON.parse(text);
  if (!isPacked(packed)) return undefined;
  const { words, session, agent, isFork } = packed;
  const word = (at: number): string => words[at] ?? "";
  const optional = (at: number): string | undefined => (at === none ? undefined : words[at]);
  const place = ([line, offset, length, told]: Place): LogPlace => ({
    log,
    line,
    offset,
    length,
    ...(told !== undefined && { told }),
  });
  const prompts = packed.prompts.map(([id, line, turn, said, timeMs]): FilePrompt => {
    const entry = optional(id);
    return { id: isEntryId(entry) ? entry : undefined, line, turn, words: word(said), timeMs: timeMs ?? undefined };
  });
  const calls = packed.calls.map(([id, tool, entry, ...at]): FileCall => ({
    id: word(id),
    tool: word(tool),
    entry: optional(entry),
    at: place(at),
  }));
  const events = packed.events.map(([path, key, timeMs, own, by, client, prompt, call, id, act, ...at]): FileEvent => ({
    path: word(path),
    key: word(key),
    timeMs,
    session: word(own),
    agent: optional(by),
    client: word(client),
    prompt: prompts[prompt],
    call: calls[call],
    id: word(id),
    act,
    at: place(at),
  }));
  const spawned = new Map(
    packed.spawned.flatMap(([id, prompt]) => {
      const found = prompts[prompt];
      return found === undefined ? [] : [[id, found] as const];
    }),
  );
  return { log, session: session ?? undefined, agent: agent ?? undefined, isFork, events, spawned };
}

const placeOf = ({ line, offset, length, told }: LogPlace): Place =>
  told === undefined ? [line, offset, length] : [line, offset, length, told];

/** Only our own code writes such a text. */
function isPacked(value: unknown): value is Packed {
  return typeof value === "object" && value !== null && "version" in value && value.version === evidenceVersion;
}

function places<T>(): { readonly of: (value: T) => number; readonly all: readonly T[] } {
  const all: T[] = [];
  const known = new Map<T, number>();
  return {
    all,
    of(value) {
      const found = known.get(value);
      if (found !== undefined) return found;
      known.set(value, all.length);
      return all.push(value) - 1;
    },
  };
}
