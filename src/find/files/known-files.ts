// The logs of some homes -> what they tell of files, from the index as far as it is good; what was read anew is kept there.
import { basename } from "node:path";
import {
  type EventGroups,
  type LogEvidence,
  type OrderedEvent,
  groupEvents,
  orderEvents,
  unpackEvidence,
} from "../../graph/index.ts";
import {
  type FileFacts,
  type FileMemory,
  type KeptAnswer,
  type KeptLog,
  WorldError,
  scanLog,
} from "../../store/index.ts";
import type { FileSummary } from "../recover/file-row.ts";
import { answerFor, keptRows, packedRows, rowsIn } from "./file-answer.ts";
import { inClaimOrder } from "./claim-order.ts";
import { readLogEvidence } from "./file-evidence.ts";
import { firstFiles } from "./first-files.ts";
import { logStamp, stateOf } from "./file-stamp.ts";
import { type EvidencePool, evidencePool } from "./read-evidence.ts";

export type KnownFilesJob = {
  readonly homes: readonly string[];
  readonly logs: readonly FileFacts[];
  /** The main log of the session that an agent's log belongs to. */
  readonly mainOf: (log: string) => string | undefined;
  /** Undefined: everything is read, and nothing is kept. */
  readonly memory: FileMemory | undefined;
  readonly nowMs: number;
  readonly onUnreadable: (error: WorldError) => void;
};

export type KnownEvents = {
  /** Without the prompts behind them. */
  readonly events: readonly OrderedEvent[];
  readonly groups: EventGroups;
  /** The groups that tell of these files, or all, with the prompts: their logs are read whole. */
  readonly prompted: (keys: Iterable<string> | "all") => EventGroups;
};
export type Summaries = { readonly rows: readonly FileSummary[]; readonly all: number };

export type KnownFiles = {
  /** Of each file that ever was, the last touched first; at most so many, and how many there are. */
  readonly summaries: (most: number) => Promise<Summaries>;
  /** The same, if the index has it; no log is read. */
  readonly kept: (most: number) => Summaries | undefined;
  /** Before something else is done that takes its time: what it needs to read all logs is started. */
  readonly prepare: () => void;
  readonly events: () => Promise<KnownEvents>;
  readonly close: () => void;
};

/** As many are found without replaying all others, and kept where fewer were asked for. */
const usualFirst = 30;
const mostFirst = 1000;

type KeptAnswers = readonly Omit<KeptAnswer, "state">[];

const firstAnswer = (rows: readonly FileSummary[], count: number): Omit<KeptAnswer, "state"> => ({
  reach: "first",
  count,
  rows: packedRows(rows),
  marks: "",
});

type Loaded = KnownEvents & { readonly fresh: readonly KeptLog[]; readonly isWhole: boolean };

export function knownFiles(job: KnownFilesJob): KnownFiles {
  const { homes, logs, memory, nowMs } = job;
  const pool = evidencePool(homes);
  let loading: Promise<Loaded> | undefined;
  const load = (): Promise<Loaded> => (loading ??= loadEvents(job, pool));

  function keep({ fresh }: Loaded, answers: readonly KeptAnswer[]): void {
    const present = new Set(logs.map(({ realPath }) => realPath));
    if (fresh.length > 0 || answers.length > 0) memory?.keep({ homes, logs: fresh, present, answers });
  }

  let state: { readonly now: string | undefined } | undefined;
  const stateNow = (): string | undefined =>
    (state ??= { now: memory === undefined ? undefined : stateOf(logs, { homes, nowMs }) }).now;

  function kept(most: number): Summaries | undefined {
    const now = stateNow();
    if (now === undefined) return undefined;
    for (const reach of most <= mostFirst ? (["first", "all"] as const) : (["all"] as const)) {
      const answer = memory?.answer({ homes, reach }, now);
      const rows = answer === undefined ? [] : rowsIn(answer.rows, most);
      if (answer !== undefined && rows.length >= Math.min(most, answer.count)) return { rows, all: answer.count };
    }
    return undefined;
  }

  /** Of a few, what is needed for them; of more, all. */
  async function found(most: number, loaded: Loaded): Promise<Summaries & { readonly answers: () => KeptAnswers }> {
    const { groups } = loaded.groups;
    if (most <= mostFirst) {
      const { rows, all } = await firstFiles(groups, Math.max(most, usualFirst), pool.summarise);
      return { rows, all, answers: () => [firstAnswer(rows, all)] };
    }
    const stamps = new Map(logs.map((log) => [log.path, logStamp(log, nowMs) ?? `${nowMs}`]));
    const { rows, packed } = await answerFor(groups, {
      homes,
      stampOf: (log) => stamps.get(log) ?? "",
      summarise: pool.summarise,
      last: keptRows(memory?.lastAnswer({ homes, reach: "all" })),
    });
    return {
      rows,
      all: rows.length,
      answers: () => [{ reach: "all", ...packed() }, firstAnswer(rows.slice(0, usualFirst), rows.length)],
    };
  }

  return {
    async summaries(most) {
      const known = kept(most);
      if (known !== undefined) return known;
      const loaded = await load();
      const { rows, all, answers } = await found(most, loaded);
      keep(
        loaded,
        loaded.isWhole && memory !== undefined ? answers().map((each) => ({ ...each, state: stateNow() ?? "" })) : [],
      );
      return { rows: rows.slice(0, most), all };
    },
    kept,
    prepare: () => pool.prepare(logs),
    async events() {
      const loaded = await load();
      keep(loaded, []);
      return loaded;
    },
    close: pool.close,
  };
}

async function loadEvents(job: KnownFilesJob, pool: EvidencePool): Promise<Loaded> {
  const { logs, memory, nowMs, onUnreadable, mainOf } = job;
  const evidence: (LogEvidence | undefined)[] = logs.map(() => undefined);
  const places = new Map(logs.map(({ realPath }, place) => [realPath, place]));
  for (const { path, stamp, packed } of memory?.logs() ?? []) {
    const place = places.get(path);
    const log = place === undefined ? undefined : logs[place];
    if (place === undefined || log === undefined || logStamp(log, nowMs) !== stamp) continue;
    evidence[place] = unpackEvidence(packed, log.path);
  }
  const unknown = logs.flatMap((log, place) => (evidence[place] === undefined ? [{ ...log, place }] : []));
  let unreadable = 0;
  const gathered = await pool.gather(unknown, {
    prompts: "without",
    onUnreadable(error) {
      unreadable += 1;
      onUnreadable(error);
    },
  });
  const fresh: KeptLog[] = [];
  for (const [at, { evidence: found, packed }] of gathered) {
    const log = unknown[at];
    if (log === undefined) continue;
    evidence[log.place] = found;
    const stamp = logStamp(log, nowMs);
    if (stamp !== undefined && memory !== undefined) fresh.push({ path: log.realPath, stamp, packed });
  }
  const known = evidence.filter((log) => log !== undefined);
  const events = orderEvents(inClaimOrder(known, { digestOf, mainOf }));
  const groups = groupEvents(events);
  return {
    events,
    groups,
    fresh,
    isWhole: unreadable === 0,
    prompted(keys) {
      const found = keys === "all" ? events : [...keys].flatMap((key) => groups.of(key) ?? []);
      const behind = logsBehind(new Set(found), job).flatMap(({ path }) => wholeEvidence(path));
      return groupEvents(orderEvents(inClaimOrder(behind, { digestOf, mainOf })));
    },
  };
}

/** The logs that tell of these events, every copy, and of agents' events the log of the session that started them. */
function logsBehind(events: ReadonlySet<OrderedEvent>, { logs, mainOf }: KnownFilesJob): readonly FileFacts[] {
  const paths = new Set<string>();
  const sessions = new Set<string>();
  for (const { at, sessions: own } of events) {
    paths.add(at.log);
    paths.add(mainOf(at.log) ?? at.log);
    for (const session of own) sessions.add(session);
  }
  return logs.filter(({ path }) => paths.has(path) || sessions.has(basename(path, ".jsonl")));
}

/** A log that has gone meanwhile tells nothing. */
function wholeEvidence(path: string): readonly LogEvidence[] {
  try {
    return [readLogEvidence(path)];
  } catch (error) {
    if (error instanceof WorldError) return [];
    throw error;
  }
}

function digestOf(log: string): ReturnType<typeof scanLog> | undefined {
  try {
    return scanLog(log);
  } catch (error) {
    if (error instanceof WorldError) return undefined;
    throw error;
  }
}
