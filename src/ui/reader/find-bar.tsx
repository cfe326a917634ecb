// Finding in a log -> a bar: the words, how many rows hold them, steps from one to the next, and the way to both ends.
import { Show, createEffect, on } from "solid-js";
import { formatWhole } from "../../view/index.ts";
import { Icon } from "../parts/icon.tsx";
import type { Find } from "./find.ts";
import type { Folds } from "./folds.ts";
import { bringFound, markFound } from "./found-marks.ts";

type BarProps = {
  readonly find: Find;
  readonly list: () => HTMLElement | undefined;
  /** First and last row on the screen, and how many there are. */
  readonly shown: () => readonly [number, number, number];
  readonly onTop: () => void;
  readonly onEnd: () => void;
  readonly onOutline: () => void;
  readonly folds: Folds;
};

export function FindBar(props: BarProps) {
  createEffect(() => {
    props.shown();
    props.find.at();
    markFound(props.list(), props.find.marks());
  });
  createEffect(
    on(props.find.current, (match) => {
      if (match !== undefined) bringFound(props.list, match.row, props.find.marks());
    }),
  );
  function onKey(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
    if (event.isComposing) return;
    if (event.key === "Enter") props.find.step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      props.find.clear();
      event.currentTarget.blur();
    } else return;
    event.preventDefault();
  }
  return (
    <div class="find-bar" role="search">
      <label class="search-field">
        <Icon name="search" />
        <span class="unseen">Find in this session</span>
        <input
          type="search"
          ref={(element) => props.find.setField(element)}
          value={props.find.query()}
          placeholder="Find in this session"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => props.find.setQuery(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
      <Show when={props.find.query() !== ""}>
        <span class="soft" role="status">
          {matchWords(props.find)}
        </span>
        <button class="button quiet" type="button" onClick={() => props.find.step(-1)} aria-label="Previous match">
          ↑
        </button>
        <button class="button quiet" type="button" onClick={() => props.find.step(1)} aria-label="Next match">
          ↓
        </button>
      </Show>
      <span class="spring" />
      <button class="button quiet" type="button" onClick={props.folds.turnAll} title="Unfold or fold everything (e)">
        {props.folds.all() === "open" ? "Fold all" : props.folds.all() === "shut" ? "Fold some" : "Unfold all"}
      </button>
      <button class="button quiet" type="button" onClick={() => props.onTop()} title="First row (g)">
        First
      </button>
      <button class="button quiet" type="button" onClick={() => props.onEnd()} title="Last row (G)">
        Last
      </button>
      <button class="button outline-switch" type="button" onClick={() => props.onOutline()}>
        Turns
      </button>
    </div>
  );
}

function matchWords(find: Find): string {
  const found = find.matches();
  if (find.error() !== undefined) return "could not be searched";
  if (find.isBusy() || found === undefined) return "searching…";
  if (found.total === 0) return "not in this log";
  const total = `${formatWhole(found.total)}${found.isComplete ? "" : " or more"}`;
  return find.at() < 0 ? `in ${total} rows` : `${formatWhole(find.at() + 1)} of ${total} rows`;
}
