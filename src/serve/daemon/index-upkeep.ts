// News of logs -> the index brought up to date now and then, in its own thread, and how far it is; the logs never wait for it.
import { isObject, numberField, parsedObject, stringField } from "../../format/index.ts";
import type { Clock } from "../../live/index.ts";
import type { Answer, Progress } from "../lane/question.ts";

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

/** Between two updates while logs grow, and behind one that could not be done. */
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
    // What fails again in the same way is no news.
    if (next.state === "failed" && state.state === "failed" && next.reason === state.reason) return;
    const isNews = next.state !== state.state || clock.monotonicMs() - toldAtMs >= tellEveryMs;
    state = next;
    if (!isNews || isClosed) return;
    toldAtMs = clock.monotonicMs();
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
      const next = stateOf(answer);
      if (next.state !== before || state.state !== before) become(next);
      else state = next;
    } catch (error) {
      if (!isClosed) become(failed(error instanceof Error ? error.message : String(error)));
    } finally {
      isRunning = false;
      // A full disk and a lock pass: what was not done is tried again, whether or not logs change.
      if (isDirty || state.state === "failed" || state.state === "waiting") touch();
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

const failed = (reason: string): IndexState => ({ ...waiting, state: "failed", reason });

function stateOf({ status, body }: Answer): IndexState {
  const told = parsedObject(new TextDecoder().decode(body)) ?? {};
  const error = told["error"];
  if (status !== 200)
    return failed((isObject(error) ? stringField(error, "message") : undefined) ?? "it was not told why");
  const off = stringField(told, "unavailable");
  if (off !== undefined) return { ...waiting, state: "off", reason: off };
  const reason = stringField(told, "failed");
  if (reason !== undefined) return failed(reason);
  const covered = numberField(told, "coveredBytes") ?? 0;
  const pending = numberField(told, "pendingBytes") ?? 0;
  // While another process writes it, this one only waits.
  if (told["isWriter"] === false && pending > 0)
    return { ...waiting, doneBytes: covered, totalBytes: covered + pending };
  return { state: "done", doneBytes: covered, totalBytes: covered, reason: null };
}
