// A time -> how long ago it was, kept up to date, or when it was where the reader is; with its zone for whoever asks.
import { Show } from "solid-js";
import { formatAge } from "../../view/index.ts";
import { nowMs } from "../live/clock.ts";
import { fullTime, localTime } from "../live/zone.ts";

export function Age(props: { readonly ms: number | undefined }) {
  return (
    <time
      datetime={props.ms === undefined ? undefined : new Date(props.ms).toISOString()}
      title={props.ms === undefined ? undefined : fullTime(props.ms)}
    >
      {formatAge(props.ms, Math.max(nowMs(), props.ms ?? 0))}
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
