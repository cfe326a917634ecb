// A log -> what its conversation shows now: which rows, which one is looked at, what is new; and the ways to move in it.
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup, onMount } from "solid-js";
import type { Head, Turn } from "../api/head.ts";
import type { Source } from "../api/rows.ts";
import { connection, onGrowth, reloads } from "../live/live.ts";
import type { ListHandle } from "../parts/virtual-list.tsx";
import { asked } from "../shell/router.ts";
import { linkedLine, linkedRow } from "./deep-link.ts";
import { type Find, createFind } from "./find.ts";
import { type Folds, createFolds } from "./folds.ts";
import { type RowStore, createRowStore } from "./row-store.ts";

export type TalkProps = {
  readonly source: Source;
  readonly head: Head | undefined;
  /** The conversation went back: its rows are others. */
  readonly onForked: () => void;
  /** A person wants a session that ends with this turn; undefined where none can be made. */
  readonly onFork: ((turn: string) => void) | undefined;
};

type Align = "start" | "center" | "auto";

export type TalkState = {
  readonly source: Source;
  readonly store: RowStore;
  readonly folds: Folds;
  readonly find: Find;
  readonly total: () => number;
  readonly turns: Accessor<readonly Turn[]>;
  readonly currentTurn: Accessor<number>;
  /** First and last row on the screen. */
  readonly shown: Accessor<readonly [number, number]>;
  readonly onRange: (first: number, last: number) => void;
  readonly selected: Accessor<number | undefined>;
  readonly select: (row: number | undefined) => void;
  readonly unseen: Accessor<number>;
  readonly go: (row: number, align?: Align) => void;
  readonly goTurn: (step: number) => void;
  readonly toEnd: () => void;
  readonly list: () => ListHandle | undefined;
  readonly setList: (handle: ListHandle) => void;
};

export function createTalk(props: TalkProps): TalkState {
  const { source } = props;
  const folds = createFolds();
  const find = createFind(source);
  const [selected, select] = createSignal<number>();
  const [shown, setShown] = createSignal<readonly [number, number]>([0, 0]);
  const [unseen, setUnseen] = createSignal(0);
  let list: ListHandle | undefined;
  const store = createRowStore({
    source,
    line: linkedLine(),
    locate: () => linkedRow(source),
    onWhole(by, change) {
      const begin = (): void => {
        change();
        folds.shift(by);
        select((row) => (row === undefined ? undefined : row + by));
      };
      if (list === undefined) begin();
      else list.shift(by, begin);
    },
  });

  const total = () => store.total() ?? 0;
  const turns = createMemo(() => {
    if (source.branch === undefined) return props.head?.turns ?? [];
    return props.head?.branches.find(({ number }) => number === source.branch)?.turns ?? [];
  });
  const middle = () => selected() ?? Math.floor((shown()[0] + Math.min(shown()[1], shown()[0] + 8)) / 2);
  const currentTurn = createMemo(() => turns().findLastIndex(({ row }) => row <= middle()));

  function go(row: number, align: Align = "auto"): void {
    const to = Math.max(0, Math.min(total() - 1, row));
    select(to);
    list?.scrollTo(to, align);
  }
  function toEnd(): void {
    setUnseen(0);
    if (total() > 0) list?.scrollTo(total() - 1, "end");
  }

  followLog(props, store);
  /** What was looked for is to be seen, also inside a card. */
  function show(row: number): void {
    folds.set(row, "open");
    go(row, "center");
  }
  followLink(source, { store, total, show });
  let wasEarly = false;
  createEffect(
    on(store.total, (now, before) => {
      // What was estimated and is now known is not new.
      const isNews = !wasEarly && now !== undefined && before !== undefined && now > before;
      wasEarly = store.isEarly();
      if (!isNews) return;
      if (list?.isAtEnd() === true) queueMicrotask(toEnd);
      else setUnseen((rows) => rows + now - before);
    }),
  );
  // Where a match stands is known by the whole log.
  const match = createMemo(() => (store.isEarly() ? undefined : find.current()));
  createEffect(on(match, (found) => found !== undefined && show(found.row)));

  return {
    source,
    store,
    folds,
    find,
    total,
    turns,
    currentTurn,
    shown,
    onRange(first, last) {
      setShown([first, last]);
      store.want(first, last);
      if (last >= total() - 1) setUnseen(0);
    },
    selected,
    select,
    unseen,
    go,
    goTurn(step) {
      const at = turns()[Math.max(0, currentTurn() + step)];
      if (at !== undefined) go(at.row, "start");
    },
    toEnd,
    list: () => list,
    setList: (handle) => (list = handle),
  };
}

/** While it grows, and when the connection comes back. */
function followLog({ source, onForked }: TalkProps, store: RowStore): void {
  onCleanup(
    onGrowth(({ sessionId, agentId }) => {
      if (sessionId === source.id && agentId === source.agent) store.grow();
    }),
  );
  createEffect(on(reloads, () => store.grow(), { defer: true }));
  createEffect(
    on(connection, (state) => {
      if (state === "open" && store.error() !== undefined) store.again();
    }),
  );
  createEffect(on(store.path, (_path, before) => before !== undefined && onForked(), { defer: true }));
}

type Way = Pick<TalkState, "store" | "total"> & { readonly show: (row: number) => void };

/** A deep link waits until it is known which row it means, and how many there are. */
function followLink(source: Source, { store, total, show }: Way): void {
  const [target, setTarget] = createSignal<number>();
  const jump = async (): Promise<void> => void setTarget(await linkedRow(source));
  const begin = async (): Promise<void> => {
    const early = await store.begun;
    if (early === undefined) await jump();
    else setTarget(early);
  };
  onMount(() => void begin());
  createEffect(
    on(
      () => asked("line"),
      () => void jump(),
      { defer: true },
    ),
  );
  createEffect(() => {
    const row = target();
    if (row === undefined || total() === 0) return;
    show(row);
    setTarget(undefined);
  });
}
