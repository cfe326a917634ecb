// Counted prompts, forks among their logs -> the same without copies under new names: in one family, what was said at one moment was said once.
import type { CountedLog } from "./accounts.ts";
import type { CountedPrompts } from "./columns.ts";

/** Copies by the client keep the uuids of prompts, those of `clew clone` do not; all of them keep the times. */
export function withoutCopies(prompts: CountedPrompts, logs: readonly CountedLog[]): CountedPrompts {
  const families = familiesOf(logs);
  if (families === undefined) return prompts;
  const rows = Array.from({ length: prompts.count }, (_, row) => row).filter(firstToSay(prompts, families));
  return {
    count: rows.length,
    logs: Int32Array.from(rows, (row) => prompts.logs[row] ?? 0),
    times: Float64Array.from(rows, (row) => prompts.times[row] ?? Number.NaN),
  };
}

/** What stands in a log that is no copy was said there; of copies the first is taken. */
function firstToSay({ count, logs, times }: CountedPrompts, { names, of, isFork }: Families): (row: number) => boolean {
  /** By family and moment: the log that said it. */
  const said = names.map(() => new Map<number, number>());
  const momentsOf = (log: number): Map<number, number> | undefined => said[of[log] ?? -1];
  for (let row = 0; row < count; row++) {
    const log = logs[row] ?? 0;
    if (isFork[log] !== true) momentsOf(log)?.set(times[row] ?? Number.NaN, log);
  }
  return (row) => {
    const log = logs[row] ?? 0;
    const time = times[row] ?? Number.NaN;
    if (isFork[log] !== true || Number.isNaN(time)) return true;
    const moments = momentsOf(log);
    const first = moments?.get(time) ?? log;
    moments?.set(time, first);
    return first === log;
  };
}

type Families = {
  /** The session that all of them go back to. */
  readonly names: readonly string[];
  /** For each log its place in `names`; -1 where nobody is a copy. */
  readonly of: readonly number[];
  readonly isFork: readonly boolean[];
};

function familiesOf(logs: readonly CountedLog[]): Families | undefined {
  const isFork = logs.map(
    ({ kind, digest }) =>
      kind === "session" && digest.forkedFrom !== undefined && digest.forkedFrom !== digest.sessionId,
  );
  if (!isFork.includes(true)) return undefined;
  const sources = new Map(
    logs.flatMap(({ digest: { sessionId, forkedFrom } }, log) =>
      isFork[log] === true && sessionId !== undefined && forkedFrom !== undefined ? [[sessionId, forkedFrom]] : [],
    ),
  );
  const places = new Map<string, number>();
  for (const source of sources.values()) places.set(rootOf(source, sources), -1);
  [...places.keys()].forEach((name, place) => places.set(name, place));
  const of = logs.map(({ digest }) => places.get(rootOf(digest.sessionId ?? "", sources)) ?? -1);
  return { names: [...places.keys()], of, isFork };
}

function rootOf(session: string, sources: ReadonlyMap<string, string>): string {
  const passed = new Set<string>();
  let at = session;
  for (let next = sources.get(at); next !== undefined && !passed.has(next); next = sources.get(at)) {
    passed.add(next);
    at = next;
  }
  return at;
}
