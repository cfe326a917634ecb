// The moment when the connection was lost -> words for claims that were true until then.
import { lostMs } from "../live/live.ts";
import { localClock } from "../live/zone.ts";

/** Empty while the connection is open. */
export function asOfLost(): string {
  const ms = lostMs();
  return ms === undefined ? "" : `, as of ${localClock(ms)}`;
}
