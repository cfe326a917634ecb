// A session -> its cost in the head, counted again while it goes on; its room is kept from the start.
import { Show, onCleanup } from "solid-js";
import { costOfSession } from "../api/cost.ts";
import { onGrowth } from "../live/live.ts";
import { latestOf } from "../parts/latest.ts";
import { useRecounted } from "../overview/recounted.ts";
import { costNote, costWords } from "./cost-words.ts";

export function SessionCost(props: { readonly id: string }) {
  const { found: cost, touch } = useRecounted(() => costOfSession(props.id));
  onCleanup(
    onGrowth(({ sessionId }) => {
      if (sessionId === props.id) touch();
    }),
  );
  // What cannot be counted is left out: the head is about more than that.
  const known = latestOf(cost);
  const charged = () => {
    const latest = known();
    return latest !== undefined && (latest.messages > 0 || latest.costUsd > 0) ? latest : undefined;
  };
  return (
    <span class="cost-room">
      <Show when={charged()}>
        {(found) => (
          <span class="cost" title={costNote(found())}>
            {costWords(found())}
          </span>
        )}
      </Show>
    </span>
  );
}
