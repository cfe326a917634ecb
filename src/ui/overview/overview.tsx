// What is known of now -> one page: who waits for what and why, what it cost, what was done last, what is about to go.
import {
  For,
  Match,
  Show,
  Switch,
  createEffect,
  createMemo,
  createResource,
  createSignal,
  on,
  onCleanup,
} from "solid-js";
import { sanitizeLine } from "../../view/index.ts";
import { listSessions } from "../api/session.ts";
import { board, daemon, homes, isBoardRead, listsAge, lostMs } from "../live/live.ts";
import { asOfLost } from "../parts/as-of.ts";
import { IndexBanner } from "../parts/index-banner.tsx";
import { latestOf } from "../parts/latest.ts";
import { Failure, SmallNotice } from "../parts/notice.tsx";
import { useSelection } from "../parts/selection.ts";
import { SessionLine } from "../sessions/session-line.tsx";
import { sessionAddress } from "../shell/router.ts";
import { BoardCard } from "./board-card.tsx";
import { ofNow } from "./board-order.ts";
import { CostPanel } from "./cost-panel.tsx";

const recentSessions = 8;
const expiringSessions = 6;
const quietMs = 400;

export function Overview() {
  const [age, setAge] = createSignal(0);
  const [recent, { refetch }] = createResource(age, () => listSessions({ limit: recentSessions }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    // The first answer is not given up for a newer one: something is to be seen first.
    timer = setTimeout(() => (recent.state === "pending" ? later() : setAge((old) => old + 1)), quietMs);
  };
  onCleanup(() => clearTimeout(timer));
  createEffect(on([listsAge, board], later, { defer: true }));
  const lastRecent = latestOf(recent);
  // What takes longer is asked for when the newest sessions are there.
  const isListed = createMemo(() => recent.error !== undefined || lastRecent() !== undefined);
  const [expiring] = createResource(
    () => (isListed() ? age() + 1 : undefined),
    () => listSessions({ limit: expiringSessions, sort: "expiring", tag: "expiring" }),
  );
  // Panels come from top to bottom, each when those above it have their height: nothing on the screen moves.
  const isNowKnown = () => isBoardRead() || lostMs() !== undefined;
  const live = () => ofNow(board().values());
  const lastExpiring = latestOf(expiring);
  const recentRows = () => lastRecent()?.sessions ?? [];
  const expiringRows = () => lastExpiring()?.sessions ?? [];
  const selection = useSelection(() => [
    ...new Set([...live(), ...recentRows(), ...expiringRows()].map(({ sessionId }) => sessionAddress(sessionId))),
  ]);
  return (
    <div class="page">
      <div class="page-head">
        <h1>Overview</h1>
        <Show when={daemon()?.isDemo}>
          <span class="demo-note">
            This is the demo that comes with clew: no session of yours was found on this machine. Yours show up here as
            soon as there are any.
          </span>
        </Show>
      </div>
      <Banners />
      <div class="overview">
        <div class="column">
          <section class="panel" aria-label="Who waits for what">
            <div class="panel-head">
              <h2>Now</h2>
              <span class="soft">{`who waits for what, and how we know${asOfLost()}`}</span>
            </div>
            <For each={live()}>
              {(session) => (
                <BoardCard session={session} isSelected={selection.isSelected(sessionAddress(session.sessionId))} />
              )}
            </For>
            <Show when={live().length === 0}>
              <SmallNotice>
                <Switch fallback="No session is in use. One that starts shows up here at once, with what it waits for.">
                  <Match when={lostMs() !== undefined}>The connection is lost: running sessions are unknown.</Match>
                  <Match when={!isBoardRead()}>Looking who is at work…</Match>
                </Switch>
              </SmallNotice>
            </Show>
          </section>
          <Show when={isNowKnown()}>
            <section class="panel" aria-label="Recent sessions">
              <div class="panel-head">
                <h2>Recent sessions</h2>
                <a href="/sessions" data-own>
                  All {lastRecent()?.total ?? ""}
                </a>
              </div>
              <Switch fallback={<SmallNotice>Reading the list of sessions…</SmallNotice>}>
                <Match when={recent.error !== undefined && lastRecent() === undefined}>
                  <Failure error={recent.error} again={() => void refetch()} />
                </Match>
                <Match when={lastRecent()?.sessions.length === 0}>
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
          </Show>
        </div>
        <Show when={isNowKnown() && isListed()}>
          <div class="column">
            <CostPanel isDue={isListed()} />
            <section class="panel" aria-label="Expiring sessions">
              <div class="panel-head">
                <h2>Expiring</h2>
                <span class="soft">soon deleted by the client's clean-up</span>
              </div>
              <For each={expiringRows()}>{(session) => <SessionLine session={session} isSelected={false} />}</For>
              <SmallNotice>
                <Switch fallback="Looking…">
                  <Match when={expiringRows().length > 0}>
                    Save one with <code>clew keep SESSION</code>, or all with <code>clew keep --older-than 20d</code>.
                  </Match>
                  <Match when={lastExpiring() !== undefined}>Nothing that is not kept expires within a week.</Match>
                  <Match when={expiring.error !== undefined}>That could not be found out.</Match>
                </Switch>
              </SmallNotice>
            </section>
          </div>
        </Show>
      </div>
      <IndexBanner />
    </div>
  );
}

function Banners() {
  const lost = () => homes().filter(({ isThere }) => !isThere);
  return (
    <>
      <For each={lost()}>
        {({ path }) => (
          <div class="banner" data-tone="bad" role="alert">
            <span class="log-text">{sanitizeLine(path)} is not there. It is picked up again when it comes back.</span>
          </div>
        )}
      </For>
    </>
  );
}
