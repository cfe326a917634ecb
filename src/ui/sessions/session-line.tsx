// A session -> its two lines in a list: what it is, where, how far, when.
import { Show } from "solid-js";
import { expiryWords, formatBytes, originText, plural, sanitizeLine } from "../../view/index.ts";
import type { Session } from "../api/session.ts";
import { board } from "../live/live.ts";
import { Age } from "../parts/age.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { sessionAddress } from "../shell/router.ts";

export function SessionLine(props: { readonly session: Session; readonly isSelected: boolean }) {
  const status = () => board().get(props.session.sessionId) ?? props.session.status;
  return (
    <a
      class="session-line"
      href={sessionAddress(props.session.sessionId)}
      data-own
      data-selected={props.isSelected}
      data-session={props.session.sessionId}
    >
      <span class="name">
        <Title text={props.session.title} />
        <Show when={status()}>{(known) => <StatusBadge status={known().status} />}</Show>
        <Tags session={props.session} />
      </span>
      <span class="age">
        <Age ms={props.session.endMs} />
      </span>
      <span class="about">
        <span class="one-line log-text">{sanitizeLine(props.session.project ?? props.session.cwd ?? "no folder")}</span>
        <Show when={props.session.gitBranch}>
          {(branch) => <span class="one-line log-text less">{sanitizeLine(branch())}</span>}
        </Show>
        <Show when={props.session.turns !== undefined}>
          <span>{plural(props.session.turns ?? 0, "turn")}</span>
        </Show>
        <Show when={stateWords(props.session)}>{(words) => <span class="less log-text">{words()}</span>}</Show>
        <Show when={props.session.agents > 0}>
          <span class="less">{plural(props.session.agents, "agent")}</span>
        </Show>
        <Show when={props.session.model}>
          {(model) => <span class="one-line log-text less">{sanitizeLine(model())}</span>}
        </Show>
      </span>
      <span class="age">{formatBytes(props.session.sizeBytes)}</span>
    </a>
  );
}

const states: Readonly<Record<string, string>> = {
  answered: "answered",
  unanswered: "unanswered",
  interrupted: "interrupted",
  error: "ended by an error",
  empty: "empty",
};

/** Where it stands by its log alone; a call without a result says whose. */
function stateWords({ state, pendingTool }: Session): string | undefined {
  if (state === "open-call") return pendingTool === undefined ? "open call" : `open call: ${sanitizeLine(pendingTool)}`;
  return state !== undefined && Object.hasOwn(states, state) ? states[state] : undefined;
}

export function Title(props: { readonly text: string }) {
  return (
    <Show when={props.text !== ""} fallback={<span class="untitled soft">without a title</span>}>
      <span class="one-line log-text">{sanitizeLine(props.text)}</span>
    </Show>
  );
}

function Tags(props: { readonly session: Session }) {
  // What it repeats is not known yet where only its ends were read.
  const origin = () => originText(props.session) ?? (props.session.tags.includes("fork") ? "fork" : undefined);
  return (
    <>
      <Show when={props.session.tags.includes("damaged")}>
        <span class="badge" data-tone="bad">
          damaged
        </span>
      </Show>
      <Show when={origin()}>{(words) => <span class="badge log-text">{sanitizeLine(words())}</span>}</Show>
      <Show when={props.session.tags.includes("kept")}>
        <span class="badge">kept</span>
      </Show>
      <Show when={props.session.tags.includes("expiring")}>
        <span class="badge" data-tone="wait" title="The client's clean-up deletes its log; clew keep saves it">
          {expiryWords(props.session.expiresInDays ?? 0)}
        </span>
      </Show>
    </>
  );
}
