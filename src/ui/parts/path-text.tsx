// A path -> one line that gives up its middle where there is no room, never the name at its end; all of it on demand.
import { Show } from "solid-js";
import { sanitizeLine } from "../../view/index.ts";

const cuts = /[\\/](?=[^\\/]+[\\/]?$)/;
/** As paths begin: at a root, at home, at a drive, or with names of folders; words of a sentence have blanks. */
const pathLike = /^(?:~?[\\/]|[A-Za-z]:[\\/]|\.{0,2}[^\s\\/:]+[\\/])[^\n]*$/;

export function PathText(props: { readonly path: string; readonly class?: string }) {
  const path = () => sanitizeLine(props.path);
  const at = () => path().search(cuts);
  return (
    <span class={`path ${props.class ?? ""}`} title={path()}>
      <Show when={at() > 0}>
        <span class="path-folder one-line log-text">{path().slice(0, at())}</span>
      </Show>
      <span class="path-name one-line log-text">{path().slice(Math.max(0, at()))}</span>
    </span>
  );
}

/** A text that may be a path: only such a one has a name at its end. */
export function LineText(props: { readonly text: string; readonly class?: string }) {
  return (
    <Show
      when={pathLike.test(props.text) && !/\s-/.test(props.text)}
      fallback={
        <span class={`one-line log-text ${props.class ?? ""}`} title={sanitizeLine(props.text)}>
          {sanitizeLine(props.text)}
        </span>
      }
    >
      <PathText path={props.text} class={props.class ?? ""} />
    </Show>
  );
}
