// A time -> how long ago it was, kept up to date, or when it was in the zone of the reader.
import { Show } from "solid-js";
import { formatAge } from "../../view/index.ts";
import { nowMs } from "../live/clock.ts";
import { lostMs } from "../live/live.ts";
import { fullTime, localTime } from "../live/zone.ts";

/** While the connection is lost, it shows the time itself: a newer one may be unknown. */
export function Age(props: { readonly ms: number | undefined }) {
  return (
    <time
      datetime={props.ms === undefined ? undefined : new Date(props.ms).toISOString()}
      title={props.ms === undefined ? undefined : fullTime(props.ms)}
    >
      {props.ms !== undefined && lostMs() !== undefined
        ? localTime(props.ms)
        : formatAge(props.ms, Math.max(nowMs(), props.ms ?? 0))}
    </time>
  );
}

export function Moment(props: { readonly ms: number | undefined }) {
  return (
    <Show when={props.ms}>
      {(ms) => (
        <time datetime={new Date(ms()).toISOString()} title={fullTime(ms())}>
          {localTime(ms())}
        </time>
      )}
    </Show>
  );
}
