// An agent -> its rows, nested below the call that started it, a few at a time; the whole log is a link away.
import { For, Show, createSignal, onCleanup } from "solid-js";
import { formatWhole } from "../../view/index.ts";
import { isAbort } from "../api/client.ts";
import { type Row, readRows } from "../api/rows.ts";
import { sessionAddress } from "../shell/router.ts";
import { Failure } from "../parts/notice.tsx";
import { createFolds } from "./folds.ts";
import type { RowProps } from "./row-props.ts";

const atOnce = 30;
/** A page is never filled with rows of agents: beyond these, their log is read on its own. */
const mostRows = 90;

export function AgentRows(props: RowProps & { readonly agent: string }) {
  const source = () => ({ id: props.source.id, agent: props.agent, branch: undefined });
  const folds = createFolds();
  const control = new AbortController();
  const [rows, setRows] = createSignal<readonly Row[]>([]);
  const [total, setTotal] = createSignal<number>();
  const [error, setError] = createSignal<unknown>();
  onCleanup(() => control.abort());
  async function more(): Promise<void> {
    try {
      const page = await readRows(source(), { from: rows().length, count: atOnce }, control.signal);
      setRows((known) => [...known, ...page.rows]);
      setTotal(page.total);
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
    }
  }
  // When everything is unfolded at once, rows of agents wait until they are asked for.
  if (props.folds.all() === undefined) void more();
  return (
    <div>
      <div class="note-line">
        <Show when={total() === undefined}>
          <button class="button" type="button" onClick={() => void more()}>
            What the agent did
          </button>
        </Show>
        <a class="button quiet" href={sessionAddress(props.source.id, { agent: props.agent })} data-own>
          Open its log
        </a>
      </div>
      <Show when={error()}>{(failure) => <Failure error={failure()} />}</Show>
      <Show when={rows().length > 0}>
        <div class="nested" role="group" aria-label="Rows of the agent">
          <For each={rows()}>
            {(row) => (
              <div class={`row row-${row.kind}`}>{props.show({ row, source: source(), folds, show: props.show })}</div>
            )}
          </For>
        </div>
        <Show when={rows().length < Math.min(total() ?? 0, mostRows)}>
          <button class="button quiet" type="button" onClick={() => void more()}>
            Show more: {formatWhole(rows().length)} of {formatWhole(total() ?? 0)} rows
          </button>
        </Show>
      </Show>
    </div>
  );
}
