// A title and content -> a dialog over the page that Escape closes, and that gives the focus back.
import { type JSX, onMount } from "solid-js";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  /** `full`: as large as its content, up to the whole screen. */
  readonly size?: "wide" | "full";
  readonly children: JSX.Element;
};

export function Dialog(props: DialogProps) {
  let place: HTMLDialogElement | undefined;
  onMount(() => place?.showModal());
  return (
    <dialog
      ref={(element) => (place = element)}
      class={props.size}
      aria-label={props.title}
      onClose={() => props.onClose()}
      onClick={(event) => {
        if (event.target === place) place?.close();
      }}
    >
      <div class="dialog-head">
        <h2>{props.title}</h2>
        <button class="button quiet" type="button" onClick={() => place?.close()}>
          Close
        </button>
      </div>
      <div class="dialog-body" tabindex="0" autofocus role="region" aria-label={props.title}>
        {props.children}
      </div>
    </dialog>
  );
}
