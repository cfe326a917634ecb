// The frame around every view: navigation, who waits, the state of the connection, theme and help.
import { type JSX, Show, createSignal } from "solid-js";
import { isLockedOut } from "../api/access.ts";
import { connection, daemon, lostMs } from "../live/live.ts";
import { Icon } from "../parts/icon.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { Help } from "./help.tsx";
import { useKeys } from "./keys.ts";
import { goTo, route } from "./router.ts";
import { setScrollArea, useScrollKeys } from "./scroll-keys.ts";
import { nextTheme, theme } from "./theme.ts";
import { followTitle, waiting } from "./title.ts";

export function Shell(props: { readonly children: JSX.Element }) {
  const [isHelpOpen, setHelpOpen] = createSignal(false);
  followTitle();
  useScrollKeys();
  useKeys({
    "?": () => setHelpOpen(true),
    "/": () => goTo("/sessions?focus=1"),
    o: () => goTo("/"),
    s: () => goTo("/sessions"),
    t: nextTheme,
  });
  return (
    <div class="shell">
      <header class="side">
        <a class="brand" href="/" data-own>
          <Icon name="clew" />
          clew
        </a>
        <nav class="nav" aria-label="Views">
          <NavLink href="/" view="overview">
            <Icon name="overview" />
            Overview
            <Show when={waiting() !== 0}>
              <span
                class="tally"
                data-stale={waiting() === undefined ? "" : undefined}
                title={waiting() === undefined ? "Unknown: the connection is lost" : `${waiting()} waiting for you`}
              >
                {waiting() ?? "?"}
              </span>
            </Show>
          </NavLink>
          <NavLink href="/sessions" view="sessions">
            <Icon name="sessions" />
            Sessions
          </NavLink>
        </nav>
        <Foot onHelp={() => setHelpOpen(true)} />
      </header>
      <div class="content">
        <ConnectionBanner />
        <main class="main" id="main" ref={(element) => setScrollArea(element)}>
          {props.children}
        </main>
      </div>
      <Show when={isHelpOpen()}>
        <Help onClose={() => setHelpOpen(false)} />
      </Show>
    </div>
  );
}

function NavLink(props: { readonly href: string; readonly view: string; readonly children: JSX.Element }) {
  return (
    <a href={props.href} data-own aria-current={route().view === props.view ? "page" : undefined}>
      {props.children}
    </a>
  );
}

const stateWords = { waiting: "connecting", open: "live", lost: "no connection" } as const;

function Foot(props: { readonly onHelp: () => void }) {
  const state = () => (isLockedOut() || lostMs() !== undefined ? "lost" : connection());
  return (
    <div class="side-foot">
      <div class="side-row" role="status">
        <span class="live-dot" data-state={state()} aria-hidden="true" />
        <span class="words">{stateWords[state()]}</span>
        <Show when={state() === "open" && daemon()}>
          {(known) => <span class="words soft">{known().version}</span>}
        </Show>
      </div>
      <div class="side-row">
        <button class="button quiet" type="button" onClick={nextTheme} title="Theme (t)">
          <Icon name="theme" />
          <span class="unseen">Theme: </span>
          <span class="words">{theme()}</span>
        </button>
        <button class="button quiet" type="button" onClick={() => props.onHelp()} title="Keys (?)">
          <kbd>?</kbd>
          <span class="help-words">Keys</span>
          <span class="unseen">Help</span>
        </button>
      </div>
    </div>
  );
}
