// A simulation -> replayed histories compared with the truth, counted by grade; the wrong ones are listed.
import { decodeLine, decodeLines, splitLines } from "../../src/format/index.ts";
import {
  type EvidenceReader,
  type FileHistory,
  type FileVersion,
  type OrderedEvent,
  contentOf,
  gatherFileEvidence,
  onlyResult,
  orderEvents,
  replayFiles,
  versionChain,
} from "../../src/graph/index.ts";
import { pathHash } from "../../src/find/index.ts";
import { backupKey } from "./simulated-backups.ts";
import type { Simulation } from "./simulation.ts";

export type Score = {
  versions: number;
  exact: number;
  derived: number;
  partial: number;
  /** Versions of files from the moment on that a backup or a Write tells of them. */
  backed: number;
  backedPartial: number;
  /** Derived ones that differ, with a change that no log saw in between. */
  excused: number;
  readonly wrong: string[];
};

export const emptyScore = (): Score => ({
  versions: 0,
  exact: 0,
  derived: 0,
  partial: 0,
  backed: 0,
  backedPartial: 0,
  excused: 0,
  wrong: [],
});

export type Replayed = {
  readonly events: readonly OrderedEvent[];
  readonly histories: ReadonlyMap<string, FileHistory>;
  readonly reader: EvidenceReader;
};

export function replaySimulation({ logs, backups }: Simulation): Replayed {
  const byPath = new Map(logs.map(({ path, bytes }) => [path, bytes]));
  const entry: EvidenceReader["entry"] = ({ log, line, offset, length }) => {
    const bytes = byPath.get(log)?.subarray(offset, offset + length - 1);
    const decoded = decodeLine({ number: line, offset, length, end: "lf", bytes: bytes ?? Buffer.alloc(0) });
    return decoded.kind === "entry" || decoded.kind === "other" ? decoded.raw : undefined;
  };
  const reader: EvidenceReader = {
    entry,
    result: (place) => onlyResult(entry(place)),
    backup: (session, name) => backups.get(backupKey(session, name)),
  };
  const evidence = logs.map(({ path, bytes }) =>
    gatherFileEvidence(decodeLines(splitLines([bytes])), { log: path, pathHash }),
  );
  const events = orderEvents(evidence);
  return { events, histories: replayFiles(events, reader), reader };
}

export function checkHistories(simulation: Simulation, score: Score): void {
  const replayed = replaySimulation(simulation);
  for (const history of replayed.histories.values()) {
    const backedFrom = replayed.events.find(
      ({ key, act }) =>
        key === history.key && (act.kind === "write" || (act.kind === "backup" && act.name !== undefined)),
    )?.timeMs;
    history.versions.forEach((version, at) => {
      count(version, backedFrom, score);
      checkVersion({ version, next: history.versions[at + 1], history }, { simulation, replayed, score });
    });
  }
}

function count({ grade, timeMs }: FileVersion, backedFrom: number | undefined, score: Score): void {
  score.versions += 1;
  score[grade] += 1;
  if (backedFrom === undefined || timeMs < backedFrom) return;
  score.backed += 1;
  if (grade === "partial") score.backedPartial += 1;
}

type Case = { readonly version: FileVersion; readonly next: FileVersion | undefined; readonly history: FileHistory };
type Ground = { readonly simulation: Simulation; readonly replayed: Replayed; readonly score: Score };

function checkVersion({ version, next, history }: Case, { simulation, replayed, score }: Ground): void {
  const { disk, calls } = simulation;
  const told = version.call === undefined ? undefined : calls.get(version.call.id);
  if (told !== undefined && (told.prompt !== version.prompt?.words || told.session !== version.session))
    score.wrong.push(`${version.path} v${version.number}: asked by ${version.prompt?.words}, not ${told.prompt}`);
  if (version.grade === "partial") return;
  const chain = versionChain({ ...history, versions: history.versions.slice(0, version.number) }, replayed.histories);
  const content = version.exists ? contentOf(version, history, replayed) : undefined;
  const sureMs = chain.findLast((earlier) => earlier !== version && earlier.grade === "exact")?.timeMs ?? 0;
  // A version that another one follows within the millisecond held just before it.
  const isBrief = next?.timeMs === version.timeMs;
  const first = isBrief ? version.timeMs - 1 : version.timeMs;
  const moments = [first, (next?.timeMs ?? version.timeMs) - 1].filter((moment) => moment >= first);
  for (const moment of moments) {
    if (moment > version.timeMs && disk.isDisturbed(version.path, version.timeMs, moment)) continue;
    const truth = disk.at(version.path, moment);
    const isSame = truth === undefined ? !version.exists : content !== undefined && truth.equals(content.bytes);
    if (isSame) continue;
    // What a later look told of it may be of another moment.
    const untilMs = next?.timeMs ?? Number.POSITIVE_INFINITY;
    const isExcused = version.grade === "derived" && chain.some(({ path }) => disk.isDisturbed(path, sureMs, untilMs));
    if (isExcused) score.excused += 1;
    else score.wrong.push(`${version.path} v${version.number} ${version.grade} ${version.cause} at ${moment}`);
  }
}
