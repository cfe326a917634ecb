// Words -> the rows of this log that hold them, one after the other.
import { createSignal, onCleanup } from "solid-js";
import { isAbort } from "../api/client.ts";
import { type Match, type Matches, type Source, findRows } from "../api/rows.ts";

export type Find = {
  readonly query: () => string;
  readonly setQuery: (words: string) => void;
  readonly matches: () => Matches | undefined;
  readonly isBusy: () => boolean;
  readonly error: () => unknown;
  /** From 0; -1 while none is looked at. */
  readonly at: () => number;
  readonly current: () => Match | undefined;
  readonly step: (by: number) => void;
  readonly clear: () => void;
  readonly focus: () => void;
  readonly setField: (field: HTMLInputElement) => void;
};

const restMs = 200;

export function createFind(source: Source): Find {
  const [query, setQuery] = createSignal("");
  const [matches, setMatches] = createSignal<Matches>();
  const [at, setAt] = createSignal(-1);
  const [isBusy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<unknown>();
  let field: HTMLInputElement | undefined;
  let control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => {
    clearTimeout(timer);
    control.abort();
  });

  async function search(words: string, { signal }: AbortController): Promise<void> {
    try {
      const found = await findRows(source, words, signal);
      setMatches(found);
      setAt(found.matches.length > 0 ? 0 : -1);
      setError(undefined);
    } catch (failure) {
      if (isAbort(failure)) return;
      setError(failure);
    }
    setBusy(false);
  }

  function take(words: string): void {
    setQuery(words);
    clearTimeout(timer);
    control.abort();
    control = new AbortController();
    const mine = control;
    setBusy(words !== "");
    setAt(-1);
    setMatches(undefined);
    setError(undefined);
    if (words !== "") timer = setTimeout(() => void search(words, mine), restMs);
  }

  return {
    query,
    setQuery: take,
    matches,
    isBusy,
    error,
    at,
    current: () => matches()?.matches[at()],
    step: (by) => {
      const count = matches()?.matches.length ?? 0;
      if (count > 0) setAt((at() + by + count) % count);
    },
    clear: () => take(""),
    focus: () => {
      field?.focus();
      field?.select();
    },
    setField: (element) => {
      field = element;
    },
  };
}
