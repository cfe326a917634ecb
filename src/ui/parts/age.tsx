// A time -> how long ago it was, kept up to date, or when it was where the reader is; with the universal time for whoever asks.
import { Show } from "solid-js";
import { formatAge, formatTime } from "../../view/index.ts";
import { nowMs } from "../live/clock.ts";

export function Age(props: { readonly ms: number | undefined }) {
  return (
    <time
      datetime={props.ms === undefined ? undefined : new Date(props.ms).toISOString()}
      title={props.ms === undefined ? undefined : `${formatTime(props.ms)} UTC`}
    >
      {formatAge(props.ms, Math.max(nowMs(), props.ms ?? 0))}
    </time>
  );
}

export function Moment(props: { readonly ms: number | undefined }) {
  return (
    <Show when={props.ms}>
      {(ms) => (
        <time datetime={new Date(ms()).toISOString()} title={`${formatTime(ms())} UTC`}>
          {localTime(ms())}
        </time>
      )}
    </Show>
  );
}

/** As universal times are told, but in the zone of the browser. */
const localTime = (ms: number): string => formatTime(ms - new Date(ms).getTimezoneOffset() * 60_000);
