// Filters of the session list -> their buttons, and what each means for a session and for the search.
import { For } from "solid-js";
import type { SearchFilter } from "../api/search.ts";
import { type Session, type StatusName, statusNames } from "../api/session.ts";
import { board } from "../live/live.ts";
import { toneOf } from "../parts/status-badge.tsx";

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

export const sieveWords = (sieve: Sieve): string => words[sieve];

/** Sessions under "Now" of the overview: also one that is open and idle. */
const isLive = (status: StatusName): boolean => status !== "ended";
const isWaiting = (status: StatusName): boolean => toneOf(status) === "wait";

export function passes(session: Session, sieve: Sieve): boolean {
  const status = board().get(session.sessionId)?.status ?? session.status?.status;
  switch (sieve) {
    case "all":
      return true;
    case "live":
      return status !== undefined && isLive(status);
    case "waiting":
      return status !== undefined && isWaiting(status);
    case "expiring":
    case "damaged":
    case "fork":
      return session.tags.includes(sieve);
  }
}

/** The same filter for the daemon, so that hits and their counts are those of the sessions that pass. */
export function searchFilter(sieve: Sieve): SearchFilter {
  switch (sieve) {
    case "all":
      return {};
    case "live":
      return { status: statusNames.filter(isLive).join(",") };
    case "waiting":
      return { status: statusNames.filter(isWaiting).join(",") };
    case "expiring":
    case "damaged":
    case "fork":
      return { tag: sieve };
  }
}

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
