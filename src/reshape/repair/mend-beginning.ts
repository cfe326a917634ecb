// A conversation whose first prompt was lost -> one that begins with a note in its place, because none may begin with the model.
import type { Bench } from "./bench.ts";
import { madePrompt } from "./made-entry.ts";
import type { Survey } from "./survey.ts";

export function mendBeginning(survey: Survey, bench: Bench): void {
  const { thread, view, scope, entryOf } = survey;
  const first = thread.path.find((node) => node.type === "user" || node.type === "assistant");
  if (first === undefined || first.type !== "assistant") return;
  const { at } = entryOf(first);
  const ghost = view.findLastIndex((item, place) => place < at && item.ghost !== undefined);
  const beside = bench.read(at);
  const before = survey.entries[first.index - 1]?.node;
  // An excerpt may begin anywhere, and some agents' logs do: one that is sound otherwise is left alone. Where a hook's line stands in
  // front, the log is there from its beginning.
  const isCut = before !== undefined && thread.links.isLive(before) && first.parent !== undefined;
  const isExcerpt = ghost === -1 && (scope === "agent" || (!isCut && !bench.isMending()));
  if (isExcerpt || beside === undefined) return;
  // It takes the place of the lost one, by whose uuid others may know it.
  const isKnown = first.parent !== undefined && survey.find(first.parent) === undefined;
  const uuid = isKnown && first.parent !== undefined ? first.parent : bench.newUuid();
  const above = isKnown ? (survey.find(view[ghost]?.ghost?.parent)?.id ?? before?.id) : first.parent;
  const timestamp = first.timeMs === undefined ? bench.now() : new Date(first.timeMs).toISOString();
  bench.insert(at - 1, madePrompt({ uuid, parent: above, timestamp, beside }));
  if (!isKnown) bench.change(at, { op: "set", path: ["parentUuid"], value: uuid });
  bench.step("lost-prompt", "The prompt in front of {line} was lost: a note stands in its place.", at);
}
