// A row, or the place where one will be -> its frame on the screen: selected or not, with its link and its raw entry.
import { Show, createEffect } from "solid-js";
import type { Row, Source } from "../api/rows.ts";
import { sessionAddress } from "../shell/router.ts";
import type { Folds } from "./folds.ts";
import { RowBody } from "./row-view.tsx";

type FrameProps = {
  readonly index: number;
  readonly row: Row | undefined;
  readonly source: Source;
  readonly folds: Folds;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onRaw: (line: number) => void;
  readonly onFork: ((turn: string) => void) | undefined;
};

export function RowFrame(props: FrameProps) {
  let place: HTMLDivElement | undefined;
  createEffect(() => {
    // So that a reader of the screen follows; fields that are being typed in keep the focus.
    if (props.isSelected && !(document.activeElement instanceof HTMLInputElement))
      place?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={(element) => (place = element)}
      class={`row row-${props.row?.kind ?? "waiting"}`}
      tabindex="-1"
      data-row={props.index}
      data-line={props.row?.line}
      data-selected={props.isSelected}
      onMouseDown={() => props.onSelect()}
    >
      <Show when={props.row} keyed fallback={<div class="skeleton" />}>
        {(row) => (
          <>
            <RowBody row={row} source={props.source} folds={props.folds} show={RowBody} />
            <div class="row-tools">
              <a
                class="button"
                href={sessionAddress(props.source.id, { line: row.line, agent: props.source.agent })}
                data-own
                title="Link to this entry"
              >
                line {row.line}
              </a>
              <Show when={row.kind === "turn" && row.label !== "" && props.onFork}>
                {(fork) => (
                  <button
                    class="button"
                    type="button"
                    title="A new session that ends with this turn (f)"
                    onClick={() => fork()(row.label)}
                  >
                    fork…
                  </button>
                )}
              </Show>
              <button
                class="button"
                type="button"
                title="The log's own entry (r)"
                onClick={() => props.onRaw(row.line)}
              >
                raw
              </button>
            </div>
          </>
        )}
      </Show>
    </div>
  );
}
