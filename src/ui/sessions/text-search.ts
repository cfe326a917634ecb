// What is typed -> hits in the text of all sessions, once the typing rests; an answer that came too late is never shown.
import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { isAbort } from "../api/client.ts";
import { type SearchAnswer, searchText } from "../api/search.ts";

export type TextSearch = {
  readonly answer: () => SearchAnswer | undefined;
  readonly isBusy: () => boolean;
  readonly error: () => unknown;
};

const restMs = 180;
const shortestQuery = 2;

export function useTextSearch(query: () => string): TextSearch {
  const [answer, setAnswer] = createSignal<SearchAnswer>();
  const [isBusy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<unknown>();
  let control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function search(words: string, { signal }: AbortController): Promise<void> {
    try {
      const found = await searchText(words, signal);
      setAnswer(found);
      setError(undefined);
    } catch (failure) {
      if (isAbort(failure)) return;
      setAnswer(undefined);
      setError(failure);
    }
    setBusy(false);
  }

  createEffect(
    on(query, (words) => {
      clearTimeout(timer);
      control.abort();
      control = new AbortController();
      const isLongEnough = words.trim().length >= shortestQuery;
      setBusy(isLongEnough);
      if (!isLongEnough) {
        setAnswer(undefined);
        setError(undefined);
        return;
      }
      const mine = control;
      timer = setTimeout(() => void search(words, mine), restMs);
    }),
  );
  onCleanup(() => {
    clearTimeout(timer);
    control.abort();
  });
  return { answer, isBusy, error };
}
