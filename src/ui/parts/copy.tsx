// A text -> a button that puts it on the clipboard and says so; or the same beside the text itself.
import { createSignal } from "solid-js";
import { sanitizeLine } from "../../view/index.ts";

const saidMs = 1500;

export function CopyButton(props: { readonly text: string; readonly label: string; readonly class?: string }) {
  const [said, setSaid] = createSignal<string>();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(props.text);
      setSaid("Copied");
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setSaid("The browser refused");
    }
    setTimeout(() => setSaid(undefined), saidMs);
  }
  return (
    <button class={props.class ?? "button"} type="button" title={sanitizeLine(props.text)} onClick={() => void copy()}>
      <span aria-live="polite">{said() ?? props.label}</span>
    </button>
  );
}

export function Command(props: { readonly text: string }) {
  return (
    <div class="command">
      <span class="log-text">{sanitizeLine(props.text)}</span>
      <CopyButton text={props.text} label="Copy" class="button quiet" />
    </div>
  );
}
