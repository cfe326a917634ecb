// What a tool was given and gave -> the parts of its card, by what the tool is.
import { For, Match, Show, Switch } from "solid-js";
import { sanitize, sanitizeLine } from "../../view/index.ts";
import { type Fields, fieldsOf, list, maybeText, text } from "../api/fields.ts";
import type { Hunk } from "../api/rows.ts";
import { Code } from "../text/code.tsx";
import { languageOfPath } from "../text/languages.ts";
import { Markdown } from "../text/markdown.tsx";
import { AgentRows } from "./agent-rows.tsx";
import { CutNote } from "./cut-note.tsx";
import { DiffView } from "./diff-view.tsx";
import { Pictures } from "./pictures.tsx";
import type { RowProps } from "./row-props.ts";

type BodyProps = RowProps & { readonly hunks: readonly Hunk[] };

export function CallBody(props: BodyProps) {
  const input = () => fieldsOf(props.row.input);
  return (
    <div class="call-body">
      <Switch fallback={<Pairs fields={input()} />}>
        <Match when={props.hunks.length > 0}>
          <Show when={props.row.isError}>
            <span class="soft">What was asked for; the file was left as it was:</span>
          </Show>
          <DiffView hunks={props.hunks} />
        </Match>
        <Match when={props.row.name === "Bash" && maybeText(input(), "command")}>
          {(command) => <Code code={command()} language="bash" />}
        </Match>
        <Match when={props.row.agentId !== undefined && maybeText(input(), "prompt")}>
          {(prompt) => <Markdown text={prompt()} />}
        </Match>
        <Match when={props.row.name === "TodoWrite"}>
          <Todos fields={input()} />
        </Match>
        <Match when={props.row.name === "AskUserQuestion"}>
          <Questions fields={input()} />
        </Match>
      </Switch>
      <Show when={props.row.agentId} keyed>
        {(agent) => <AgentRows {...props} agent={agent} />}
      </Show>
      <Result {...props} />
      <Pictures {...props} />
      <CutNote {...props} />
    </div>
  );
}

function Result(props: BodyProps) {
  const isSaid = () => props.hunks.length === 0 || props.row.isError;
  const language = () =>
    props.row.name === "Read" ? languageOfPath(text(fieldsOf(props.row.input), "file_path")) : undefined;
  return (
    <Switch>
      <Match when={props.row.agentId !== undefined && props.row.result}>
        {(result) => (
          <div>
            <h3>What the agent reported</h3>
            <Markdown text={result()} />
          </div>
        )}
      </Match>
      <Match when={isSaid() && language() !== undefined && props.row.result}>
        {(result) => <Code code={result()} language={language()} />}
      </Match>
      <Match when={isSaid() && props.row.result}>
        {(result) => (
          <pre class="output log-text" data-tone={props.row.isError ? "bad" : undefined} tabindex="0">
            {withoutColours(result())}
          </pre>
        )}
      </Match>
      <Match when={isSaid() && props.row.result === ""}>
        <span class="soft">It gave nothing back.</span>
      </Match>
    </Switch>
  );
}

/** Escape characters came as pictures: the colours of terminals are left out, not shown. */
const withoutColours = (output: string): string => output.replaceAll(/␛\[[0-9;]*m/g, "");

function Pairs(props: { readonly fields: Fields }) {
  return (
    <dl class="pairs">
      <For each={Object.entries(props.fields)}>
        {([name, value]) => (
          <>
            <dt class="log-text">{sanitizeLine(name)}</dt>
            <dd class="log-text mono">
              {sanitize(typeof value === "string" ? value : JSON.stringify(value, null, 2))}
            </dd>
          </>
        )}
      </For>
    </dl>
  );
}

const todoMarks: Readonly<Record<string, string>> = { completed: "☑", in_progress: "◧", pending: "☐" };

function Todos(props: { readonly fields: Fields }) {
  return (
    <ul>
      <For each={list(props.fields, "todos", fieldsOf)}>
        {(todo) => (
          <li class="log-text">
            {todoMarks[text(todo, "status")] ?? "·"} {text(todo, "content")}
          </li>
        )}
      </For>
    </ul>
  );
}

function Questions(props: { readonly fields: Fields }) {
  return (
    <For each={list(props.fields, "questions", fieldsOf)}>
      {(question) => (
        <div>
          <p class="log-text">
            <b>{text(question, "question")}</b>
          </p>
          <ul>
            <For each={list(question, "options", fieldsOf)}>
              {(option) => (
                <li class="log-text">
                  ◦ {text(option, "label")} <span class="soft">{text(option, "description")}</span>
                </li>
              )}
            </For>
          </ul>
        </div>
      )}
    </For>
  );
}
