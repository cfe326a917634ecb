// An action and its options -> a button, what it would do, and after a yes what was made; nothing is shown where the daemon allows none.
import { Match, Show, Switch, createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import { sanitizeLine } from "../../view/index.ts";
import { type ActionArgs, type Op, type Plan, type Told, act, preview } from "../api/actions.ts";
import { isAbort } from "../api/client.ts";
import { daemon } from "../live/live.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Failure } from "../parts/notice.tsx";
import { Outcome, Preview, isIdle } from "./act-told.tsx";

type ActProps = {
  readonly op: Op;
  readonly args: ActionArgs;
  /** On the button; without one it was asked for elsewhere, and is looked at once. */
  readonly label?: string;
  /** Over what it would do. */
  readonly title: string;
  readonly onDone?: () => void;
  /** It was left without being done. */
  readonly onLeave?: () => void;
};

type Phase =
  | { readonly at: "rest" | "looking" }
  | { readonly at: "shown" | "doing"; readonly plan: Plan }
  | { readonly at: "done"; readonly plan: Plan; readonly made: readonly Told[] }
  | { readonly at: "failed"; readonly error: unknown };

export const isActing = (): boolean => daemon()?.actions === "allowed";

/** Said only once it is known that there are none. */
export function ActHint() {
  return (
    <Show when={daemon()?.actions === "none"}>
      <p class="soft act-hint">
        <code>clew serve --allow-actions</code> adds buttons that do it here, each after a preview.
      </p>
    </Show>
  );
}

export function Act(props: ActProps) {
  return (
    <Show when={isActing()}>
      <Allowed {...props} />
    </Show>
  );
}

function Allowed(props: ActProps) {
  const [phase, setPhase] = createSignal<Phase>({ at: "rest" });
  const [isOpen, setOpen] = createSignal(false);
  const asker = document.activeElement;
  let button: HTMLButtonElement | undefined;
  let control = new AbortController();
  function rest(): void {
    control.abort();
    setOpen(false);
    setPhase({ at: "rest" });
  }
  async function look(): Promise<void> {
    control.abort();
    control = new AbortController();
    setPhase({ at: "looking" });
    setOpen(true);
    try {
      setPhase({ at: "shown", plan: await preview(props.op, props.args, control.signal) });
    } catch (error) {
      if (!isAbort(error)) setPhase({ at: "failed", error });
    }
  }
  async function go(plan: Plan): Promise<void> {
    setPhase({ at: "doing", plan });
    try {
      setPhase({ at: "done", plan, made: await act(props.op, plan) });
      props.onDone?.();
    } catch (error) {
      setPhase({ at: "failed", error });
    }
  }
  function close(): void {
    // What is being done, or was, can be looked at again; all else is forgotten with its dialog.
    if (isLasting(phase())) setOpen(false);
    else rest();
    const back = button ?? asker;
    if (back instanceof HTMLElement) back.focus();
    if (phase().at === "rest") props.onLeave?.();
  }
  onMount(() => {
    if (props.label === undefined) void look();
  });
  const closedWords = () => (isOpen() ? "" : leftWords(phase()));
  createEffect(
    on(
      () => JSON.stringify(props.args),
      () => {
        if (phase().at !== "doing") rest();
      },
      { defer: true },
    ),
  );
  onCleanup(() => control.abort());
  return (
    <div class="act">
      <Show when={props.label}>
        {(label) => (
          <button
            class="button"
            type="button"
            ref={(element) => (button = element)}
            onClick={() => (phase().at === "doing" ? setOpen(true) : void look())}
          >
            {label()}
          </button>
        )}
      </Show>
      <span class="unseen" role="status">
        {closedWords()}
      </span>
      <Show when={closedWords()}>
        {(words) => (
          <button class="button quiet" type="button" onClick={() => setOpen(true)}>
            {words()}
          </button>
        )}
      </Show>
      <Show when={isOpen()}>
        <Dialog title={props.title} onClose={close}>
          <Phases
            op={props.op}
            phase={phase()}
            onGo={(plan) => void go(plan)}
            onLook={() => void look()}
            onLeave={close}
          />
        </Dialog>
      </Show>
    </div>
  );
}

const isLasting = ({ at }: Phase): boolean => at === "doing" || at === "done";

function leftWords({ at }: Phase): string {
  switch (at) {
    case "rest":
    case "looking":
    case "shown":
      return "";
    case "doing":
      return "Doing it…";
    case "done":
      return "Done: see what was made";
    case "failed":
      return "It failed: see why";
  }
}

type PhasesProps = {
  readonly op: Op;
  readonly phase: Phase;
  readonly onGo: (plan: Plan) => void;
  readonly onLook: () => void;
  readonly onLeave: () => void;
};

function Phases(props: PhasesProps) {
  let place: HTMLParagraphElement | undefined;
  const shown = () => (props.phase.at === "shown" ? props.phase.plan : undefined);
  const done = () => (props.phase.at === "done" ? props.phase : undefined);
  const failed = () => (props.phase.at === "failed" ? props.phase : undefined);
  // The button that was pressed is gone: the focus goes to where the news is, and on to the next button.
  createEffect(
    on(
      () => props.phase.at,
      () => place?.focus(),
    ),
  );
  return (
    <div class="act-body">
      <p role="status" tabindex="-1" ref={(element) => (place = element)}>
        {statusWords(props.phase)}
      </p>
      <Switch>
        <Match when={shown()}>
          {(plan) => (
            <>
              <Preview op={props.op} preview={plan().preview} />
              <Show when={plan().inUse}>
                {(inUse) => (
                  <div class="banner" data-tone="wait">
                    <span class="log-text">
                      Not now: {sanitizeLine(inUse().message)}. {sanitizeLine(inUse().hint)}.
                    </span>
                  </div>
                )}
              </Show>
              <Show when={!isIdle(plan().preview)}>
                <div class="act-choice">
                  <Show
                    when={plan().inUse === undefined}
                    fallback={
                      <button class="button" type="button" onClick={() => props.onLook()}>
                        Look again
                      </button>
                    }
                  >
                    <button class="button strong" type="button" onClick={() => props.onGo(plan())}>
                      Do it
                    </button>
                  </Show>
                  <button class="button" type="button" onClick={() => props.onLeave()}>
                    Cancel
                  </button>
                </div>
              </Show>
            </>
          )}
        </Match>
        <Match when={done()}>
          {(known) => (
            <Outcome op={props.op} made={known().made} preview={known().plan.preview} onLeave={() => props.onLeave()} />
          )}
        </Match>
        <Match when={failed()}>
          {(known) => <Failure error={known().error} again={() => props.onLook()} againWords="Look again" />}
        </Match>
      </Switch>
    </div>
  );
}

function statusWords(phase: Phase): string {
  switch (phase.at) {
    case "rest":
    case "failed":
      return "";
    case "looking":
      return "Looking at what it would do…";
    case "shown":
      return isIdle(phase.plan.preview)
        ? "There is nothing to do: nothing would change."
        : "This is what it would do. Nothing is written yet.";
    case "doing":
      return "Doing it…";
    case "done":
      return isIdle(phase.made) ? "Nothing had to be done." : "Done.";
  }
}
