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
import { type FileFacts, type FileMemory, type KeptLog, WorldError, scanLog } from "../../store/index.ts";
import type { FileSummary } from "../recover/file-row.ts";
import { type AnswerContext, answerFor, keptRows, rowsIn } from "./file-answer.ts";
import { inClaimOrder } from "./claim-order.ts";
import { readLogEvidence } from "./file-evidence.ts";
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
  readonly events: () => Promise<KnownEvents>;
  readonly close: () => void;
};

type Loaded = KnownEvents & { readonly fresh: readonly KeptLog[]; readonly isWhole: boolean };

export function knownFiles(job: KnownFilesJob): KnownFiles {
  const { homes, logs, memory, nowMs } = job;
  const pool = evidencePool(homes);
  let loading: Promise<Loaded> | undefined;
  const load = (): Promise<Loaded> => (loading ??= loadEvents(job, pool));

  function keep({ fresh }: Loaded, answer: Parameters<FileMemory["keep"]>[0]["answer"]): void {
    const present = new Set(logs.map(({ realPath }) => realPath));
    if (fresh.length > 0 || answer !== undefined) memory?.keep({ homes, logs: fresh, present, answer });
  }

  return {
    async summaries(most) {
      const state = memory === undefined ? undefined : stateOf(logs, { homes, nowMs });
      const kept = state === undefined ? undefined : memory?.answer(homes, state);
      if (kept !== undefined) return { rows: rowsIn(kept.rows, most), all: kept.count };
      const loaded = await load();
      const stamps = new Map(logs.map((log) => [log.path, logStamp(log, nowMs) ?? `${nowMs}`]));
      const context: AnswerContext = {
        homes,
        stampOf: (log) => stamps.get(log) ?? "",
        summarise: pool.summarise,
        last: keptRows(memory?.lastAnswer(homes)),
      };
      const { rows, packed } = await answerFor(loaded.groups.groups, context);
      keep(loaded, loaded.isWhole ? { state: state ?? "", ...packed() } : undefined);
      return { rows: rows.slice(0, most), all: rows.length };
    },
    async events() {
      const loaded = await load();
      keep(loaded, undefined);
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
