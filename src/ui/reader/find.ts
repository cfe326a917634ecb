// Words -> the rows of this log that hold them, one after the other.
import { batch, createSignal, onCleanup } from "solid-js";
import { isAbort } from "../api/client.ts";
import { type Match, type Matches, type Source, findRows } from "../api/rows.ts";

/** Which match is looked at first: the one in this row, if it is one, or none of them. */
export type From = number | "first" | "stay";

export type Find = {
  readonly query: () => string;
  readonly setQuery: (words: string) => void;
  readonly begin: (words: string, from: From) => void;
  /** What is to be marked: the words as they stand there, or each of them. */
  readonly marks: () => readonly string[];
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
/** As many as the daemon tells at all. */
const mostMatches = 5000;
const mostWords = 8;

export function createFind(source: Source): Find {
  const [query, setQuery] = createSignal("");
  const [matches, setMatches] = createSignal<Matches>();
  const [marks, setMarks] = createSignal<readonly string[]>([]);
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

  async function search(words: string, from: From, { signal }: AbortController): Promise<void> {
    try {
      const { found, marks: told } = await findWords(source, words, signal);
      const first = found.matches.findIndex(({ row }) => from === "first" || row === from);
      batch(() => {
        setMatches(found);
        setMarks(told);
        setAt(first);
        setError(undefined);
      });
    } catch (failure) {
      if (isAbort(failure)) return;
      setError(failure);
    }
    setBusy(false);
  }

  function take(words: string, from: From = "first"): void {
    setQuery(words);
    clearTimeout(timer);
    control.abort();
    control = new AbortController();
    const mine = control;
    setBusy(words !== "");
    setAt(-1);
    setMatches(undefined);
    setMarks(words === "" ? [] : [words]);
    setError(undefined);
    if (words !== "") timer = setTimeout(() => void search(words, from, mine), restMs);
  }

  return {
    query,
    setQuery: (words) => take(words),
    begin: take,
    marks,
    matches,
    isBusy,
    error,
    at,
    current: () => matches()?.matches[at()],
    step: (by) => {
      const count = matches()?.matches.length ?? 0;
      if (count > 0) setAt((Math.max(at(), by < 0 ? 0 : -1) + by + count) % count);
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

type Found = { readonly found: Matches; readonly marks: readonly string[] };

/** The words as they stand there; where that is nowhere, the rows that hold all of them. */
async function findWords(source: Source, q: string, signal: AbortSignal): Promise<Found> {
  const found = await findRows(source, { q }, signal);
  const words = [...new Set(q.toLowerCase().split(/\s+/))].filter((word) => word !== "").slice(0, mostWords);
  if (found.total > 0 || words.length < 2) return { found, marks: [q] };
  const each = await Promise.all(words.map((word) => findRows(source, { q: word, limit: mostMatches }, signal)));
  const [first, ...others] = each;
  const rows = others.map(({ matches }) => new Set(matches.map(({ row }) => row)));
  const matches = (first?.matches ?? []).filter(({ row }) => rows.every((held) => held.has(row)));
  const isComplete = each.every((one) => one.isComplete && one.matches.length === one.total);
  return { found: { total: matches.length, isComplete, matches }, marks: words };
}
