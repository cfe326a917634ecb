// What the view shows and how many sessions wait for the person -> the title of the tab, seen also while another is looked at.
import { createEffect, createSignal, onCleanup } from "solid-js";
import { board } from "../live/live.ts";
import { toneOf } from "../parts/status-badge.tsx";

const [shown, setShown] = createSignal<string>();

/** How many sessions wait for the person. */
export const waiting = (): number => [...board().values()].filter(({ status }) => toneOf(status) === "wait").length;

/** For as long as the view stands. */
export function useTitle(title: () => string | undefined): void {
  createEffect(() => setShown(title()));
  onCleanup(() => setShown(undefined));
}

export function followTitle(): void {
  createEffect(() => {
    document.title = titleWords(shown(), waiting());
  });
}

export function titleWords(name: string | undefined, waits: number): string {
  const words = name === undefined || name === "" ? "clew" : `${name} · clew`;
  return waits === 0 ? words : `(${waits}) ${words}`;
}
