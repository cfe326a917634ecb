// The list of sessions as it is scrolled and selected <-> what the history keeps of it, told by session: others may come above it.
import { createEffect, on, untrack } from "solid-js";
import { count, maybeExact } from "../api/fields.ts";
import type { Session } from "../api/session.ts";
import type { ListHandle, ListView } from "../parts/virtual-list.tsx";
import { place, useKeeper } from "../shell/router.ts";

export type ListPlace = {
  /** The link that was selected when one was last here. */
  readonly selected: string | undefined;
  readonly onView: (view: ListView) => void;
  readonly setList: (list: ListHandle) => void;
  readonly setResults: (results: HTMLElement) => void;
  readonly onScroll: () => void;
  /** What is to be seen, as soon as it is known. */
  readonly follow: (shown: Shown) => void;
};

type Shown = {
  readonly sessions: () => readonly Session[];
  /** What the text was searched for, and has it. */
  readonly answer: () => unknown;
  readonly selected: () => string | undefined;
};

export function createListPlace(): ListPlace {
  const at = untrack(place);
  const kept = at.coming === "back" ? at.kept : {};
  let list: ListHandle | undefined;
  let results: HTMLElement | undefined;
  let view: ListView | undefined;
  let now: Shown | undefined;
  const moved = useKeeper(() =>
    untrack(() => ({
      session: view === undefined ? undefined : now?.sessions()[view.top]?.sessionId,
      topPx: view?.topPx,
      resultsPx: results?.isConnected === true ? results.scrollTop : undefined,
      selected: now?.selected(),
    })),
  );
  return {
    selected: maybeExact(kept, "selected"),
    onView(shown) {
      view = shown;
      moved();
    },
    setList: (handle) => (list = handle),
    setResults: (element) => (results = element),
    onScroll: moved,
    follow(shown) {
      now = shown;
      createEffect(on(shown.selected, moved, { defer: true }));
      let wanted = maybeExact(kept, "session");
      createEffect(() => {
        const index = shown.sessions().findIndex(({ sessionId }) => sessionId === wanted);
        if (index < 0 || list === undefined) return;
        wanted = undefined;
        list.place(index, count(kept, "topPx"));
      });
      let wantedPx = count(kept, "resultsPx");
      createEffect(() => {
        if (shown.answer() === undefined || wantedPx === 0) return;
        const topPx = wantedPx;
        wantedPx = 0;
        requestAnimationFrame(() => results?.scrollTo(0, topPx));
      });
    },
  };
}
