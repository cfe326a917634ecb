// The homes a person has, and flags -> those to show, or the built-in demo while they have no session; then a call when they have one.
import { resolve } from "node:path";
import type { Clock } from "../../live/index.ts";
import { discover } from "../../store/index.ts";
import type { DirFlag } from "../flags.ts";
import type { Io } from "../io.ts";
import { homesOf } from "../names.ts";

export type Shown = {
  readonly homes: readonly string[];
  readonly demo: boolean;
  /** Those that are waited for while the demo is shown. */
  readonly own: readonly string[];
};

/** Where no home has a session, the built-in demo is shown, and called so. */
export function homesToShow(io: Io, flags: DirFlag): Shown {
  const own = homesOf(io, flags).map((home) => resolve(io.cwd, home));
  return flags.dir === undefined && !hasSessions(own)
    ? { homes: [io.demoHome], demo: true, own }
    : { homes: own, demo: false, own };
}

const hasSessions = (homes: readonly string[]): boolean => discover(homes).sessions.length > 0;

/** Homes without a session are looked through in no time. */
const lookMs = 2000;

/** The result ends the waiting. */
export function whenSessions(homes: readonly string[], clock: Clock, call: () => void): () => void {
  let cancel = clock.after(lookMs, look);
  function look(): void {
    if (hasSessions(homes)) call();
    else cancel = clock.after(lookMs, look);
  }
  return () => cancel();
}
