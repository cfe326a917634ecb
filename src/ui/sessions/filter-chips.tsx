// Which sessions are wanted -> buttons to choose it by.
import { For } from "solid-js";

export const sieves = ["all", "live", "waiting", "expiring", "damaged", "fork"] as const;
export type Sieve = (typeof sieves)[number];

const words: Readonly<Record<Sieve, string>> = {
  all: "All",
  live: "Live",
  waiting: "Waiting",
  expiring: "Expiring",
  damaged: "Damaged",
  fork: "Forks",
};

export function FilterChips(props: { readonly sieve: Sieve; readonly onSieve: (sieve: Sieve) => void }) {
  return (
    <div class="chips" role="group" aria-label="Which sessions">
      <For each={sieves}>
        {(sieve) => (
          <button
            class="button"
            type="button"
            aria-pressed={props.sieve === sieve}
            onClick={() => props.onSieve(sieve)}
          >
            {words[sieve]}
          </button>
        )}
      </For>
    </div>
  );
}
