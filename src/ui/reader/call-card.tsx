// A tool call and its result -> a card: one line when folded; diff, command, output or agent when unfolded.
import { Show } from "solid-js";
import { formatDuration, sanitizeLine } from "../../view/index.ts";
import type { Row } from "../api/rows.ts";
import { PathText } from "../parts/path-text.tsx";
import { CallBody } from "./call-body.tsx";
import { callHunks } from "./call-hunks.ts";
import { DiffTally } from "./diff-view.tsx";
import type { RowProps } from "./row-props.ts";

/** Edits of this many lines are shown without being asked for. */
const shortEdit = 40;

export function CallCard(props: RowProps) {
  const state = () => (props.row.isError ? "bad" : props.row.result === undefined ? "open" : "ok");
  const hunks = () => callHunks(props.row);
  const natural = () => {
    const lines = hunks().reduce((sum, hunk) => sum + hunk.lines.length, 0);
    return lines > 0 && lines <= shortEdit;
  };
  const isOpen = () => props.folds.isOpen(props.row.row, natural());
  return (
    <div class="call" data-state={state()}>
      <button
        class="call-head"
        type="button"
        aria-expanded={isOpen()}
        onClick={() => props.folds.set(props.row.row, isOpen() ? "shut" : "open")}
      >
        <span class={`mark-${state()}`} title={marks[state()].words} aria-label={marks[state()].words} role="img">
          {marks[state()].sign}
        </span>
        <span class="tool one-line log-text" title={sanitizeLine(props.row.name)}>
          {sanitizeLine(props.row.name)}
        </span>
        <Summary row={props.row} />
        <Show when={hunks().length > 0}>
          <Show when={!props.row.isError} fallback={<span class="soft">not applied</span>}>
            <DiffTally hunks={hunks()} />
          </Show>
        </Show>
        <Show when={props.row.agentId !== undefined}>
          <span class="badge" data-tone="agent">
            agent
          </span>
        </Show>
        <span class="took">{tookWords(props.row)}</span>
      </button>
      <Show when={isOpen()}>
        <CallBody {...props} hunks={hunks()} />
      </Show>
    </div>
  );
}

const fileTools = new Set(["Read", "Edit", "MultiEdit", "Write", "NotebookEdit", "LS"]);

function Summary(props: { readonly row: Row }) {
  return (
    <Show
      when={fileTools.has(props.row.name)}
      fallback={<span class="summary one-line log-text">{sanitizeLine(props.row.summary)}</span>}
    >
      <PathText path={props.row.summary} class="summary" />
    </Show>
  );
}

const marks = {
  ok: { sign: "✓", words: "done" },
  bad: { sign: "✗", words: "failed" },
  open: { sign: "…", words: "no result yet" },
} as const;

function tookWords({ durationMs, result }: Row): string {
  if (result === undefined) return "no result";
  return durationMs === undefined ? "" : formatDuration(durationMs);
}
