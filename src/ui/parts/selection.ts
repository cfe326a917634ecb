// Keys j and k -> which of the links on the screen is selected; Enter opens it. For views whose links are all there.
import { createEffect, createSignal, on } from "solid-js";
import { goTo } from "../shell/router.ts";
import { useKeys } from "../shell/keys.ts";

export type Selection = {
  readonly isSelected: (address: string) => boolean;
  readonly first: () => void;
};

/** `addresses` in the order of the screen. */
export function useSelection(addresses: () => readonly string[], onSelect?: (index: number) => void): Selection {
  const [index, setIndex] = createSignal(-1);
  createEffect(on(addresses, (all) => setIndex((at) => Math.min(at, all.length - 1))));
  function move(to: number): void {
    const last = addresses().length - 1;
    if (last < 0) return;
    setIndex(Math.max(0, Math.min(last, to)));
    onSelect?.(index());
    queueMicrotask(() => document.querySelector("[data-selected=true]")?.scrollIntoView({ block: "nearest" }));
  }
  useKeys({
    j: () => move(index() + 1),
    ArrowDown: () => move(index() + 1),
    k: () => move(index() - 1),
    ArrowUp: () => move(index() - 1),
    g: () => move(0),
    G: () => move(addresses().length - 1),
    Enter: () => {
      const address = addresses()[index()];
      if (address === undefined) return false;
      goTo(address);
      return undefined;
    },
    Escape: () => {
      if (index() < 0) return false;
      setIndex(-1);
      return undefined;
    },
  });
  return { isSelected: (address) => addresses()[index()] === address, first: () => move(0) };
}
