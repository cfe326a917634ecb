// One session -> its head and the tab that was asked for.
import { For, Match, Show, Switch, createSignal } from "solid-js";
import { formatBytes, originText, plural, sanitizeLine } from "../../view/index.ts";
import { ApiError } from "../api/client.ts";
import type { Head } from "../api/head.ts";
import { board } from "../live/live.ts";
import { zone } from "../live/zone.ts";
import { Age } from "../parts/age.tsx";
import { CopyButton } from "../parts/copy.tsx";
import { Failure } from "../parts/notice.tsx";
import { PathText } from "../parts/path-text.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { type Readings, createReadings } from "../reader/reading-place.ts";
import { Talk } from "../reader/talk.tsx";
import { turnWords } from "../reader/turn-words.ts";
import { Title } from "../sessions/session-line.tsx";
import { useKeys } from "../shell/keys.ts";
import { type Tab, asked, backToList, goTo, route, sessionAddress, tabs } from "../shell/router.ts";
import { useTitle } from "../shell/title.ts";
import { Act, isActing } from "./act.tsx";
import { ContextTab } from "./context-tab.tsx";
import { FilesTab } from "./files-tab.tsx";
import { HealthTab } from "./health-tab.tsx";
import { type HeadState, useHead } from "./head-state.ts";
import { ManageTab } from "./manage-tab.tsx";
import { SessionCost } from "./session-cost.tsx";
import { UnknownSession } from "./unknown-session.tsx";

const tabWords: Readonly<Record<Tab, string>> = {
  talk: "Conversation",
  files: "Files",
  context: "Context",
  health: "Health",
  manage: "Manage",
};

export function SessionView(props: { readonly id: string }) {
  const { id } = props;
  const state = useHead(id, undefined);
  const readings = createReadings();
  const tab = (): Tab => {
    const at = route();
    return at.view === "session" ? at.tab : "talk";
  };
  useTitle(() => sanitizeLine(state.head()?.title ?? ""));
  const open = (name: Tab) => () => goTo(sessionAddress(id, { tab: name }));
  useKeys({
    "1": open("talk"),
    "2": open("files"),
    "3": open("context"),
    "4": open("health"),
    "5": open("manage"),
    Escape: backToList,
  });
  return (
    <Switch
      fallback={
        <div class="session">
          <SessionHead id={id} head={state.head()} tab={tab()} />
          <Show when={isUnknown(state.error())}>
            <div class="banner" data-tone="bad" role="alert">
              Its log is gone: it was moved or deleted while this page was open.
              <span>
                What clew kept comes back with <code>clew restore</code>, what clew deleted with <code>clew undo</code>.
              </span>
            </div>
          </Show>
          <Switch>
            <Match when={tab() === "talk"}>
              <Conversation id={id} state={state} readings={readings} />
            </Match>
            <Match when={tab() === "files"}>
              <FilesTab id={id} />
            </Match>
            <Match when={tab() === "context"}>
              <ContextTab id={id} />
            </Match>
            <Match when={tab() === "health"}>
              <HealthTab id={id} />
            </Match>
            <Match when={tab() === "manage"}>
              <ManageTab id={id} head={state.head()} onDone={state.again} />
            </Match>
          </Switch>
        </div>
      }
    >
      <Match when={state.head() === undefined && isUnknown(state.error())}>
        <UnknownSession id={id} />
      </Match>
      <Match when={state.head() === undefined && state.error()}>
        {(error) => <Failure error={error()} again={state.again} />}
      </Match>
    </Switch>
  );
}

const isUnknown = (error: unknown): boolean => error instanceof ApiError && [404, 400].includes(error.status);

function SessionHead(props: { readonly id: string; readonly head: Head | undefined; readonly tab: Tab }) {
  const status = () => board().get(props.id) ?? props.head?.status;
  const problems = () => (props.head?.findings.error ?? 0) + (props.head?.findings.warning ?? 0);
  return (
    <header class="session-head">
      <div class="session-title">
        <h1>
          <Title text={props.head?.title ?? "…"} />
        </h1>
        <div class="session-marks">
          <Show when={status()}>{(known) => <StatusBadge status={known().status} />}</Show>
          <Show when={props.head?.resume}>
            {(resume) => <CopyButton text={resume()} label="Copy resume command" />}
          </Show>
        </div>
      </div>
      <Facts id={props.id} head={props.head} />
      <nav class="tabs" aria-label="Parts of the session">
        <For each={tabs}>
          {(name) => (
            <a
              href={sessionAddress(props.id, { tab: name })}
              data-own
              aria-current={props.tab === name ? "page" : undefined}
            >
              {tabWords[name]}
              <Show when={name === "health" && problems() > 0}>
                {" "}
                <span class="badge" data-tone={(props.head?.findings.error ?? 0) > 0 ? "bad" : "wait"}>
                  {problems()}
                </span>
              </Show>
            </a>
          )}
        </For>
      </nav>
    </header>
  );
}

/** A name that is no UUID has no part that tells it from others. */
const shortId = (id: string): string => (/^[0-9a-f-]{36}$/.test(id) ? id.slice(0, 8) : sanitizeLine(id));

function Facts(props: { readonly id: string; readonly head: Head | undefined }) {
  return (
    <div class="facts">
      <Show when={props.head} fallback=" ">
        {(head) => (
          <>
            <Show
              when={head().cwd}
              fallback={<span class="one-line log-text">{sanitizeLine(head().project ?? "no folder")}</span>}
            >
              {(folder) => <PathText path={folder()} />}
            </Show>
            <Show when={originText(head())}>{(words) => <Fact text={words()} />}</Show>
            <Show when={head().isKept}>
              <span>kept</span>
            </Show>
            <Show when={head().gitBranch}>{(branch) => <Fact text={branch()} class="less" />}</Show>
            <Show when={head().model}>{(model) => <Fact text={model()} class="less" />}</Show>
            <Show when={!head().isProvisional} fallback={<span>counting…</span>}>
              <span>{turnWords(head())}</span>
              <span class="less">{plural(head().calls, "call")}</span>
              <span class="less">{formatBytes(head().bytes)}</span>
              <Age ms={head().endMs} />
              <span class="less zone">times of {zone()}</span>
            </Show>
            <CopyButton text={head().sessionId} label={shortId(head().sessionId)} class="fact-button mono log-text" />
            <Show when={!head().isProvisional}>
              <SessionCost id={props.id} />
            </Show>
          </>
        )}
      </Show>
    </div>
  );
}

/** Cut where the line has no room for it, with all of it on demand. */
function Fact(props: { readonly text: string; readonly class?: string }) {
  return (
    <span class={`one-line log-text ${props.class ?? ""}`} title={sanitizeLine(props.text)}>
      {sanitizeLine(props.text)}
    </span>
  );
}

type Wish = { readonly at: string };
type ConversationProps = { readonly id: string; readonly state: HeadState; readonly readings: Readings };

/** Another branch or agent, or a conversation that went back, is another reading. */
function Conversation(props: ConversationProps) {
  const [forks, setForks] = createSignal(0);
  // One that is being made is not given up for the next.
  const [wishes, setWishes] = createSignal<readonly Wish[]>([]);
  const key = () => JSON.stringify([asked("agent"), asked("branch"), forks()]);
  return (
    <>
      <Show when={key()} keyed>
        {(_key) => {
          const agent = asked("agent");
          const branch = Number(asked("branch") ?? NaN);
          const own = agent === undefined ? props.state : useHead(props.id, agent);
          const source = { id: props.id, agent, branch: Number.isInteger(branch) ? branch : undefined };
          return (
            <>
              <Show when={agent !== undefined || source.branch !== undefined}>
                <div class="fork-here">
                  <span class="two-lines log-text" title={agent && aboutAgent(props.state.head(), agent)}>
                    {agent === undefined
                      ? `Branch ${branch}, which was left.`
                      : `Agent: ${aboutAgent(props.state.head(), agent)}`}
                  </span>
                  <a href={sessionAddress(props.id)} data-own>
                    Back to the conversation
                  </a>
                </div>
              </Show>
              <Talk
                source={source}
                head={own.head()}
                readings={props.readings}
                onForked={() => setForks((count) => count + 1)}
                onFork={
                  agent === undefined && isActing() ? (at) => setWishes((known) => [...known, { at }]) : undefined
                }
              />
            </>
          );
        }}
      </Show>
      <For each={wishes()}>
        {(wish) => (
          <Act
            op="fork"
            args={{ session: props.id, at: wish.at }}
            title={`Fork this session after turn ${sanitizeLine(wish.at)}`}
            onLeave={() => setWishes((known) => known.filter((other) => other !== wish))}
          />
        )}
      </For>
    </>
  );
}

function aboutAgent(head: Head | undefined, id: string): string {
  return sanitizeLine(head?.agents.find((agent) => agent.id === id)?.about || id);
}
