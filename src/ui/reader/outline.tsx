// The turns of a log, its branches and its agents -> a list to jump by.
import { For, Show, createEffect, on } from "solid-js";
import { plural, sanitizeLine } from "../../view/index.ts";
import type { Head, Turn } from "../api/head.ts";
import type { Source } from "../api/rows.ts";
import { Icon } from "../parts/icon.tsx";
import { type ListHandle, VirtualList } from "../parts/virtual-list.tsx";
import { sessionAddress } from "../shell/router.ts";
import { branchAddress } from "./fork-marks.tsx";
import { countTurns } from "./turn-words.ts";

type OutlineProps = {
  readonly turns: readonly Turn[];
  /** Index among the turns; -1 in front of all. */
  readonly current: number;
  readonly head: Head | undefined;
  readonly source: Source;
  readonly isOpen: boolean;
  readonly onTurn: (turn: Turn) => void;
  /** Where it lies over the conversation. */
  readonly onClose: () => void;
};

const mostAgents = 60;
const shownLetters = 120;

export function Outline(props: OutlineProps) {
  let list: ListHandle | undefined;
  createEffect(
    on(
      () => props.current,
      (at) => at >= 0 && list?.scrollTo(at, "auto"),
    ),
  );
  return (
    <aside class="outline" aria-label="Turns" data-open={props.isOpen}>
      <div class="outline-head">
        <h2>{props.head?.isProvisional === true ? "Turns" : plural(countTurns(props.turns), "turn")}</h2>
        <button class="button quiet" type="button" onClick={() => props.onClose()}>
          Close
        </button>
      </div>
      <VirtualList
        count={props.turns.length}
        estimatePx={28}
        label="Turns"
        onReady={(handle) => (list = handle)}
        render={(index) => (
          <Show when={props.turns[index]}>
            {(turn) => (
              <button type="button" aria-current={props.current === index} onClick={() => props.onTurn(turn())}>
                <span class="number">{sanitizeLine(turn().label)}</span>
                <span class="one-line log-text">
                  {sanitizeLine(turn().preview.slice(0, shownLetters)) || turn().kind}
                </span>
              </button>
            )}
          </Show>
        )}
      />
      <Extra {...props} />
    </aside>
  );
}

function Extra(props: OutlineProps) {
  const branches = () => (props.source.branch === undefined ? (props.head?.branches ?? []) : []);
  const agents = () => (props.head?.agents ?? []).filter(({ hasLog }) => hasLog);
  return (
    <Show when={branches().length + agents().length > 0}>
      <div class="outline-extra" tabindex="0" role="group" aria-label="Branches and agents">
        <Show when={branches().length > 0}>
          <h2>Branches that were left</h2>
          <For each={branches().slice(0, mostAgents)}>
            {(branch) => (
              <a class="one-line log-text" href={branchAddress(props.source, branch.number)} data-own>
                <Icon name="branch" />{" "}
                {sanitizeLine(branch.turns[0]?.preview ?? "").slice(0, shownLetters) || plural(branch.rows, "row")}
              </a>
            )}
          </For>
        </Show>
        <Show when={agents().length > 0}>
          <h2>{plural(agents().length, "agent")}</h2>
          <For each={agents().slice(0, mostAgents)}>
            {(agent) => (
              <a class="one-line log-text" href={sessionAddress(props.source.id, { agent: agent.id })} data-own>
                {sanitizeLine(agent.about).slice(0, shownLetters) || sanitizeLine(agent.id)}
              </a>
            )}
          </For>
        </Show>
      </div>
    </Show>
  );
}
