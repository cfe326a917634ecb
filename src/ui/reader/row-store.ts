// Ranges that are on the screen -> rows, fetched by page, kept while they are near, and kept up while the log grows.
import { type Accessor, type Setter, createSignal, onCleanup, untrack } from "solid-js";
import { isAbort } from "../api/client.ts";
import { type Row, type Source, readRows } from "../api/rows.ts";

export type RowStore = {
  /** Undefined while it is not there yet. */
  readonly row: (index: number) => Row | undefined;
  readonly total: () => number | undefined;
  readonly error: () => unknown;
  /** Changes when the conversation went back and forked: rows are others than before. */
  readonly path: () => string | undefined;
  readonly want: (first: number, last: number) => void;
  readonly grow: () => void;
  readonly again: () => void;
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

export function createRowStore(source: Source): RowStore {
  const pages = new Map<number, Page>();
  const [total, setTotal] = createSignal<number>();
  const [path, setPath] = createSignal<string>();
  const [error, setError] = createSignal<unknown>();
  const control = new AbortController();
  let wanted: readonly number[] = [0];
  let running = 0;
  onCleanup(() => control.abort());

  function pageAt(number: number): Page {
    const known = pages.get(number);
    if (known !== undefined) return known;
    const [rows, setRows] = createSignal<readonly Row[]>([]);
    const page: Page = { rows, setRows, state: "empty", isOvertaken: false };
    pages.set(number, page);
    return page;
  }

  async function load(number: number): Promise<void> {
    const page = pageAt(number);
    page.state = "loading";
    page.isOvertaken = false;
    running += 1;
    try {
      const rows = await readPage(number);
      page.setRows((before) => merged(before, rows));
      page.state = page.isOvertaken ? "old" : "held";
      setError(undefined);
    } catch (failure) {
      page.state = "empty";
      if (!isAbort(failure)) setError(failure);
    }
    running -= 1;
    if (error() === undefined && !control.signal.aborted) pump();
  }

  async function readPage(number: number): Promise<readonly Row[]> {
    const rows: Row[] = [];
    // An answer may end early when it is large.
    for (let isMore = true; isMore;) {
      const from = number * pageSize + rows.length;
      const answer = await readRows(source, { from, count: pageSize - rows.length }, control.signal);
      rows.push(...answer.rows);
      setTotal(answer.total);
      // The first part of a revision names the path: another one makes every known row doubtful.
      setPath(answer.revision.slice(0, Math.max(0, answer.revision.lastIndexOf("."))));
      isMore = answer.rows.length > 0 && rows.length < pageSize && from + answer.rows.length < answer.total;
    }
    return rows;
  }

  function pump(): void {
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
    const last = lastPage();
    pageAt(last);
    for (const [number, page] of pages) {
      if (number < last && !untrack(page.rows).some(isOpenCall)) continue;
      if (page.state === "loading") page.isOvertaken = true;
      else if (page.state === "held") page.state = "old";
    }
    pump();
  }

  pump();
  return {
    row: (index) => pageAt(Math.floor(index / pageSize)).rows()[index % pageSize],
    total,
    error,
    path,
    want: (first, last) => {
      const from = Math.floor(first / pageSize);
      wanted = Array.from({ length: Math.floor(last / pageSize) - from + 1 }, (_, at) => from + at);
      pump();
    },
    grow,
    again: () => {
      setError(undefined);
      pump();
    },
  };
}

const isOpenCall = (row: Row): boolean => row.kind === "call" && row.result === undefined;

/** Rows that did not change stay the same objects, so that the screen does not redraw them. */
function merged(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  return after.map((row, at) => {
    const old = before[at];
    return old !== undefined && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}
