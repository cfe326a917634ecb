// What an action would make, or made -> the same in plain words, with the way on and the way back.
import { For, Match, Show, Switch } from "solid-js";
import { formatWhole, plural, sanitizeLine } from "../../view/index.ts";
import type { Lines, Op, Told } from "../api/actions.ts";
import { Command } from "../parts/copy.tsx";
import { sessionAddress } from "../shell/router.ts";
import { clewCommand } from "./clew-command.ts";

/** A session would be as it is: none is made. */
export const isIdle = (told: readonly Told[]): boolean => told.length > 0 && told.every((one) => one.isIdle);

export function Preview(props: { readonly op: Op; readonly preview: readonly Told[] }) {
  return (
    <For each={props.preview}>
      {(told) => (
        <Switch>
          <Match when={props.op === "recover"}>
            <dl class="act-facts">
              <dt>File</dt>
              <dd class="mono log-text">{sanitizeLine(told.file.path)}</dd>
              <dt>Version</dt>
              <dd>{told.file.version ?? "the newest"}</dd>
              <dt>New folder</dt>
              <dd class="mono log-text">{sanitizeLine(told.file.into ?? "")}</dd>
            </dl>
            <p class="soft">The file of today, if there is one, is left alone.</p>
          </Match>
          <Match when={props.op === "keep"}>
            <p>A whole copy goes into clew's own folder, where the client's clean-up does not reach it.</p>
          </Match>
          <Match when={props.op === "title"}>
            <Show when={told.title !== ""} fallback={<p>clew's own title is taken away: the log's counts again.</p>}>
              <dl class="act-facts">
                <dt>Title</dt>
                <dd class="log-text">{sanitizeLine(told.title)}</dd>
              </dl>
            </Show>
            <p class="soft">It is clew's own note: the log is not touched, and the client does not see it.</p>
          </Match>
          <Match when={props.op === "delete"}>
            <p>The session goes to clew's trash, with its agents and all else that belongs to it.</p>
            <p class="soft">
              Nothing of it is destroyed: <code>clew undo</code> brings it back.
            </p>
          </Match>
          <Match when={!isIdle([told])}>
            <Change op={props.op} told={told} />
            <p class="soft">A new session is made beside this one, which stays as it is.</p>
          </Match>
        </Switch>
      )}
    </For>
  );
}

function Change(props: { readonly op: Op; readonly told: Told }) {
  const tokens = () => tokensText(props.op, props.told);
  return (
    <>
      <Show when={props.told.steps.length > 0}>
        <ul>
          <For each={props.told.steps}>{(step) => <li class="log-text">{sanitizeLine(step)}</li>}</For>
        </ul>
      </Show>
      <Show when={props.told.lines}>{(lines) => <p>{linesText(lines())}</p>}</Show>
      <Show when={tokens()}>
        <p>{tokens()}</p>
      </Show>
    </>
  );
}

const linesText = ({ kept, changed, dropped, added }: Lines): string =>
  `${plural(kept, "line")} kept, ${formatWhole(changed)} changed, ${formatWhole(dropped)} dropped, ${formatWhole(added)} added.`;

/** Empty where nobody would expect that anything is saved. */
function tokensText(op: Op, { tokens }: Told): string {
  if (tokens === undefined) return "";
  if (tokens.saved === 0) return op === "trim" || op === "compress" ? "Not one token fewer to send." : "";
  const less = `About ${plural(Math.abs(tokens.saved), "token")} ${tokens.saved < 0 ? "more" : "fewer"} to send`;
  return `${less}: ${formatWhole(tokens.before)} before, ${formatWhole(tokens.after)} after.`;
}

type OutcomeProps = {
  readonly op: Op;
  readonly made: readonly Told[];
  readonly preview: readonly Told[];
  readonly onLeave: () => void;
};

export function Outcome(props: OutcomeProps) {
  const into = () => props.preview[0]?.file.into ?? "";
  return (
    <>
      <For each={props.made} fallback={<p>Nothing was there to be recovered, and nothing was written.</p>}>
        {(told) => (
          <Switch>
            <Match when={props.op === "recover"}>
              <Recovered told={told} into={into()} />
            </Match>
            <Match when={props.op === "keep"}>
              <p>
                {told.keeping.copied === 0
                  ? "It was kept already, in:"
                  : `${plural(told.keeping.copied, "file")} kept in:`}
              </p>
              <Command text={told.keeping.folder ?? ""} />
            </Match>
            <Match when={props.op === "title"}>
              <p class="log-text">
                {told.title === ""
                  ? "It has no title of clew's own any more."
                  : `It is called: ${sanitizeLine(told.title)}`}
              </p>
            </Match>
            <Match when={props.op === "delete"}>
              <p>
                It is in clew's trash now. Back to{" "}
                <a href="/sessions" data-own onClick={() => props.onLeave()}>
                  all sessions
                </a>
                .
              </p>
              <Command text={told.trash ?? ""} />
            </Match>
            <Match when={told.resume}>
              {(resume) => <NewSession told={told} resume={resume()} onLeave={() => props.onLeave()} />}
            </Match>
          </Switch>
        )}
      </For>
      <For each={props.made.flatMap(({ operation }) => operation ?? [])}>
        {(operation) => (
          <>
            <p class="soft">This takes it back:</p>
            <Command text={clewCommand(["undo", operation])} />
          </>
        )}
      </For>
    </>
  );
}

function NewSession(props: { readonly told: Told; readonly resume: string; readonly onLeave: () => void }) {
  return (
    <>
      <p>
        <a href={sessionAddress(props.told.sessionId)} data-own onClick={() => props.onLeave()}>
          Open the new session
        </a>
        , or go on with it:
      </p>
      <Command text={props.resume} />
      <Show when={props.told.setAside}>
        {(file) => (
          <p class="soft">
            What was left out is kept in <span class="mono log-text">{sanitizeLine(file())}</span>.
          </p>
        )}
      </Show>
    </>
  );
}

function Recovered(props: { readonly told: Told; readonly into: string }) {
  return (
    <Show
      when={props.told.file.recovered}
      fallback={<p class="log-text">It could not be recovered: {sanitizeLine(props.told.file.reason ?? "")}</p>}
    >
      {(below) => (
        <>
          <p>The file is in this folder, with a manifest that tells where it came from:</p>
          <Command text={props.into} />
          <p class="soft">
            There it is <span class="mono log-text">{sanitizeLine(below())}</span>
            {props.told.file.grade === "partial" ? "; only a part of its text is known for certain" : ""}.
          </p>
        </>
      )}
    </Show>
  );
}
