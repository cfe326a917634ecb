// Logs -> columns in which every message, call, result and prompt of all of them stands once, with the log that owns it.
import type { Digest } from "../../graph/index.ts";
import { ownerOrder } from "../owner.ts";
import type { CountedLog } from "./accounts.ts";
import type { CountedCalls, CountedMessages, CountedPrompts } from "./columns.ts";
import { callCounter } from "./count-calls.ts";
import { messageCounter } from "./count-messages.ts";
import { promptCounter } from "./count-prompts.ts";
import { withoutCopies } from "./prompt-copies.ts";

export type Counted = {
  readonly logs: readonly CountedLog[];
  readonly models: readonly string[];
  readonly variants: readonly string[];
  readonly tools: readonly string[];
  readonly messages: CountedMessages;
  readonly calls: CountedCalls;
  readonly prompts: CountedPrompts;
  /** -1 for an id that no log has. */
  readonly rowOfMessage: (id: string) => number;
  readonly rowOfCall: (id: string) => number;
  /** The time of a row, or when its log began where it has none of its own. */
  readonly timeOr: (timeMs: number | undefined, log: number) => number;
};

export function countOnce(logs: readonly CountedLog[]): Counted {
  const size = (rows: (digest: Digest) => number): number => logs.reduce((sum, { digest }) => sum + rows(digest), 0);
  const messages = messageCounter(size((digest) => digest.messages.ids.length));
  const calls = callCounter(size((digest) => digest.calls.ids.length + digest.results.ids.length));
  const prompts = promptCounter(size((digest) => digest.prompts.ids.length));
  const shared = new Set<number>();
  const sharing = (log: number) => (earlier: number) => {
    if (earlier !== log && earlier >= 0) shared.add(earlier).add(log);
  };

  const unanswered = logs.flatMap((each, log) => {
    const onShared = sharing(log);
    messages.add(each.digest, log, onShared);
    prompts.add(each, log, onShared);
    return calls.addCalls(each.digest, log, onShared) ? [log] : [];
  });
  for (const log of unanswered) {
    const digest = logs[log]?.digest;
    if (digest !== undefined) calls.addResults(digest, log, sharing(log));
  }
  giveToOwners();
  const starts = Float64Array.from(logs, ({ digest, modifiedMs }) => digest.startMs ?? modifiedMs);
  return {
    logs,
    models: messages.models.all,
    variants: messages.variants.all,
    tools: calls.tools.all,
    messages: messages.columns,
    calls: calls.columns,
    prompts: withoutCopies(prompts.columns, logs),
    rowOfMessage: messages.rowOf,
    rowOfCall: calls.rowOf,
    timeOr: (timeMs = Number.NaN, log) => (Number.isNaN(timeMs) ? (starts[log] ?? 0) : timeMs),
  };

  /** Rows went to the first log that had them; where logs repeat each other, the order of owners decides anew. */
  function giveToOwners(): void {
    if (shared.size === 0) return;
    const places = [...shared].sort((a, b) => a - b);
    const claimants = places.flatMap((place) => logs[place] ?? []);
    // Backwards, so that the first owner has the last word.
    for (const at of ownerOrder(claimants).toReversed()) {
      const log = claimants[at];
      const place = places[at] ?? 0;
      if (log === undefined) continue;
      messages.give(log.digest, place);
      calls.give(log.digest, place);
      prompts.give(log, place);
    }
  }
}
