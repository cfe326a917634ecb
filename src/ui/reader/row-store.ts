// Ranges that are on the screen -> rows, fetched by page, kept while they are near, and kept up while the log grows.
import { type Accessor, type Setter, batch, createSignal, onCleanup, untrack } from "solid-js";
import { isAbort } from "../api/client.ts";
import { type Row, type RowPage, type Source, readRows } from "../api/rows.ts";
import { merged } from "./merged-rows.ts";

export type RowStore = {
  /** Undefined while it is not there yet. */
  readonly row: (index: number) => Row | undefined;
  readonly total: () => number | undefined;
  readonly error: () => unknown;
  /** Changes when the conversation went back and forked: rows are others than before. */
  readonly path: () => string | undefined;
  /** The first answer is there: of a long log that nobody has read yet, the row that it was asked for, by its estimated number. */
  readonly begun: Promise<number | undefined>;
  /** Only some rows of a long log are there, and their numbers are estimated. */
  readonly isEarly: () => boolean;
  readonly want: (first: number, last: number) => void;
  readonly grow: () => void;
  readonly again: () => void;
};

export type StoreOptions = {
  readonly source: Source;
  /** The line that is to be seen first. */
  readonly line: number | undefined;
  /** Its row; known when the whole log is laid out. Undefined when it is none of these rows. */
  readonly locate: () => Promise<number | undefined>;
  /** Makes a change after which all rows stand `by` further down. */
  readonly onWhole: (by: number, change: () => void) => void;
};

type Page = {
  readonly rows: Accessor<readonly Row[]>;
  readonly setRows: Setter<readonly Row[]>;
  /** `old`: it is shown as it is, and read again when it is wanted. */
  state: "empty" | "loading" | "held" | "old";
  /** The log grew while it was on its way. */
  isOvertaken: boolean;
};

const pageSize = 100;
const mostPages = 30;
const mostRequests = 2;
/** So many rows to either side of one may be on the screen with it. */
const screenful = 40;

export function createRowStore({ source, line, locate, onWhole }: StoreOptions): RowStore {
  const pages = new Map<number, Page>();
  const [early, setEarly] = createSignal<RowPage>();
  const [total, setTotal] = createSignal<number>();
  const [path, setPath] = createSignal<string>();
  const [error, setError] = createSignal<unknown>();
  const control = new AbortController();
  let wanted: readonly number[] = line === undefined || source.branch !== undefined ? [0] : [];
  let running = 0;
  let hasGrown = false;
  let since: string | undefined;
  onCleanup(() => control.abort());

  function pageAt(number: number): Page {
    const known = pages.get(number);
    if (known !== undefined) return known;
    const [rows, setRows] = createSignal<readonly Row[]>([]);
    const page: Page = { rows, setRows, state: "empty", isOvertaken: false };
    pages.set(number, page);
    return page;
  }

  /** Rows of a long log that nobody has read yet are shown at once, and the whole is waited for behind them. */
  async function begin(): Promise<number | undefined> {
    if (source.branch !== undefined) {
      pump();
      return undefined;
    }
    const range = line === undefined ? { from: 0 } : { around: line };
    try {
      const first = await readRows(source, { ...range, count: pageSize, quick: 1 }, control.signal);
      batch(() => {
        if (line === undefined) pageAt(0).setRows(first.rows);
        if (first.isProvisional) {
          setEarly(first);
          setTotal(first.total);
        } else take(first);
      });
      if (!first.isProvisional) {
        if (line === undefined && first.rows.length >= Math.min(pageSize, first.total)) pageAt(0).state = "held";
        if (hasGrown) grow();
        else pump();
        return undefined;
      }
      void settle(first);
      return first.at;
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
      return undefined;
    }
  }

  async function settle({ at = 0 }: RowPage): Promise<void> {
    try {
      const row = line === undefined ? 0 : await locate();
      // Another view has taken over.
      if (row === undefined) return;
      const near = [row - screenful, row, row + screenful].map((one) => Math.floor(Math.max(0, one) / pageSize));
      const numbers = line === undefined ? [0] : [...new Set(near)];
      const whole = await Promise.all(numbers.map(async (number) => ({ number, ...(await readPage(number)) })));
      onWhole(row - at, () =>
        batch(() => {
          setEarly(undefined);
          for (const { number, rows, answer } of whole) {
            hold(number, rows);
            take(answer);
          }
        }),
      );
      setError(undefined);
      if (hasGrown) grow();
      else pump();
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
    }
  }

  function hold(number: number, rows: readonly Row[]): void {
    const page = pageAt(number);
    page.setRows((before) => merged(before, rows));
    page.state = page.isOvertaken ? "old" : "held";
  }

  function take({ total: now, revision }: RowPage): void {
    setTotal(now);
    since = revision;
    // The first part of a revision names the path: another one makes every known row doubtful.
    setPath(revision.slice(0, Math.max(0, revision.lastIndexOf("."))));
  }

  async function load(number: number): Promise<void> {
    const page = pageAt(number);
    page.state = "loading";
    page.isOvertaken = false;
    running += 1;
    try {
      const { rows, answer } = await readPage(number);
      take(answer);
      hold(number, rows);
      setError(undefined);
    } catch (failure) {
      page.state = "empty";
      if (!isAbort(failure)) setError(failure);
    }
    running -= 1;
    if (error() === undefined && !control.signal.aborted) pump();
  }

  /** An answer may end early when it is large: then the rest is asked for. */
  async function readPage(number: number): Promise<{ readonly rows: readonly Row[]; readonly answer: RowPage }> {
    const rows: Row[] = [];
    for (;;) {
      const from = number * pageSize + rows.length;
      const answer = await readRows(source, { from, count: pageSize - rows.length, since }, control.signal);
      rows.push(...answer.rows);
      const isMore = answer.rows.length > 0 && rows.length < pageSize && from + answer.rows.length < answer.total;
      if (!isMore) return { rows, answer };
    }
  }

  function pump(): void {
    if (untrack(early) !== undefined) return;
    // The end is always read again: it tells how long the log has become.
    for (const number of new Set([...wanted, lastPage()])) {
      if (running >= mostRequests) return;
      const known = pages.get(number);
      if (known === undefined ? wanted.includes(number) : known.state === "empty" || known.state === "old") {
        void load(number);
      }
    }
    forgetFar();
  }

  const lastPage = () => Math.floor((untrack(total) ?? 0) / pageSize);

  function forgetFar(): void {
    if (pages.size <= mostPages) return;
    const [near = 0] = wanted;
    const far = [...pages.keys()].toSorted((one, other) => Math.abs(other - near) - Math.abs(one - near));
    for (const number of far.slice(0, pages.size - mostPages)) {
      if (pages.get(number)?.state !== "loading") pages.delete(number);
    }
  }

  function grow(): void {
    hasGrown = true;
    if (untrack(early) !== undefined) return;
    const last = lastPage();
    pageAt(last);
    for (const [number, page] of pages) {
      if (number < last && !untrack(page.rows).some(isOpenCall)) continue;
      if (page.state === "loading") page.isOvertaken = true;
      else if (page.state === "held") page.state = "old";
    }
    pump();
  }

  return {
    row(index) {
      const first = early();
      if (first !== undefined) return first.rows[index - first.from];
      return pageAt(Math.floor(index / pageSize)).rows()[index % pageSize];
    },
    total,
    error,
    path,
    begun: begin(),
    isEarly: () => early() !== undefined,
    want: (first, last) => {
      const from = Math.floor(first / pageSize);
      wanted = Array.from({ length: Math.floor(last / pageSize) - from + 1 }, (_, at) => from + at);
      pump();
    },
    grow,
    again: () => {
      setError(undefined);
      const first = untrack(early);
      if (first !== undefined) void settle(first);
      else if (untrack(total) === undefined) void begin();
      else pump();
    },
  };
}

const isOpenCall = (row: Row): boolean => row.kind === "call" && row.result === undefined;
