// A row of a log -> what people read: a prompt, words of the model, thoughts, a tool's card, a compaction, a note.
import { Match, Show, Switch } from "solid-js";
import { formatCount, sanitizeLine } from "../../view/index.ts";
import type { Row } from "../api/rows.ts";
import { Moment } from "../parts/age.tsx";
import { Markdown } from "../text/markdown.tsx";
import { CallCard } from "./call-card.tsx";
import { CutNote } from "./cut-note.tsx";
import { LongText } from "./long-text.tsx";
import { Pictures } from "./pictures.tsx";
import type { RowProps } from "./row-props.ts";

export function RowBody(props: RowProps) {
  return (
    <div class="body">
      <Switch>
        <Match when={props.row.kind === "turn"}>
          <Prompt {...props} />
        </Match>
        <Match when={props.row.kind === "text"}>
          <Markdown text={props.row.text} />
          <CutNote {...props} />
        </Match>
        <Match when={props.row.kind === "thinking"}>
          <Thinking {...props} />
        </Match>
        <Match when={props.row.kind === "call"}>
          <CallCard {...props} />
        </Match>
        <Match when={props.row.kind === "compaction"}>
          <div class="compaction">{compactionWords(props.row)}</div>
        </Match>
        <Match when={props.row.kind === "result" || props.row.kind === "note"}>
          <Note {...props} />
        </Match>
      </Switch>
    </div>
  );
}

const promptWords: Readonly<Record<string, string>> = {
  typed: "you",
  sdk: "a program",
  queued: "you, queued",
  agent_task: "the task",
  command: "a command",
  command_expansion: "a command",
  bash_input: "you, in the shell",
};

function Prompt(props: RowProps) {
  return (
    <>
      <div class="who">
        <b>{sanitizeLine(props.row.label)}</b>
        <span>{promptWords[props.row.prompt] ?? sanitizeLine(props.row.prompt)}</span>
        <Moment ms={props.row.timeMs} />
      </div>
      <LongText row={props.row} folds={props.folds} />
      <CutNote {...props} />
      <Pictures {...props} />
    </>
  );
}

function Thinking(props: RowProps) {
  const isOpen = () => props.folds.isOpen(props.row.row, false);
  return (
    <>
      <button
        class="fold"
        type="button"
        aria-expanded={isOpen()}
        onClick={() => props.folds.set(props.row.row, isOpen() ? "shut" : "open")}
      >
        {isOpen() ? "▾" : "▸"} Thinking, {formatCount(props.row.text.length)} characters
      </button>
      <Show when={isOpen()}>
        <div class="spoken log-text">{props.row.text}</div>
        <CutNote {...props} />
      </Show>
    </>
  );
}

const longNote = 240;
const knownNotes: Readonly<Record<string, string>> = {
  turn_duration: "end of the turn",
  compact_summary: "what the summary kept",
  local_command_output: "output of the command",
};

/** The log's own word, without its underscores, where there is no better one. */
const noteWords = (about: string): string =>
  (Object.hasOwn(knownNotes, about) ? knownNotes[about] : undefined) ?? about.replaceAll("_", " ");

function Note(props: RowProps) {
  const isLong = () => props.row.text.length > longNote || props.row.text.includes("\n");
  const isOpen = () => !isLong() || props.folds.isOpen(props.row.row, false);
  const about = () => (props.row.kind === "result" ? "result without its call" : noteWords(props.row.about));
  return (
    <>
      <Show
        when={isLong()}
        fallback={
          <div class="note-line">
            <b class="one-line">{sanitizeLine(about())}</b>
            <span class="log-text">{props.row.text}</span>
          </div>
        }
      >
        <button
          class="fold note-line"
          type="button"
          aria-expanded={isOpen()}
          onClick={() => props.folds.set(props.row.row, isOpen() ? "shut" : "open")}
        >
          <b class="one-line">
            {isOpen() ? "▾" : "▸"} {sanitizeLine(about())}
          </b>
          <span class="one-line log-text">{sanitizeLine(props.row.text.slice(0, longNote))}</span>
        </button>
        <Show when={isOpen()}>
          <pre class="output log-text" tabindex="0">
            {props.row.text}
          </pre>
          <CutNote {...props} />
        </Show>
      </Show>
      <Pictures {...props} />
    </>
  );
}

function compactionWords({ trigger, preTokens, postTokens }: Row): string {
  const how = trigger === "manual" ? "by hand" : trigger === "auto" ? "by itself" : (trigger ?? "");
  const sizes = [preTokens, postTokens].flatMap((tokens) => (tokens === undefined ? [] : formatCount(tokens)));
  const size = sizes.length === 0 ? "" : `: ${sizes.join(" → ")} tokens`;
  return `The context was compacted here ${sanitizeLine(how)}${size}`;
}
