// The name of the view and how many sessions wait for the person -> the title of the tab.
import { createEffect, createSignal, onCleanup } from "solid-js";
import { board, lostMs } from "../live/live.ts";
import { toneOf } from "../parts/status-badge.tsx";

const [shown, setShown] = createSignal<string>();

/** How many sessions wait for the person; undefined while nobody knows. */
export const waiting = (): number | undefined =>
  lostMs() === undefined ? [...board().values()].filter(({ status }) => toneOf(status) === "wait").length : undefined;

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

export function titleWords(name: string | undefined, waits: number | undefined): string {
  const words = name === undefined || name === "" ? "clew" : `${name} · clew`;
  return waits === 0 ? words : `(${waits ?? "?"}) ${words}`;
}
