// A log -> what its conversation shows now: which rows, which one is looked at, what is new; and the ways to move in it.
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup, untrack } from "solid-js";
import type { Head, Turn } from "../api/head.ts";
import type { Source } from "../api/rows.ts";
import { connection, onGrowth, reloads } from "../live/live.ts";
import type { ListHandle, ListView } from "../parts/virtual-list.tsx";
import { asked, setAsked } from "../shell/router.ts";
import { type Missing, linkedLine, linkedRow, rowOfLine } from "./deep-link.ts";
import { type Find, type From, createFind } from "./find.ts";
import type { Folds } from "./folds.ts";
import { type Readings, beginning, followAddress, useReadingKeeper } from "./reading-place.ts";
import { type RowStore, createRowStore } from "./row-store.ts";

export type TalkProps = {
  readonly source: Source;
  readonly head: Head | undefined;
  readonly readings: Readings;
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
  /** First and last row that exist: those on the screen, and some around them. */
  readonly held: Accessor<readonly [number, number]>;
  readonly onRange: (first: number, last: number) => void;
  /** What is to be seen. */
  readonly view: Accessor<ListView>;
  readonly onView: (view: ListView) => void;
  readonly selected: Accessor<number | undefined>;
  readonly select: (row: number | undefined) => void;
  readonly unseen: Accessor<number>;
  readonly missing: Accessor<Missing | undefined>;
  readonly go: (row: number, align?: Align) => void;
  readonly goTurn: (step: number) => void;
  readonly toTurn: (turn: Turn) => void;
  readonly toEnd: () => void;
  readonly list: () => ListHandle | undefined;
  readonly setList: (handle: ListHandle) => void;
};

export function createTalk(props: TalkProps): TalkState {
  const { source } = props;
  const reading = props.readings.of(source);
  const { folds } = reading;
  const begin = beginning(reading);
  const find = createFind(source);
  const [selected, select] = createSignal<number>();
  const [held, setHeld] = createSignal<readonly [number, number]>([0, 0]);
  const [view, setView] = createSignal<ListView>({ top: 0, topPx: 0, last: 0, isAtEnd: false });
  const [missing, setMissing] = createSignal<Missing>();
  const [unseen, setUnseen] = createSignal(0);
  let list: ListHandle | undefined;
  const store = createRowStore({
    source,
    line: begin?.line ?? linkedLine(),
    locate: () => (begin === undefined ? linkedRow(source) : rowOfLine(source, begin.line)),
    onWhole(by, change) {
      const settle = (): void => {
        change();
        folds.shift(by);
        select((row) => (row === undefined ? undefined : row + by));
      };
      if (list === undefined) settle();
      else list.shift(by, settle);
    },
  });

  const total = () => store.total() ?? 0;
  const turns = createMemo(() => {
    if (source.branch === undefined) return props.head?.turns ?? [];
    return props.head?.branches.find(({ number }) => number === source.branch)?.turns ?? [];
  });
  const turnOf = (at: number) => turns().findLastIndex(({ row }) => row <= at);
  /** The row that was chosen, as long as it is to be seen. */
  const looked = createMemo(() => {
    const [at, { top, last }] = [selected(), view()];
    return at !== undefined && at >= top && at <= last ? at : undefined;
  });
  // The last turns cannot come to the top: there the choice counts.
  const currentTurn = createMemo(() => turnOf((view().isAtEnd ? looked() : undefined) ?? view().top));

  function go(row: number, align: Align = "auto"): void {
    const to = Math.max(0, Math.min(total() - 1, row));
    select(to);
    list?.scrollTo(to, align);
  }
  /** The address names it, so that it can be copied. */
  function toTurn({ row, line }: Turn): void {
    go(row, "start");
    setAsked({ line: String(line), turn: undefined });
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
  const followed = followAddress(source, begin, {
    store,
    total,
    show,
    onMissing: setMissing,
    takeUp: (row, { topPx, chosen }) => {
      if (chosen !== undefined) select(Math.max(0, Math.min(total() - 1, row + chosen)));
      list?.place(row, topPx);
    },
  });
  followWords(find, followed, () => (begin === undefined ? (selected() ?? "first") : "stay"));
  const moved = useReadingKeeper(reading, { store, view, selected });
  createEffect(on(selected, moved, { defer: true }));
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
    held,
    view,
    onView(now) {
      setView(now);
      moved();
    },
    onRange(first, last) {
      setHeld([first, last]);
      store.want(first, last);
      if (last >= total() - 1) setUnseen(0);
    },
    selected,
    select,
    unseen,
    missing,
    go,
    goTurn(step) {
      const at = turns()[Math.max(0, turnOf(looked() ?? view().top) + step)];
      if (at !== undefined) toTurn(at);
    },
    toTurn,
    toEnd,
    list: () => list,
    setList: (handle) => (list = handle),
  };
}

/** Words of the address are found once it is known where to begin; words that are typed stand in the address. */
function followWords(find: Find, followed: Promise<void>, from: () => From): void {
  const words = untrack(() => asked("find"));
  const begin = async (): Promise<void> => {
    await followed;
    if (words !== undefined && untrack(find.query) === "") find.begin(words, untrack(from));
  };
  void begin();
  createEffect(on(find.query, (query) => setAsked({ find: query }), { defer: true }));
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
