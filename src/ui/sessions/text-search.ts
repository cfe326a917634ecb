// A query and the filter of the list -> hits in the text, once typing pauses; a late answer is never shown.
import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { isAbort } from "../api/client.ts";
import { type SearchAnswer, searchText } from "../api/search.ts";
import { type Sieve, searchFilter } from "./filter-chips.tsx";

export type TextSearch = {
  readonly answer: () => SearchAnswer | undefined;
  /** The answer without the filter, known only where the filter left no hit. */
  readonly unfiltered: () => SearchAnswer | undefined;
  readonly isBusy: () => boolean;
  readonly error: () => unknown;
};

export type TextRequest = {
  readonly words: string;
  readonly sieve: Sieve;
  /** Names the sessions that pass: the search runs again when others do. */
  readonly members: string;
  /** Grows when the connection came back: an answer that failed is asked for again. */
  readonly reloads: number;
};

const restMs = 180;
const shortestQuery = 2;

export function useTextSearch(request: () => TextRequest): TextSearch {
  const [answer, setAnswer] = createSignal<SearchAnswer>();
  const [unfiltered, setUnfiltered] = createSignal<SearchAnswer>();
  const [isBusy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<unknown>();
  let control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(found: SearchAnswer | undefined, whole?: SearchAnswer): void {
    setUnfiltered(whole);
    setAnswer(found);
  }

  async function search({ words, sieve }: TextRequest, { signal }: AbortController): Promise<void> {
    try {
      const found = await searchText({ q: words, filter: searchFilter(sieve) }, signal);
      const isHidden = found.total === 0 && sieve !== "all";
      show(found, isHidden ? await searchText({ q: words, filter: {} }, signal) : undefined);
      setError(undefined);
    } catch (failure) {
      if (isAbort(failure)) return;
      show(undefined);
      setError(failure);
    }
    setBusy(false);
  }

  createEffect(
    on(request, (next, before) => {
      clearTimeout(timer);
      control.abort();
      control = new AbortController();
      // Hits of another filter must not stay under this one while it is searched.
      if (before !== undefined && before.sieve !== next.sieve) show(undefined);
      const isLongEnough = next.words.trim().length >= shortestQuery;
      setBusy(isLongEnough);
      if (!isLongEnough) {
        show(undefined);
        setError(undefined);
        return;
      }
      const mine = control;
      timer = setTimeout(() => void search(next, mine), restMs);
    }),
  );
  onCleanup(() => {
    clearTimeout(timer);
    control.abort();
  });
  return { answer, unfiltered, isBusy, error };
}
