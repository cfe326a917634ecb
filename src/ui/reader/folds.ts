// Which rows are unfolded -> kept while rows leave and enter the screen.
import { createSignal } from "solid-js";

export type Folds = {
  readonly isOpen: (row: number, natural: boolean) => boolean;
  readonly set: (row: number, state: "open" | "shut") => void;
  /** The rows turn out to stand so many further down. */
  readonly shift: (by: number) => void;
  /** All open, then all shut, then each as it is by nature. */
  readonly turnAll: () => void;
  readonly all: () => "open" | "shut" | undefined;
};

export function createFolds(): Folds {
  const [chosen, setChosen] = createSignal<ReadonlyMap<number, "open" | "shut">>(new Map());
  const [all, setAll] = createSignal<"open" | "shut" | undefined>();
  return {
    isOpen: (row, natural) => {
      const state = chosen().get(row) ?? all();
      return state === undefined ? natural : state === "open";
    },
    set: (row, state) => {
      setChosen((known) => new Map([...known, [row, state]]));
    },
    shift: (by) => {
      if (by !== 0) setChosen((known) => new Map([...known].map(([row, state]) => [row + by, state])));
    },
    turnAll: () => {
      setChosen(new Map());
      setAll((state) => (state === undefined ? "open" : state === "open" ? "shut" : undefined));
    },
    all,
  };
}
