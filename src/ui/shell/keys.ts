// Key presses -> what the views on the screen want done; the newest view is asked first, typing in a field is left alone.
import { onCleanup } from "solid-js";

/** `false`: it was not meant for this view, the next one is asked. */
export type KeyAction = (event: KeyboardEvent) => boolean | void;
export type Keys = Readonly<Record<string, KeyAction>>;

const layers: Keys[] = [];

/** For as long as the component stands. */
export function useKeys(keys: Keys): void {
  layers.push(keys);
  onCleanup(() => {
    const at = layers.lastIndexOf(keys);
    if (at >= 0) layers.splice(at, 1);
  });
}

export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    if (isTyping(event.target) && !isFreeInField(event)) return;
    // A dialog has the keyboard to itself, and closes by itself.
    if (document.querySelector("dialog[open]") !== null) return;
    // Enter and space on a button or link are the button's own.
    if (event.key === "Enter" && event.target instanceof Element && event.target.closest("a, button, summary")) return;
    for (const layer of layers.toReversed()) {
      const action = Object.hasOwn(layer, event.key) ? layer[event.key] : undefined;
      if (action === undefined || action(event) === false) continue;
      event.preventDefault();
      return;
    }
  });
}

/** Keys that a field has no use for. */
function isFreeInField({ key, target }: KeyboardEvent): boolean {
  return key === "Escape" || (target instanceof HTMLInputElement && (key === "PageUp" || key === "PageDown"));
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
