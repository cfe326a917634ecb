// A session that somebody has open -> a card: what it does or waits for, since when, on which evidence and how surely.
import { For, Show } from "solid-js";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { LiveSession } from "../api/session.ts";
import { lostMs } from "../live/live.ts";
import { localClock } from "../live/zone.ts";
import { Age } from "../parts/age.tsx";
import { StatusBadge, statusWords, toneOf } from "../parts/status-badge.tsx";
import { Title } from "../sessions/session-line.tsx";
import { sessionAddress } from "../shell/router.ts";

const mostEvidence = 3;
/** Where it is written is told on demand. */
const registryFile = / \([^()]*\.json\)$/;

export function BoardCard(props: { readonly session: LiveSession; readonly isSelected: boolean }) {
  return (
    <a
      class="board-card"
      href={sessionAddress(props.session.sessionId)}
      data-own
      data-tone={lostMs() === undefined ? toneOf(props.session.status) : "none"}
      data-status={props.session.status}
      data-selected={props.isSelected}
      data-session={props.session.sessionId}
    >
      <span class="name one-line">
        <Title text={props.session.title} />
      </span>
      <StatusBadge status={props.session.status} />
      <Show when={lostMs()} fallback={<NowWords session={props.session} />}>
        {(ms) => (
          <span class="why">
            <span class="log-text">{sanitizeLine(props.session.project ?? props.session.cwd ?? "")}</span>
            <span>
              last known at {localClock(ms())}: {statusWords(props.session.status)}
            </span>
          </span>
        )}
      </Show>
    </a>
  );
}

/** What it does or waits for, and how that is known. */
function NowWords(props: { readonly session: LiveSession }) {
  return (
    <>
      <Show when={props.session.call}>
        {(call) => (
          <span class="asks log-text">
            {sanitizeLine(call().tool)} {sanitizeLine(call().about)}
          </span>
        )}
      </Show>
      <span class="why">
        <span class="log-text">{sanitizeLine(props.session.project ?? props.session.cwd ?? "")}</span>
        <Show when={props.session.sinceMs !== undefined}>
          <span>
            began <Age ms={props.session.sinceMs} />
          </span>
        </Show>
        <Show when={props.session.agents > 0}>
          <span>{plural(props.session.agents, "agent")} at work</span>
        </Show>
        <span>{confidenceWords[props.session.confidence]}</span>
      </span>
      <span class="why">
        <For each={props.session.evidence.slice(0, mostEvidence)}>
          {(evidence) => (
            <span class="log-text" title={sanitizeLine(evidence.text)}>
              {sanitizeLine(evidence.text).replace(registryFile, "")}
              <Show when={evidence.atMs !== undefined}>
                {" · "}
                <Age ms={evidence.atMs} />
              </Show>
            </span>
          )}
        </For>
      </span>
    </>
  );
}

const confidenceWords = {
  certain: "certain: the client says so",
  likely: "likely: all that is known fits",
  guess: "a guess: only silence speaks for it",
} as const;
