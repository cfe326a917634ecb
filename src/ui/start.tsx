// An element of the page -> the dashboard in it, following the daemon's events.
import { ErrorBoundary, Match, Show, Switch, createEffect, onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { access, isLockedOut } from "./api/access.ts";
import { startClock } from "./live/clock.ts";
import { goLive } from "./live/live.ts";
import { Overview } from "./overview/overview.tsx";
import { Failure, Notice, SmallNotice } from "./parts/notice.tsx";
import { SessionView } from "./session/session-view.tsx";
import { SessionsView } from "./sessions/sessions-view.tsx";
import { listenToKeys } from "./shell/keys.ts";
import { followLinks, route } from "./shell/router.ts";
import { Shell } from "./shell/shell.tsx";
import { applyTheme } from "./shell/theme.ts";

export function start(root: HTMLElement): void {
  applyTheme();
  followLinks(root);
  listenToKeys();
  startClock();
  render(() => <Dashboard />, root);
}

function Dashboard() {
  // Events that were missed while the daemon was away come with the next connection.
  createEffect(() => {
    if (isLockedOut()) return;
    const control = new AbortController();
    onCleanup(() => control.abort());
    void goLive(control.signal);
  });
  return (
    <Shell>
      <Show when={!isLockedOut()} fallback={<LockedOut isSure={access() === "none"} />}>
        <ErrorBoundary fallback={(error: unknown, reset) => <Failure error={error} again={reset} />}>
          <Switch>
            <Match when={route().view === "overview"}>
              <Overview />
            </Match>
            <Match when={route().view === "sessions"}>
              <SessionsView />
            </Match>
            <Match when={sessionId()} keyed>
              {(id) => <SessionView id={id} />}
            </Match>
            <Match when={route().view === "lost"}>
              <Lost />
            </Match>
          </Switch>
        </ErrorBoundary>
      </Show>
    </Shell>
  );
}

function sessionId(): string | undefined {
  const at = route();
  return at.view === "session" ? at.id : undefined;
}

function LockedOut(props: { readonly isSure: boolean }) {
  return (
    <Show when={props.isSure} fallback={<SmallNotice>Asking the other tabs…</SmallNotice>}>
      <NeedsAddress />
    </Show>
  );
}

function NeedsAddress() {
  return (
    <Notice title="This page needs the address that clew printed">
      <p>
        Your sessions are shown only to whoever has the token. It stands in the address that clew printed when it
        started, behind
        <code> #token=</code>. Open that address, or print it again:
      </p>
      <pre>clew serve</pre>
      <p>A tab keeps the token until it is closed, and this one goes on as soon as another has the right one.</p>
    </Notice>
  );
}

function Lost() {
  return (
    <Notice title="There is nothing at this address">
      <p>
        <a href="/" data-own>
          Go to the overview
        </a>{" "}
        or{" "}
        <a href="/sessions" data-own>
          look through the sessions
        </a>
        .
      </p>
    </Notice>
  );
}
