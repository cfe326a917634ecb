// A time -> how long ago it was, kept up to date, with the full time for whoever asks.
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
