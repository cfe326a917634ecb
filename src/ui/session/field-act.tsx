// An action that needs one word of a person -> the field for it and the button; nothing where no actions are allowed.
import { Show, createSignal } from "solid-js";
import type { ActionArgs, Op } from "../api/actions.ts";
import { Act, isActing } from "./act.tsx";

type FieldActProps = {
  readonly op: Op;
  /** Over the field. */
  readonly field: string;
  /** What stands in it until something is typed. */
  readonly usual: string;
  readonly args: (typed: string) => ActionArgs;
  readonly label: string;
  readonly title: string;
  readonly onDone?: () => void;
};

export function FieldAct(props: FieldActProps) {
  const [typed, setTyped] = createSignal<string>();
  const value = () => typed() ?? props.usual;
  let place: HTMLDivElement | undefined;
  function press(): void {
    const button = place?.querySelector(".act > button");
    if (button instanceof HTMLElement) button.click();
  }
  return (
    <Show when={isActing()}>
      <div class="act-field" ref={(element) => (place = element)}>
        <label>
          <span>{props.field}</span>
          <input
            type="text"
            value={value()}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.isComposing) press();
            }}
          />
        </label>
        <Act
          op={props.op}
          args={props.args(value())}
          label={props.label}
          title={props.title}
          onDone={() => props.onDone?.()}
        />
      </div>
    </Show>
  );
}
