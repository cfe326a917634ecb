// The keys of the dashboard -> a dialog that tells them.
import { For } from "solid-js";
import { Dialog } from "../parts/dialog.tsx";

const keys: readonly (readonly [readonly string[], string])[] = [
  [["/"], "search all sessions; inside a session, find in it"],
  [["j", "k"], "next and previous line or row"],
  [["n", "p"], "next and previous turn of a session"],
  [["g", "G"], "first and last"],
  [["Space", "PgUp", "PgDn", "Home", "End"], "scroll; Shift and Space scroll back"],
  [["Enter"], "open what is selected, also while typing; fold and unfold in a session"],
  [["e"], "unfold or fold everything in a session"],
  [["r"], "the raw log entry of the selected row"],
  [["f"], "fork after the turn of the selected row, where actions are allowed"],
  [["1", "2", "3", "4", "5"], "conversation, files, context, health, manage"],
  [["o", "s"], "overview, sessions"],
  [["t"], "theme: system, light, dark"],
  [["Esc"], "close, leave a field, take the words out of it, go back"],
  [["?"], "this help"],
];

export function Help(props: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={props.onClose}>
      <dl class="key-table">
        <For each={keys}>
          {([names, does]) => (
            <>
              <dt>
                <For each={names}>{(name) => <kbd>{name}</kbd>}</For>
              </dt>
              <dd>{does}</dd>
            </>
          )}
        </For>
      </dl>
    </Dialog>
  );
}
