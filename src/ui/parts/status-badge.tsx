// What a session does now -> a badge with its colour and words; `unknown` while the connection is lost.
import { Show } from "solid-js";
import type { StatusName } from "../api/session.ts";
import { lostMs } from "../live/live.ts";
import { localClock } from "../live/zone.ts";

export type Tone = "wait" | "work" | "bad" | "calm" | "none";

const looks: Readonly<Record<StatusName, { readonly words: string; readonly tone: Tone }>> = {
  waiting_approval: { words: "waits for approval", tone: "wait" },
  asking_question: { words: "asks you", tone: "wait" },
  waiting_input: { words: "waits for you", tone: "wait" },
  error: { words: "failed", tone: "bad" },
  rate_limited: { words: "rate limited", tone: "bad" },
  working: { words: "working", tone: "work" },
  running_command: { words: "runs a command", tone: "work" },
  compacting: { words: "compacting", tone: "work" },
  idle: { words: "idle", tone: "none" },
  ended: { words: "ended", tone: "none" },
  unknown: { words: "unknown", tone: "none" },
};

export const toneOf = (status: StatusName): Tone => looks[status].tone;

export const statusWords = (status: StatusName): string => looks[status].words;

export function StatusBadge(props: { readonly status: StatusName }) {
  return (
    <Show
      when={lostMs()}
      fallback={
        <span class="badge" data-tone={looks[props.status].tone}>
          <span class="dot" aria-hidden="true" />
          {statusWords(props.status)}
        </span>
      }
    >
      {(ms) => (
        <span class="badge" data-tone="none" data-stale title={`Last known: ${statusWords(props.status)}`}>
          unknown since {localClock(ms())}
        </span>
      )}
    </Show>
  );
}
