// How far the index is -> a bar while it is being made, or why there is none; nothing once it is there.
import { Match, Show, Switch } from "solid-js";
import { formatBytes } from "../../view/index.ts";
import { type IndexState, index, lostMs } from "../live/live.ts";

export function IndexBanner() {
  return (
    <Show when={lostMs() === undefined && index()} keyed>
      {(known) => (
        <Switch>
          <Match when={known.state === "building" || known.state === "waiting"}>
            <div class="banner index-banner" role="status">
              <span>Reading your sessions for the index{howFar(known)}. Everything works meanwhile.</span>
              <progress
                aria-label="Progress of the index"
                max={Math.max(1, known.totalBytes)}
                value={Math.min(known.doneBytes, known.totalBytes)}
              />
            </div>
          </Match>
          <Match when={known.state === "failed"}>
            <div class="banner index-banner" data-tone="bad">
              <span class="log-text">
                The index could not be made: {known.reason ?? "no reason was told"}. Searching takes longer.
              </span>
            </div>
          </Match>
        </Switch>
      )}
    </Show>
  );
}

/** Before it has begun nobody knows how much there is. */
const howFar = ({ doneBytes, totalBytes }: IndexState): string =>
  totalBytes === 0 ? "" : `: ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`;
