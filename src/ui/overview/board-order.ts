// Sessions of the board -> those to show as being of now, in the order of `clew status`.
import { needRank } from "../../view/index.ts";
import type { LiveSession } from "../api/session.ts";

type Placed = Pick<LiveSession, "sessionId" | "status" | "sinceMs">;

/** One that ended is over; all others may go on. */
export const ofNow = <Session extends Placed>(sessions: Iterable<Session>): readonly Session[] =>
  [...sessions].filter(({ status }) => status !== "ended").sort(boardOrder);

function boardOrder(one: Placed, other: Placed): number {
  return (
    needRank(one.status) - needRank(other.status) ||
    (other.sinceMs ?? 0) - (one.sinceMs ?? 0) ||
    one.sessionId.localeCompare(other.sessionId)
  );
}
