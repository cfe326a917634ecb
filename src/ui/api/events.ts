// The daemon's stream of events -> each event once, in order; after a break it goes on where it stopped.
import { contactLost, onNudge } from "./access.ts";
import { ApiError, request } from "./client.ts";
import { fieldsOf } from "./fields.ts";
import type { Fields } from "./fields.ts";

export type ServerEvent = { readonly name: string; readonly data: Fields };

export type EventReader = {
  readonly onEvent: (event: ServerEvent) => void;
  readonly onState: (state: "open" | "lost") => void;
};

const shortestWaitMs = 500;
const longestWaitMs = 10_000;
/** The daemon sends something every 15 s: after this long without it the connection is lost. */
const silenceMs = 40_000;

export async function followEvents(reader: EventReader, signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  let waitMs = shortestWaitMs;
  while (!signal.aborted) {
    try {
      const answer = await request("/events", { since: lastId }, signal);
      reader.onState("open");
      waitMs = shortestWaitMs;
      for await (const { id, event } of eventsIn(answer)) {
        lastId = id ?? lastId;
        reader.onEvent(event);
      }
    } catch (error) {
      if (!isBroken(error)) throw error;
    }
    if (signal.aborted) return;
    contactLost();
    reader.onState("lost");
    await pause(waitMs);
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  }
}

/** Shorter when a person, or another tab, gives a reason to try at once. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = onNudge(done);
  });
}

/** A daemon that went away, refused, or was left; anything else is a mistake of ours. */
function isBroken(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof DOMException) return true;
  return error instanceof TypeError && /fetch|network|load failed|body/i.test(error.message);
}

type Numbered = { readonly id: string | undefined; readonly event: ServerEvent };

async function* eventsIn(answer: Response): AsyncGenerator<Numbered, void, undefined> {
  const stream = answer.body;
  if (stream === null) return;
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await readSoon(reader);
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = eventIn(block);
      if (event !== undefined) yield event;
    }
  }
}

async function readSoon(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  const silence = setTimeout(() => void reader.cancel(), silenceMs);
  try {
    return await reader.read();
  } finally {
    clearTimeout(silence);
  }
}

function eventIn(block: string): Numbered | undefined {
  let id: string | undefined;
  let name = "message";
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (field === "id") id = value;
    if (field === "event" && value !== undefined) name = value;
    if (field === "data" && value !== undefined) data.push(value);
  }
  if (data.length === 0) return undefined;
  const parsed: unknown = JSON.parse(data.join("\n"));
  return { id, event: { name, data: fieldsOf(parsed) } };
}
