// An id that no log has -> the session whose id begins so, if there is one; else a page that says why that can be, and what to do.
import { For, Show, createEffect, createResource } from "solid-js";
import { sanitizeLine } from "../../view/index.ts";
import { listSessions } from "../api/session.ts";
import { Notice, SmallNotice } from "../parts/notice.tsx";
import { SessionLine } from "../sessions/session-line.tsx";
import { goTo, route, sessionAddress } from "../shell/router.ts";

/** Lists print the first eight characters. */
const shortId = /^[0-9a-f-]{4,35}$/i;
const mostLike = 200;
const mostShown = 20;

export function UnknownSession(props: { readonly id: string }) {
  const [like] = createResource(() => (shortId.test(props.id) ? props.id.toLowerCase() : undefined), beginningWith);
  createEffect(() => {
    const [first, ...others] = like.state === "ready" ? like() : [];
    const at = route();
    if (first === undefined || others.length > 0) return;
    goTo(sessionAddress(first.sessionId, at.view === "session" ? { tab: at.tab } : {}) + location.search, "replace");
  });
  return (
    <Show when={!like.loading} fallback={<SmallNotice>Looking for the session whose id begins so…</SmallNotice>}>
      <Show
        when={like.state === "ready" && like().length > 1 ? like() : undefined}
        fallback={<Nowhere id={props.id} />}
      >
        {(known) => (
          <div class="page">
            <Notice title="Several sessions have an id that begins so" />
            <div class="panel">
              <For each={known().slice(0, mostShown)}>
                {(session) => <SessionLine session={session} isSelected={false} />}
              </For>
            </div>
          </div>
        )}
      </Show>
    </Show>
  );
}

async function beginningWith(id: string) {
  const { sessions } = await listSessions({ q: id, limit: mostLike });
  return sessions.filter(({ sessionId }) => sessionId.toLowerCase().startsWith(id));
}

function Nowhere(props: { readonly id: string }) {
  return (
    <Notice title="There is no such session here">
      <p>
        No log below the folders that are looked at has the id{" "}
        <code class="log-text">{sanitizeLine(props.id).slice(0, 80)}</code>.
      </p>
      <p>
        The client deletes its logs after 30 days. What clew kept of deleted sessions is listed by the first line, what
        was saved before by the second:
      </p>
      <pre>
        clew ls --tag deleted{"\n"}
        clew restore
      </pre>
      <p>
        It may also lie in another home: start clew with <code>--dir</code>. Otherwise{" "}
        <a href="/sessions" data-own>
          look through the sessions
        </a>
        .
      </p>
    </Notice>
  );
}
