// A session -> what it cost, asked for behind its head and counted again while it goes on; nothing is shown before that is known.
import { Show, createResource, createSignal, onCleanup } from "solid-js";
import { costOfSession } from "../api/cost.ts";
import { onGrowth } from "../live/live.ts";
import { recounter } from "../overview/recounter.ts";
import { costNote, costWords } from "./cost-words.ts";

export function SessionCost(props: { readonly id: string }) {
  const [age, setAge] = createSignal(1);
  const [cost] = createResource(age, async () => {
    const begunMs = performance.now();
    const found = await costOfSession(props.id);
    again.took(performance.now() - begunMs);
    return found;
  });
  const again = recounter({
    recount() {
      if (cost.loading || document.hidden) again.touch();
      else setAge((old) => old + 1);
    },
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  });
  onCleanup(
    onGrowth(({ sessionId }) => {
      if (sessionId === props.id) again.touch();
    }),
  );
  onCleanup(again.close);
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
