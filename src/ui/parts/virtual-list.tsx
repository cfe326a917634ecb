// Any number of items -> the few that are on the screen, each as high as it turns out to be.
import { createVirtualizer } from "@tanstack/solid-virtual";
import { For, type JSX, createEffect, on } from "solid-js";

export type ListHandle = {
  readonly scrollTo: (index: number, align: "start" | "center" | "end" | "auto") => void;
  readonly element: () => HTMLElement | undefined;
  readonly isAtEnd: () => boolean;
};

type ListProps = {
  readonly count: number;
  readonly estimatePx: number;
  readonly label: string;
  readonly render: (index: number) => JSX.Element;
  readonly onRange?: (first: number, last: number) => void;
  readonly onReady?: (handle: ListHandle) => void;
};

/** So near to the end that what comes behind it is followed. */
const endPx = 48;
const overscan = 6;
/** Long enough to load the last rows, unless a person moves on. */
const settlingMs = 4000;

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
  let followedUntilMs = 0;
  /** What comes into sight is loaded, and turns out higher than was thought: the end is not where it was a moment ago. */
  function followEnd(): void {
    if (performance.now() >= followedUntilMs || props.count === 0) return;
    if (!isAtEnd()) virtualizer.scrollToIndex(props.count - 1, { align: "end" });
    requestAnimationFrame(followEnd);
  }
  const letGo = () => (followedUntilMs = 0);
  props.onReady?.({
    scrollTo(index, align) {
      virtualizer.scrollToIndex(index, { align });
      const isFollowed = performance.now() < followedUntilMs;
      followedUntilMs = align === "end" && index === props.count - 1 ? performance.now() + settlingMs : 0;
      if (followedUntilMs > 0 && !isFollowed) requestAnimationFrame(followEnd);
    },
    element: () => scroller,
    isAtEnd,
  });
  return (
    <div
      class="scroller"
      ref={(element) => (scroller = element)}
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
