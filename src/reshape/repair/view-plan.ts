// A view and the journal of how it came about -> the plan: runs of kept lines, changed and new ones, and what is gone.
import type { Dropped, Placed, Plan, Source } from "../plan.ts";
import { type Item, type View, isUntouched, newItem } from "./item.ts";
import type { Journal } from "./journal.ts";
import { movedLines } from "./moved-lines.ts";
import { readItem } from "./read-view.ts";

export function viewPlan(view: View, source: Source, journal: Journal): Plan {
  const placed: Placed[] = [];
  let run: { first: number; last: number } | undefined;
  const endRun = (): void => {
    if (run !== undefined) placed.push({ kind: "kept", ...run });
    run = undefined;
  };
  const result = view.map((item, at) => withoutAside(item, { view, source, journal, at }));
  // A line that only moved counts as changed: a plan that moves lines is not one that does nothing.
  const moved = movedLines(result.flatMap(({ line }) => (line > 0 ? [line] : [])));
  for (const item of result) {
    if (item.ghost !== undefined) continue;
    if (isUntouched(item) && !moved.has(item.line)) {
      if (run !== undefined && item.line === run.last + 1) run.last = item.line;
      else {
        endRun();
        run = { first: item.line, last: item.line };
      }
      continue;
    }
    endRun();
    placed.push(placedOf(item));
  }
  endRun();
  return { placed, dropped: droppedOf(result, source, journal), steps: journal.steps() };
}

type Context = { readonly view: View; readonly source: Source; readonly journal: Journal; readonly at: number };

/** A line that is set aside is no longer one of the result: what stays of it is written anew. */
function withoutAside(item: Item, { view, source, journal, at }: Context): Item {
  if (item.line === 0 || journal.noteOf(item.line)?.setAside !== true) return item;
  const raw = readItem(view, source, at);
  return raw === undefined ? item : newItem(raw);
}

function placedOf({ line, part, entry, changes }: Item): Placed {
  if (entry !== undefined) return { kind: "added", entry };
  return part === undefined ? { kind: "changed", line, changes } : { kind: "changed", line, part, changes };
}

function droppedOf(result: View, { session }: Source, journal: Journal): readonly Dropped[] {
  const { lines } = session.log.tally;
  const stays = new Uint8Array(lines + 1);
  for (const { line } of result) stays[line] = 1;
  const dropped: Dropped[] = [];
  for (let line = 1; line <= lines; line++)
    if (stays[line] === 0) dropped.push(journal.noteOf(line) ?? { line, reason: "unreadable", setAside: true });
  return dropped;
}
