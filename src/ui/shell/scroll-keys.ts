// Page Up, Page Down, Space, Home and End scroll the main area, wherever the focus is.
import { type Keys, useKeys } from "./keys.ts";

/** How a list of unmeasured items reaches its ends, and learns that a person moved on. */
export type AreaMoves = { readonly toStart: () => void; readonly toEnd: () => void; readonly onMove: () => void };

const moves = new WeakMap<Element, AreaMoves>();

/** Marks an element as a scroll area of its view; the last one on the page that overflows is the main one. */
export function setScrollArea(element: HTMLElement, own?: AreaMoves): void {
  element.dataset["scrollArea"] = "";
  if (own !== undefined) moves.set(element, own);
}

/** The browser sends these keys to the focused element, which is often outside of what a person reads. */
export function useScrollKeys(): void {
  const keys: Keys = {
    PageDown: (event) => movePage(event, 1),
    PageUp: (event) => movePage(event, -1),
    " ": (event) => movePage(event, event.shiftKey ? -1 : 1),
    Home: (event) => moveTo(event, "start"),
    End: (event) => moveTo(event, "end"),
  };
  useKeys(keys);
}

function movePage(event: KeyboardEvent, direction: 1 | -1): boolean {
  const area = areaFor(event);
  if (area === undefined) return false;
  moves.get(area)?.onMove();
  area.scrollBy({ top: direction * pageStepPx(area.clientHeight), behavior: "instant" });
  return true;
}

function moveTo(event: KeyboardEvent, end: "start" | "end"): boolean {
  const area = areaFor(event);
  if (area === undefined || event.shiftKey) return false;
  const own = moves.get(area);
  if (own !== undefined) own[end === "start" ? "toStart" : "toEnd"]();
  else area.scrollTo({ top: end === "start" ? 0 : area.scrollHeight, behavior: "instant" });
  return true;
}

/** Some lines of the last page stay on the screen. */
const pageStepPx = (heightPx: number): number => Math.max(heightPx - 48, heightPx * 0.85);

/** Undefined where the key belongs to the focused element: a button, or a smaller box that scrolls by itself. */
function areaFor({ key, target }: KeyboardEvent): HTMLElement | undefined {
  const focused = target instanceof Element ? target : undefined;
  if (key === " " && isButton(focused)) return undefined;
  const own = focused === undefined ? undefined : scrollBoxOf(focused);
  if (own !== undefined && own.dataset["scrollArea"] === undefined) return undefined;
  return own ?? [...document.querySelectorAll<HTMLElement>("[data-scroll-area]")].findLast(canScroll);
}

const isButton = (element: Element | undefined): boolean =>
  element !== undefined && element.closest("button, summary, [role=button]") !== null;

function scrollBoxOf(element: Element): HTMLElement | undefined {
  for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement)
    if (box instanceof HTMLElement && canScroll(box)) return box;
  return undefined;
}

function canScroll(box: HTMLElement): boolean {
  if (box.scrollHeight <= box.clientHeight + 1) return false;
  const { overflowY } = getComputedStyle(box);
  return overflowY === "auto" || overflowY === "scroll";
}
