// An element of the page -> the dashboard in it, following the daemon's events.
import { ErrorBoundary, Match, Show, Switch, onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { access, hasEntered, isLockedOut } from "./api/access.ts";
import { startClock } from "./live/clock.ts";
import { goLive } from "./live/live.ts";
import { Overview } from "./overview/overview.tsx";
import { Failure, Notice, SmallNotice } from "./parts/notice.tsx";
import { SessionView } from "./session/session-view.tsx";
import { SessionsView } from "./sessions/sessions-view.tsx";
import { TokenField } from "./parts/token-field.tsx";
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
  const control = new AbortController();
  onCleanup(() => control.abort());
  void goLive(control.signal);
  return (
    <Shell>
      <Show when={hasEntered() || !isLockedOut()} fallback={<LockedOut isSure={access() === "locked"} />}>
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
        Only a page with the token may show your sessions. The token is the end of the address that clew printed when it
        started, after <code>#token=</code>. This command prints it again:
      </p>
      <pre>clew serve</pre>
      <p>Open that address once, or paste it here. This browser remembers the token until it is renewed.</p>
      <TokenField />
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
