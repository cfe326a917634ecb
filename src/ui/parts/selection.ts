// Keys j and k -> which of the links on the screen is selected; Enter opens it. For views whose links are all there.
import { createEffect, createSignal, on } from "solid-js";
import { goTo } from "../shell/router.ts";
import { useKeys } from "../shell/keys.ts";

export type Selection = {
  readonly isSelected: (address: string) => boolean;
  /** What a person chose. */
  readonly address: () => string | undefined;
  readonly step: (by: number) => void;
  readonly open: () => boolean;
  readonly clear: () => void;
};

type Options = {
  readonly onSelect?: (index: number) => void;
  /** What was selected when one was last here. */
  readonly begin?: string | undefined;
  /** What is selected as long as nobody chose another. */
  readonly best?: () => string | undefined;
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
  const current = (): string | undefined => selected() ?? options.best?.();
  const place = (): number => {
    const address = selected() === undefined ? options.best?.() : undefined;
    return address === undefined ? at : addresses().indexOf(address);
  };
  function move(to: number): void {
    const last = addresses().length - 1;
    if (last < 0) return;
    at = Math.max(0, Math.min(last, to));
    setSelected(addresses()[at]);
    options.onSelect?.(at);
    queueMicrotask(() => document.querySelector("[data-selected=true]")?.scrollIntoView({ block: "nearest" }));
  }
  useKeys({
    j: () => move(place() + 1),
    ArrowDown: () => move(place() + 1),
    k: () => move(place() - 1),
    ArrowUp: () => move(place() - 1),
    g: () => move(0),
    G: () => move(addresses().length - 1),
    Enter: () => open(),
    Escape: () => {
      if (selected() === undefined) return false;
      clear();
      return undefined;
    },
  });
  function open(): boolean {
    const address = addresses()[place()];
    if (address !== undefined) goTo(address);
    return address !== undefined;
  }
  function clear(): void {
    at = -1;
    setSelected(undefined);
  }
  return {
    isSelected: (address) => current() === address,
    address: selected,
    step: (by) => move(place() + by),
    open,
    clear,
  };
}
