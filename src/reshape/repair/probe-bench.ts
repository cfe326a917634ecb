// A view -> a bench that reports the first edit and keeps none; only the order of lines is kept.
import { type Bench, type BenchTools, openBench } from "./bench.ts";
import type { View } from "./item.ts";

/** Moves of lines are kept, since a later phase may undo them; every other edit stays in the result. */
export function probeBench(view: View, tools: BenchTools, onEdit: () => void): Bench {
  const bench = openBench(view, tools);
  let isEdited = false;
  const edit = (at: number): void => {
    // A place outside the view is never written, except the one in front of its first line.
    if (at < -1 || at >= view.length) return;
    isEdited = true;
    onEdit();
  };
  return {
    ...bench,
    change: edit,
    drop: edit,
    setAside: edit,
    insert: edit,
    leave: () => undefined,
    step(...step) {
      if (!bench.isMending()) bench.step(...step);
    },
    settled: () => (isEdited ? view : bench.settled()),
  };
}
