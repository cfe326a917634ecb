// A text that may be long -> its beginning, with a button for the rest.
import { Show, createSignal } from "solid-js";
import { plural } from "../../view/index.ts";

const mostLines = 24;
const mostCharacters = 2400;

export function LongText(props: { readonly text: string }) {
  const [isOpen, setOpen] = createSignal(false);
  const lines = () => props.text.split("\n").length;
  const isLong = () => props.text.length > mostCharacters || lines() > mostLines;
  return (
    <>
      <div class="spoken log-text" classList={{ clamped: isLong() && !isOpen() }}>
        {props.text}
      </div>
      <Show when={isLong()}>
        <button class="button quiet" type="button" aria-expanded={isOpen()} onClick={() => setOpen(!isOpen())}>
          {isOpen() ? "Show less" : `Show all ${plural(lines(), "line")}`}
        </button>
      </Show>
    </>
  );
}
