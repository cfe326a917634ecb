// A session or agent -> its head, read again while its log grows.
import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { isAbort } from "../api/client.ts";
import { type Head, readHead } from "../api/head.ts";
import { onComing, onGrowth, reloads } from "../live/live.ts";

export type HeadState = {
  readonly head: () => Head | undefined;
  readonly error: () => unknown;
  readonly again: () => void;
};

/** A log that grows all the time is not asked about more often than this. */
const restMs = 1000;

export function useHead(id: string, agent: string | undefined): HeadState {
  const [head, setHead] = createSignal<Head>();
  const [error, setError] = createSignal<unknown>();
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function read(): Promise<void> {
    try {
      // Of a long log that is opened for the first time its beginning comes at once.
      const isFirst = head() === undefined;
      if (isFirst) setHead(await readHead({ id, agent, quick: 1 }, control.signal));
      if (!isFirst || head()?.isProvisional === true) setHead(await readHead({ id, agent }, control.signal));
      setError(undefined);
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
    }
  }
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void read();
    }, restMs);
  };
  // The rows of the same session are asked for first: a head with thousands of turns takes longer.
  queueMicrotask(() => void read());
  const stop = onGrowth(({ sessionId, agentId }) => {
    if (sessionId === id && (agentId === agent || agent === undefined)) later();
  });
  const ignore = onComing((came) => {
    if (came === id) later();
  });
  createEffect(on(reloads, later, { defer: true }));
  onCleanup(() => {
    stop();
    ignore();
    clearTimeout(timer);
    control.abort();
  });
  return { head, error, again: () => void read() };
}
