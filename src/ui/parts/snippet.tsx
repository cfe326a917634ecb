// Pieces of a text, some of them found -> the text with those marked; each piece is a text node.
import { For, Show } from "solid-js";
import type { Piece } from "../api/rows.ts";

export function Snippet(props: { readonly pieces: readonly Piece[] }) {
  return (
    <span class="log-text">
      <For each={props.pieces}>
        {(piece) => (
          <Show when={piece.hit} fallback={piece.text}>
            <mark>{piece.text}</mark>
          </Show>
        )}
      </For>
    </span>
  );
}
