// Events of all files and one path -> the events that its history needs: its own, and those of every file it came from or went to.
import { isBelow, pathKey } from "./file-path.ts";
import type { OrderedEvent } from "./order.ts";
import type { ShellAct } from "./shell-act.ts";
import { doubtMatcher } from "./shell-doubt.ts";

export function connectedEvents(events: readonly OrderedEvent[], path: string): readonly OrderedEvent[] {
  const carries = events.flatMap(({ act }) =>
    act.kind === "shell" && (act.act.kind === "move" || act.act.kind === "copy") ? [endsOf(act.act)] : [],
  );
  const keys = new Set([pathKey(path)]);
  // Each round follows every move one step further; there are no more rounds than moves.
  for (let size = 0; size < keys.size;) {
    size = keys.size;
    for (const { from, to } of carries) {
      for (const key of keys) {
        if (touches(key, to) || isBelow(to, key)) keys.add(from);
        if (touches(key, from)) keys.add(to);
      }
    }
  }
  return events.filter((event) => isNear(event, keys));
}

type Ends = { readonly from: string; readonly to: string };

const endsOf = ({ from, path }: Extract<ShellAct, { kind: "move" | "copy" }>): Ends => ({
  from: pathKey(from),
  to: pathKey(path),
});

/** The file itself, or one in that folder. */
const touches = (key: string, place: string): boolean => key === place || isBelow(key, place);

function isNear({ key, act }: OrderedEvent, keys: ReadonlySet<string>): boolean {
  if (keys.has(key)) return true;
  if (act.kind === "shell" && act.act.kind === "doubt" && act.act.pattern !== undefined) {
    const isMet = doubtMatcher(act.act);
    return [...keys].some(isMet);
  }
  const from = act.kind === "shell" && "from" in act.act ? pathKey(act.act.from) : undefined;
  for (const wanted of keys) {
    // What happens to a folder happens to the files in it, and a folder is known by the files in it.
    if (touches(wanted, key) || isBelow(key, wanted)) return true;
    if (from !== undefined && touches(wanted, from)) return true;
  }
  return false;
}
