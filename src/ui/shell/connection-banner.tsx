// A banner over every view while the connection is lost or locked, with the next step.
import { Match, Switch } from "solid-js";
import { access, hasEntered, nudge } from "../api/access.ts";
import { lostMs } from "../live/live.ts";
import { localClock } from "../live/zone.ts";
import { TokenField } from "../parts/token-field.tsx";

/** Before anything was read, the page itself asks for the address. */
export function ConnectionBanner() {
  return (
    <Switch>
      <Match when={hasEntered() && access() === "locked"}>
        <div class="banner connection" data-tone="bad" role="alert">
          <strong>Locked out.</strong>
          <span>
            The token was renewed, or another program uses this port. What you see was read before that. Paste the
            address that <code>clew serve</code> printed:
          </span>
          <TokenField />
        </div>
      </Match>
      <Match when={(hasEntered() || access() === "open") && lostMs()}>
        {(ms) => (
          <div class="banner connection" data-tone="bad" role="alert">
            <strong>Connection lost at {localClock(ms())}.</strong>
            <span>Trying again… What you see was read before that.</span>
            <button class="button" type="button" onClick={nudge}>
              Retry now
            </button>
          </div>
        )}
      </Match>
    </Switch>
  );
}
