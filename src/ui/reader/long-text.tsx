// A text that may be long -> its beginning, with a button for the rest.
import { Show } from "solid-js";
import { plural } from "../../view/index.ts";
import type { RowProps } from "./row-props.ts";

const mostLines = 24;
const mostCharacters = 2400;

export function LongText(props: Pick<RowProps, "row" | "folds">) {
  const lines = () => props.row.text.split("\n").length;
  const isLong = () => props.row.text.length > mostCharacters || lines() > mostLines;
  const isOpen = () => props.folds.isOpen(props.row.row, false);
  return (
    <>
      <div class="spoken log-text" classList={{ clamped: isLong() && !isOpen() }}>
        {props.row.text}
      </div>
      <Show when={isLong()}>
        <button
          class="button quiet"
          type="button"
          aria-expanded={isOpen()}
          onClick={() => props.folds.set(props.row.row, isOpen() ? "shut" : "open")}
        >
          {isOpen() ? "Show less" : `Show all ${plural(lines(), "line")}`}
        </button>
      </Show>
    </>
  );
}
