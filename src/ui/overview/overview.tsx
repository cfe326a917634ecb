// What is known of now -> one page: who waits for what and why, what it cost, what was done last, what is about to go.
import { For, Match, Show, Switch, createEffect, createResource, createSignal, on } from "solid-js";
import { formatBytes, sanitizeLine } from "../../view/index.ts";
import { listSessions } from "../api/session.ts";
import { board, daemon, homes, index, isBoardRead, listsAge } from "../live/live.ts";
import { Failure, SmallNotice } from "../parts/notice.tsx";
import { useSelection } from "../parts/selection.ts";
import { SessionLine } from "../sessions/session-line.tsx";
import { sessionAddress } from "../shell/router.ts";
import { BoardCard, boardOrder } from "./board-card.tsx";
import { CostPanel } from "./cost-panel.tsx";

const recentSessions = 8;
const expiringSessions = 6;
const quietMs = 400;

export function Overview() {
  const [age, setAge] = createSignal(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  createEffect(
    on(
      [listsAge, board],
      () => {
        clearTimeout(timer);
        timer = setTimeout(() => setAge((old) => old + 1), quietMs);
      },
      { defer: true },
    ),
  );
  const [recent, { refetch }] = createResource(age, () => listSessions({ limit: recentSessions }));
  const [expiring] = createResource(age, () =>
    listSessions({ limit: expiringSessions, sort: "expiring", tag: "expiring" }),
  );
  const live = () => [...board().values()].filter(({ status }) => status !== "ended").toSorted(boardOrder);
  const recentRows = () => recent.latest?.sessions ?? [];
  const expiringRows = () => expiring.latest?.sessions ?? [];
  const selection = useSelection(() => [
    ...new Set([...live(), ...recentRows(), ...expiringRows()].map(({ sessionId }) => sessionAddress(sessionId))),
  ]);
  return (
    <div class="page">
      <div class="page-head">
        <h1>Overview</h1>
      </div>
      <Banners />
      <div class="overview">
        <div class="column">
          <section class="panel" aria-label="Who waits for what">
            <div class="panel-head">
              <h2>Now</h2>
              <span class="soft">who waits for what, and how we know</span>
            </div>
            <For each={live()}>
              {(session) => (
                <BoardCard session={session} isSelected={selection.isSelected(sessionAddress(session.sessionId))} />
              )}
            </For>
            <Show when={live().length === 0}>
              <SmallNotice>
                {isBoardRead()
                  ? "No session is in use. One that starts shows up here at once, with what it waits for."
                  : "Looking who is at work…"}
              </SmallNotice>
            </Show>
          </section>
          <section class="panel" aria-label="Recent sessions">
            <div class="panel-head">
              <h2>Recent sessions</h2>
              <a href="/sessions" data-own>
                All {recent.latest === undefined ? "" : recent.latest.total}
              </a>
            </div>
            <Switch fallback={<SmallNotice>Reading the list of sessions…</SmallNotice>}>
              <Match when={recent.error !== undefined && recent.latest === undefined}>
                <Failure error={recent.error} again={() => void refetch()} />
              </Match>
              <Match when={recent.latest?.sessions.length === 0}>
                <SmallNotice>There are no sessions yet. Start Claude Code in any folder.</SmallNotice>
              </Match>
              <Match when={recentRows().length > 0}>
                <For each={recentRows()}>
                  {(session) => (
                    <SessionLine
                      session={session}
                      isSelected={selection.isSelected(sessionAddress(session.sessionId))}
                    />
                  )}
                </For>
              </Match>
            </Switch>
          </section>
        </div>
        <div class="column">
          <CostPanel />
          <section class="panel" aria-label="Expiring sessions">
            <div class="panel-head">
              <h2>About to be deleted</h2>
              <span class="soft">by the client's clean-up</span>
            </div>
            <For each={expiringRows()}>{(session) => <SessionLine session={session} isSelected={false} />}</For>
            <SmallNotice>
              <Switch fallback="Looking…">
                <Match when={expiringRows().length > 0}>
                  Save one with <code>clew keep SESSION</code>, or all with <code>clew keep --older-than 20d</code>.
                </Match>
                <Match when={expiring.latest !== undefined}>Nothing goes within a week.</Match>
                <Match when={expiring.error !== undefined}>That could not be found out.</Match>
              </Switch>
            </SmallNotice>
          </section>
        </div>
      </div>
    </div>
  );
}

function Banners() {
  const lost = () => homes().filter(({ isThere }) => !isThere);
  return (
    <>
      <Show when={daemon()?.isDemo}>
        <div class="banner">
          This is the demo that comes with clew: no session of yours was found on this machine. Yours show up here as
          soon as there are any.
        </div>
      </Show>
      <For each={lost()}>
        {({ path }) => (
          <div class="banner" data-tone="bad" role="alert">
            <span class="log-text">{sanitizeLine(path)} is not there. It is picked up again when it comes back.</span>
          </div>
        )}
      </For>
      <IndexBanner />
    </>
  );
}

function IndexBanner() {
  return (
    <Show when={index()} keyed>
      {(known) => (
        <Switch>
          <Match when={known.state === "building" || known.state === "waiting"}>
            <div class="banner" role="status">
              <span>
                Reading your sessions for the index: {formatBytes(known.doneBytes)} of {formatBytes(known.totalBytes)}.
                Everything works meanwhile.
              </span>
              <progress
                aria-label="Progress of the index"
                max={Math.max(1, known.totalBytes)}
                value={Math.min(known.doneBytes, known.totalBytes)}
              />
            </div>
          </Match>
          <Match when={known.state === "failed"}>
            <div class="banner" data-tone="bad">
              <span class="log-text">
                The index could not be made: {known.reason ?? "no reason was told"}. Searching takes longer.
              </span>
            </div>
          </Match>
        </Switch>
      )}
    </Show>
  );
}
