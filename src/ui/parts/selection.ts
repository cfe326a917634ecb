// Keys j and k -> which of the links on the screen is selected; Enter opens it. For views whose links are all there.
import { createEffect, createSignal, on } from "solid-js";
import { goTo } from "../shell/router.ts";
import { useKeys } from "../shell/keys.ts";

export type Selection = {
  readonly isSelected: (address: string) => boolean;
  readonly address: () => string | undefined;
  readonly first: () => void;
};

type Options = {
  readonly onSelect?: (index: number) => void;
  /** What was selected when one was last here. */
  readonly begin?: string | undefined;
};

/** `addresses` in the order of the screen. */
export function useSelection(addresses: () => readonly string[], options: Options = {}): Selection {
  const [selected, setSelected] = createSignal(options.begin);
  /** Where it stood: another takes its place when it goes. */
  let at = -1;
  createEffect(
    on([addresses, selected], ([all, address]) => {
      const now = address === undefined ? -1 : all.indexOf(address);
      if (address !== undefined && now < 0 && at >= 0) setSelected(all[Math.min(at, all.length - 1)]);
      else at = now;
    }),
  );
  function move(to: number): void {
    const last = addresses().length - 1;
    if (last < 0) return;
    at = Math.max(0, Math.min(last, to));
    setSelected(addresses()[at]);
    options.onSelect?.(at);
    queueMicrotask(() => document.querySelector("[data-selected=true]")?.scrollIntoView({ block: "nearest" }));
  }
  useKeys({
    j: () => move(at + 1),
    ArrowDown: () => move(at + 1),
    k: () => move(at - 1),
    ArrowUp: () => move(at - 1),
    g: () => move(0),
    G: () => move(addresses().length - 1),
    Enter: () => {
      const address = addresses()[at];
      if (address === undefined) return false;
      goTo(address);
      return undefined;
    },
    Escape: () => {
      if (at < 0) return false;
      setSelected(undefined);
      return undefined;
    },
  });
  return { isSelected: (address) => selected() === address, address: selected, first: () => move(0) };
}
