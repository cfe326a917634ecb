// Logs -> what each tells of files, and groups of events -> summaries; in two threads where that pays, each log read once.
import { availableParallelism } from "node:os";
import { type LogEvidence, type OrderedEvent, packEvidence, unpackEvidence } from "../../graph/index.ts";
import { WorldError } from "../../store/index.ts";
import type { FileSummary } from "../recover/file-row.ts";
import { evidenceReader } from "./evidence-reader.ts";
import { type EvidenceThread, startEvidenceThread } from "./evidence-threads.ts";
import { type Answer, type GatherWork, type Prompts, gatherNext, summariesOf } from "./evidence-work.ts";

export type SizedLog = { readonly path: string; readonly sizeBytes: number };
/** As it is kept, too. */
export type GatheredLog = { readonly evidence: LogEvidence; readonly packed: string };

export type GatherOptions = { readonly prompts: Prompts; readonly onUnreadable: (error: WorldError) => void };

export type EvidencePool = {
  /** Starts what it takes to read so much. */
  readonly prepare: (logs: readonly SizedLog[]) => void;
  /** By the place of the log in the list; without those that cannot be read. */
  readonly gather: (logs: readonly SizedLog[], options: GatherOptions) => Promise<ReadonlyMap<number, GatheredLog>>;
  /** Of each group, in their order. */
  readonly summarise: (groups: readonly (readonly OrderedEvent[])[]) => Promise<readonly (readonly FileSummary[])[]>;
  readonly close: () => void;
};

/** A thread takes its time to start: what is read sooner is read without. */
const worthAThread = 16 * 1024 * 1024;
/** As much is given to a thread at a time, and it has one piece more waiting. */
const pieceBytes = 4 * 1024 * 1024;

/** `homes` are the config folders whose backups are read. */
export function evidencePool(homes: readonly string[]): EvidencePool {
  let thread: EvidenceThread | undefined;
  const helper = (bytes: number): EvidenceThread | undefined =>
    bytes < worthAThread || availableParallelism() < 2 ? thread : (thread ??= startEvidenceThread());

  return {
    prepare: (logs) => void helper(totalOf(logs)),
    async gather(logs, { prompts, onUnreadable }) {
      // The largest first: what is left for the end is small, and nobody waits long for another.
      const order = logs.map((log, place) => ({ ...log, place })).sort((a, b) => b.sizeBytes - a.sizeBytes);
      const paths = order.map(({ path }) => path);
      const work: GatherWork = { kind: "gather", prompts, paths, begun: new Int32Array(new SharedArrayBuffer(4)) };
      const found = new Map<number, GatheredLog>();
      let isDone = false;
      const other = helper(totalOf(logs));
      other?.give(work);
      const keep = (at: number, evidence: LogEvidence, packed = packEvidence(evidence)): void => {
        found.set(order[at]?.place ?? 0, { evidence, packed });
      };
      const take = (answer: Answer): void => {
        if (answer.kind === "gathered") isDone = true;
        else if (answer.kind === "unreadable")
          onUnreadable(new WorldError(answer.code, answer.message, { hint: answer.hint }));
        else if (answer.kind === "log") {
          const evidence = unpackEvidence(answer.packed, paths[answer.place] ?? "");
          if (evidence !== undefined) keep(answer.place, evidence, answer.packed);
        }
      };
      // What comes is taken in between: at the end the other one would have nothing to do meanwhile.
      while (gatherNext(work, { log: keep, fail: (_, error) => onUnreadable(error) }) === "more") other?.poll(take);
      await other?.until(() => isDone, take);
      return found;
    },
    async summarise(groups) {
      const found: (readonly FileSummary[])[] = [];
      const pieces = piecesOf(groups);
      const other = helper(pieces.length < 3 ? 0 : pieceBytes * pieces.length);
      const reader = evidenceReader(homes);
      let given = 0;
      const take = (answer: Answer): void => {
        if (answer.kind !== "summaries") return;
        given -= 1;
        answer.summaries.forEach((each, at) => (found[answer.first + at] = each));
      };
      const feed = (): void => {
        if (other === undefined) return;
        other.poll(take);
        for (; given < 2; given += 1) {
          const piece = pieces.pop();
          if (piece === undefined) return;
          other.give({ kind: "replay", homes, ...piece });
        }
      };
      try {
        feed();
        for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
          const { first } = piece;
          piece.groups.forEach((group, at) => (found[first + at] = summariesOf(group, reader)));
          feed();
        }
        await other?.until(() => given === 0, take);
      } finally {
        reader.close();
      }
      return found;
    },
    close: () => thread?.close(),
  };
}

const totalOf = (logs: readonly SizedLog[]): number => logs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

type Piece = { readonly first: number; readonly groups: (readonly OrderedEvent[])[] };

function piecesOf(groups: readonly (readonly OrderedEvent[])[]): Piece[] {
  const pieces: Piece[] = [];
  let bytes = Infinity;
  groups.forEach((group, first) => {
    if (bytes > pieceBytes) {
      pieces.push({ first, groups: [] });
      bytes = 0;
    }
    pieces.at(-1)?.groups.push(group);
    bytes += group.reduce((sum, { at }) => sum + at.length, 0);
  });
  return pieces;
}
