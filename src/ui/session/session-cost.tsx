// A session -> what it cost, asked for behind its head and counted again while it goes on; nothing is shown before that is known.
import { Show, onCleanup } from "solid-js";
import { costOfSession } from "../api/cost.ts";
import { onGrowth } from "../live/live.ts";
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
  const known = () => (cost.error === undefined ? cost.latest : undefined);
  return (
    <Show when={known()}>
      {(told) => (
        <Show when={told().messages > 0 || told().costUsd > 0}>
          <span class="cost" title={costNote(told())}>
            {costWords(told())}
          </span>
        </Show>
      )}
    </Show>
  );
}
