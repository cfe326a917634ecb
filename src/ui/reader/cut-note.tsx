// A row whose texts were cut on the way -> how much is missing, and all of it on demand.
import { For, Show, createSignal } from "solid-js";
import { formatCount } from "../../view/index.ts";
import { type Row, type Source, readRows } from "../api/rows.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Failure } from "../parts/notice.tsx";

export function CutNote(props: { readonly row: Row; readonly source: Source }) {
  const [whole, setWhole] = createSignal<Row>();
  const [error, setError] = createSignal<unknown>();
  const longest = () => Math.max(0, ...Object.values(props.row.cut).map(Number).filter(Number.isFinite));
  async function show(): Promise<void> {
    try {
      const { rows } = await readRows(props.source, { from: props.row.row, count: 1, full: 1 });
      // While a long log is being read its rows have estimated numbers.
      setWhole(rows.find(({ line }) => line === props.row.line));
    } catch (failure) {
      setError(failure);
    }
  }
  return (
    <Show when={Object.keys(props.row.cut).length > 0}>
      <button class="button quiet" type="button" onClick={() => void show()}>
        Cut short: show all {formatCount(longest())} characters
      </button>
      <Show when={whole()} keyed>
        {(row) => (
          <Dialog title={`All of line ${row.line}`} size="wide" onClose={() => setWhole(undefined)}>
            <For each={[row.text, row.kind === "call" ? JSON.stringify(row.input, null, 2) : "", row.result ?? ""]}>
              {(text) => (
                <Show when={text}>
                  <pre class="output log-text">{text}</pre>
                </Show>
              )}
            </For>
          </Dialog>
        )}
      </Show>
      <Show when={error()} keyed>
        {(failure) => (
          <Dialog title="All of it" onClose={() => setError(undefined)}>
            <Failure error={failure} />
          </Dialog>
        )}
      </Show>
    </Show>
  );
}
