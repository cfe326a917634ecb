// Any number of items -> the few that are on the screen, each as high as it turns out to be.
import { createVirtualizer } from "@tanstack/solid-virtual";
import { For, type JSX, createEffect, on } from "solid-js";
import { setScrollArea } from "../shell/scroll-keys.ts";

export type ListHandle = {
  readonly scrollTo: (index: number, align: "start" | "center" | "end" | "auto") => void;
  /** Brings an item back to where it was on the screen. */
  readonly place: (index: number, topPx: number) => void;
  readonly element: () => HTMLElement | undefined;
  readonly isAtEnd: () => boolean;
  /** Makes a change after which every item stands `by` further down; what is on the screen stays where it is. */
  readonly shift: (by: number, change: () => void) => void;
};

/** What a person sees of the list. */
export type ListView = {
  /** The first item that is to be seen, and where its upper edge is. */
  readonly top: number;
  readonly topPx: number;
  /** The last one. */
  readonly last: number;
  readonly isAtEnd: boolean;
};

type ListProps = {
  readonly count: number;
  readonly estimatePx: number;
  readonly label: string;
  /** What the view is about: keys scroll it from anywhere. */
  readonly isMain?: boolean;
  readonly render: (index: number) => JSX.Element;
  /** Which items exist: those on the screen, and some around them. */
  readonly onRange?: (first: number, last: number) => void;
  readonly onView?: (view: ListView) => void;
  readonly onReady?: (handle: ListHandle) => void;
};

/** An item of which no more than this is left on the screen is not looked at. */
const slackPx = 8;
/** So near to the end that what comes behind it is followed. */
const endPx = 48;
const overscan = 6;
/** Long enough to load the last rows, unless a person moves on. */
const settlingMs = 4000;
/** Long enough to measure what is on the screen. */
const holdingMs = 600;

export function VirtualList(props: ListProps) {
  let scroller: HTMLDivElement | undefined;
  // Asked for with every row of a long list: not through the properties each time.
  const { estimatePx } = props;
  const virtualizer = createVirtualizer<HTMLDivElement, HTMLDivElement>({
    get count() {
      return props.count;
    },
    getScrollElement: () => scroller ?? null,
    estimateSize: () => estimatePx,
    overscan,
    // Rows are measured together, when the browser has laid them out; asking for each by itself would lay out the page each time.
    measureElement: (element, entry, { indexFromElement, itemSizeCache }) =>
      entry?.borderBoxSize[0]?.blockSize ?? itemSizeCache.get(indexFromElement(element)) ?? estimatePx,
  });
  const items = () => virtualizer.getVirtualItems();
  createEffect(
    on(
      () => [items()[0]?.index, items().at(-1)?.index] as const,
      ([first, last]) => {
        if (first !== undefined && last !== undefined) props.onRange?.(first, last);
      },
    ),
  );
  const isAtEnd = () =>
    scroller !== undefined && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= endPx;
  function tellView(): void {
    if (scroller === undefined || props.onView === undefined) return;
    const { scrollTop, clientHeight } = scroller;
    const top = virtualizer.getVirtualItemForOffset(scrollTop + slackPx);
    const last = virtualizer.getVirtualItemForOffset(scrollTop + Math.max(slackPx, clientHeight - slackPx));
    if (top === undefined || last === undefined) return;
    props.onView({ top: top.index, topPx: top.start - scrollTop, last: last.index, isAtEnd: isAtEnd() });
  }
  // Also when nobody scrolls: rows turn out higher than was thought.
  createEffect(on(() => items().map(({ start }) => start), tellView));
  let followedUntilMs = 0;
  /** What comes into sight is loaded, and turns out higher than was thought: the end is not where it was a moment ago. */
  function followEnd(): void {
    if (performance.now() >= followedUntilMs || props.count === 0) return;
    if (!isAtEnd()) virtualizer.scrollToIndex(props.count - 1, { align: "end" });
    requestAnimationFrame(followEnd);
  }
  const letGo = () => (followedUntilMs = heldUntilMs = 0);
  let heldUntilMs = 0;
  const startOf = (index: number): number => virtualizer.measurementsCache[index]?.start ?? 0;
  /** Rows above turn out higher or lower when they are seen: the one that is looked at stays. */
  function hold(index: number, topPx: number): void {
    if (scroller === undefined || performance.now() >= heldUntilMs) return;
    const item = scroller.querySelector(`:scope > .stretch > [data-index="${index}"]`)?.getBoundingClientRect();
    if (item === undefined) scroller.scrollTop = startOf(index) - topPx;
    else {
      // It may be folded now: some of it is to be seen in any case.
      const offPx = item.top - scroller.getBoundingClientRect().top - Math.max(topPx, slackPx - item.height);
      if (Math.abs(offPx) >= 1) scroller.scrollTop += offPx;
    }
    requestAnimationFrame(() => hold(index, topPx));
  }
  function shift(by: number, change: () => void): void {
    // As they are now: the list itself changes them.
    const before = items().map(({ index, size, start, end }) => ({ index, size, start, end }));
    const top = scroller?.scrollTop ?? 0;
    const anchor = before.find(({ end }) => end > top);
    const wasAtEnd = isAtEnd();
    change();
    if (wasAtEnd) return virtualizer.scrollToIndex(props.count - 1, { align: "end" });
    if (by === 0 || anchor === undefined) return;
    // Heights are kept by number, and the numbers are others now.
    virtualizer.measure();
    for (const { index, size } of before) virtualizer.resizeItem(index + by, size);
    const topPx = anchor.start - top;
    virtualizer.scrollToOffset(startOf(anchor.index + by) - topPx);
    holdOn(anchor.index + by, topPx);
  }
  function holdOn(index: number, topPx: number): void {
    heldUntilMs = performance.now() + holdingMs;
    requestAnimationFrame(() => hold(index, topPx));
  }
  function scrollTo(index: number, align: "start" | "center" | "end" | "auto"): void {
    heldUntilMs = 0;
    virtualizer.scrollToIndex(index, { align });
    const isFollowed = performance.now() < followedUntilMs;
    followedUntilMs = align === "end" && index === props.count - 1 ? performance.now() + settlingMs : 0;
    if (followedUntilMs > 0 && !isFollowed) requestAnimationFrame(followEnd);
  }
  const noteFocus = useFocusKeeper(
    () => items().map(({ index }) => index),
    () => scroller,
  );
  function place(element: HTMLDivElement): void {
    scroller = element;
    if (props.isMain !== true) return;
    const toEnd = () => scrollTo(props.count - 1, "end");
    setScrollArea(element, { toStart: () => scrollTo(0, "start"), toEnd, onMove: letGo });
  }
  props.onReady?.({
    shift,
    scrollTo,
    place(index, topPx) {
      followedUntilMs = 0;
      holdOn(index, topPx);
    },
    element: () => scroller,
    isAtEnd,
  });
  return (
    <div
      class="scroller"
      ref={place}
      onFocusIn={({ target }) => noteFocus(target)}
      onScroll={tellView}
      onWheel={letGo}
      onPointerDown={letGo}
      onTouchStart={letGo}
      tabindex="-1"
      role="group"
      aria-label={props.label}
    >
      <div class="stretch" role="list" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        <For each={items()}>
          {(item) => (
            <div
              role="listitem"
              data-index={item.index}
              aria-posinset={item.index + 1}
              aria-setsize={props.count}
              ref={(element) => queueMicrotask(() => virtualizer.measureElement(element))}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {props.render(item.index)}
            </div>
          )}
        </For>
      </div>
    </div>
  );
}

/** An item that scrolls away takes the focus with it: the list itself gets it then, so that no key is lost. */
function useFocusKeeper(
  shown: () => readonly number[],
  list: () => HTMLElement | undefined,
): (focused: Element) => void {
  let last: Element | undefined;
  createEffect(
    on(shown, () => {
      if (last === undefined || last.isConnected) return;
      last = undefined;
      if (document.activeElement === document.body) list()?.focus({ preventScroll: true });
    }),
  );
  return (focused) => (last = focused);
}
