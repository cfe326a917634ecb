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
  // An excerpt may begin anywhere, and some agents' logs do: one that is sound otherwise is left alone.
  const isExcerpt = ghost === -1 && (scope === "agent" || !bench.isMending());
  if (isExcerpt || beside === undefined) return;
  const uuid = bench.newUuid();
  const timestamp = first.timeMs === undefined ? bench.now() : new Date(first.timeMs).toISOString();
  bench.insert(at - 1, madePrompt({ uuid, parent: first.parent, timestamp, beside }));
  bench.change(at, { op: "set", path: ["parentUuid"], value: uuid });
  bench.step("lost-prompt", "The prompt in front of {line} was lost: a note stands in its place.", at);
}
