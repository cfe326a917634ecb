// News of logs -> the index brought up to date now and then, in its own thread, and how far it is; the logs never wait for it.
import { numberField, parsedObject, stringField } from "../../format/index.ts";
import type { Clock } from "../../live/index.ts";
import type { Progress } from "../lane/lane.ts";
import type { Answer } from "../lane/question.ts";

export type IndexState = {
  readonly state: "off" | "waiting" | "building" | "done" | "failed";
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly reason: string | null;
};

export type IndexUpkeep = {
  readonly state: () => IndexState;
  /** Logs changed: soon it is time. */
  readonly touch: () => void;
  readonly close: () => void;
};

export type UpkeepOptions = {
  readonly clock: Clock;
  /** The first update waits for this: it takes long, and nobody should wait for it. */
  readonly after: Promise<void>;
  readonly update: (onProgress: Progress) => Promise<Answer>;
  readonly tell: (state: IndexState) => void;
};

/** Between two updates while logs grow. */
const restMs = 20_000;
const tellEveryMs = 250;
/** Less is done before anybody could look at a bar. */
const worthTellingBytes = 8 * 1024 * 1024;

const waiting: IndexState = { state: "waiting", doneBytes: 0, totalBytes: 0, reason: null };

export function indexUpkeep({ clock, after, update, tell }: UpkeepOptions): IndexUpkeep {
  let state = waiting;
  let toldAtMs = -Infinity;
  let isRunning = false;
  let isDirty = false;
  let isClosed = false;
  let cancel: (() => void) | undefined;
  void after.then(() => {
    cancel?.();
    if (!isClosed) cancel = clock.after(0, () => void run());
  });

  function become(next: IndexState): void {
    const isNews = next.state !== state.state || clock.nowMs() - toldAtMs >= tellEveryMs;
    state = next;
    if (!isNews || isClosed) return;
    toldAtMs = clock.nowMs();
    tell(state);
  }

  async function run(): Promise<void> {
    cancel = undefined;
    isRunning = true;
    isDirty = false;
    const before = state.state;
    try {
      const answer = await update((doneBytes, totalBytes) => {
        if (totalBytes >= worthTellingBytes) become({ state: "building", doneBytes, totalBytes, reason: null });
      });
      const next = stateOf(answer, state);
      if (next.state !== before || state.state !== before) become(next);
    } catch (error) {
      if (!isClosed)
        become({ ...state, state: "failed", reason: error instanceof Error ? error.message : String(error) });
    } finally {
      isRunning = false;
      if (isDirty) touch();
    }
  }

  function touch(): void {
    isDirty = true;
    if (isClosed || isRunning || state.state === "off") return;
    cancel ??= clock.after(restMs, () => void run());
  }

  return {
    state: () => state,
    touch,
    close() {
      isClosed = true;
      cancel?.();
    },
  };
}

function stateOf({ body }: Answer, { doneBytes, totalBytes }: IndexState): IndexState {
  const told = parsedObject(new TextDecoder().decode(body)) ?? {};
  const off = stringField(told, "unavailable");
  if (off !== undefined) return { state: "off", doneBytes: 0, totalBytes: 0, reason: off };
  const covered = numberField(told, "coveredBytes") ?? Math.max(doneBytes, totalBytes);
  return { state: "done", doneBytes: covered, totalBytes: covered, reason: null };
}
