// Counted prompts, forks among their logs -> the same without copies under new names: in one family, what was said at one moment was said once.
import type { CountedLog } from "./accounts.ts";
import type { CountedPrompts } from "./columns.ts";

/** By moment: the log that said something then. */
type Moments = Map<number, number>;

/** Copies by the client keep the uuids of prompts, those of `clew clone` do not; all of them keep the times. */
export function withoutCopies(prompts: CountedPrompts, logs: readonly CountedLog[]): CountedPrompts {
  const isFork = logs.map(isCopy);
  if (!isFork.includes(true)) return prompts;
  const rows = Array.from({ length: prompts.count }, (_, row) => row).filter(firstToSay(prompts, logs, isFork));
  return {
    count: rows.length,
    logs: Int32Array.from(rows, (row) => prompts.logs[row] ?? 0),
    times: Float64Array.from(rows, (row) => prompts.times[row] ?? Number.NaN),
  };
}

const isCopy = ({ kind, digest: { sessionId, forkedFrom } }: CountedLog): boolean =>
  kind === "session" && forkedFrom !== undefined && forkedFrom !== sessionId;

/** What stands in a log that is no copy was said there; of copies the first is taken. */
function firstToSay(
  { count, logs: logOf, times }: CountedPrompts,
  logs: readonly CountedLog[],
  isFork: readonly boolean[],
): (row: number) => boolean {
  const moments = familyMoments(logs);
  for (let row = 0; row < count; row++) {
    const log = logOf[row] ?? 0;
    if (isFork[log] !== true) moments[log]?.set(times[row] ?? Number.NaN, log);
  }
  return (row) => {
    const log = logOf[row] ?? 0;
    const time = times[row] ?? Number.NaN;
    if (isFork[log] !== true || Number.isNaN(time)) return true;
    const first = moments[log]?.get(time) ?? log;
    moments[log]?.set(time, first);
    return first === log;
  };
}

/** For each log the moments of its family, which all of them share; none where nobody is a copy. */
function familyMoments(logs: readonly CountedLog[]): readonly (Moments | undefined)[] {
  const sources = new Map(
    logs
      .filter(isCopy)
      .flatMap(({ digest: { sessionId, forkedFrom } }) =>
        sessionId !== undefined && forkedFrom !== undefined ? [[sessionId, forkedFrom]] : [],
      ),
  );
  const families = new Map<string, Moments>();
  for (const source of sources.values()) families.set(rootOf(source, sources), new Map());
  return logs.map(({ digest }) => families.get(rootOf(digest.sessionId ?? "", sources)));
}

/** The session that all copies go back to, by which their family is known. */
function rootOf(session: string, sources: ReadonlyMap<string, string>): string {
  const passed = new Set<string>();
  let at = session;
  for (let next = sources.get(at); next !== undefined && !passed.has(next); next = sources.get(at)) {
    passed.add(next);
    at = next;
  }
  return at;
}
