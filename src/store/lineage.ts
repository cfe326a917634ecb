// The data folder <-> the history of clew's own operations: one line each, only ever appended; which session came from which.
import { join } from "node:path";
import { type LineageFile, type LineageRecord, recordOf } from "./lineage-record.ts";
import { appendRecord } from "./rewrite/append-record.ts";
import { isPastReturn, readIntents } from "./rewrite/intent.ts";
import { readRecords } from "./rewrite/json-lines.ts";
import type { World } from "./rewrite/world.ts";

export const lineagePath = (dataDir: string): string => join(dataDir, "lineage.jsonl");

export function appendLineage(world: World, record: LineageRecord): void {
  appendRecord(world.disk, lineagePath(world.dataDir), record);
}

export type Operation = LineageRecord & {
  /** The operation that took it back. */
  readonly undoneBy?: string;
};

type Place = Pick<World, "disk" | "dataDir">;

/** In the order in which they were done; each once, though a crash may have written one twice. */
export function readLineage(place: Place): readonly Operation[] {
  const byOp = writtenRecords(place);
  // A killed run may have done its work and not written its line: what it did can be undone all the same.
  for (const stored of readIntents(place)) {
    const record = "unfinished" in stored ? undefined : stored.record;
    if ("unfinished" in stored || record === undefined || byOp.has(record.op)) continue;
    if (isPastReturn(place, stored)) byOp.set(record.op, record);
  }
  const undoneBy = new Map<string, string>();
  for (const { op, undoes } of byOp.values()) if (undoes !== undefined) undoneBy.set(undoes, op);
  return [...byOp.values()].map((record) => {
    const by = undoneBy.get(record.op);
    return by === undefined ? record : { ...record, undoneBy: by };
  });
}

export const isInLineage = (place: Place, op: string): boolean => writtenRecords(place).has(op);

function writtenRecords({ disk, dataDir }: Place): Map<string, LineageRecord> {
  const byOp = new Map<string, LineageRecord>();
  for (const raw of readRecords(disk, lineagePath(dataDir))) {
    const record = recordOf(raw);
    if (record !== undefined && !byOp.has(record.op)) byOp.set(record.op, record);
  }
  return byOp;
}

export type History = {
  /** What was done to it or with it, oldest first. */
  readonly own: readonly Operation[];
  /** What made the sessions it came from. */
  readonly ancestors: readonly Operation[];
  /** What was made of what came from it. */
  readonly descendants: readonly Operation[];
};

export function historyOf(sessionId: string, operations: readonly Operation[]): History {
  const own = operations.filter((one) => names(one.sources, sessionId) || names(one.results, sessionId));
  const isOwn = new Set(own.map(({ op }) => op));
  const others = (found: ReadonlySet<Operation>): readonly Operation[] =>
    operations.filter((one) => found.has(one) && !isOwn.has(one.op));
  return {
    own,
    ancestors: others(reached(sessionId, operations, { from: "results", to: "sources" })),
    descendants: others(reached(sessionId, operations, { from: "sources", to: "results" })),
  };
}

type Direction = { readonly from: "sources" | "results"; readonly to: "sources" | "results" };

/** Each session is visited once: a history that runs in a circle ends too. */
function reached(start: string, operations: readonly Operation[], { from, to }: Direction): ReadonlySet<Operation> {
  const found = new Set<Operation>();
  const seen = new Set([start]);
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const one of operations) {
      // What puts the same session back, or away, makes nothing of it.
      if (!names(one[from], id) || names(one[to], id)) continue;
      found.add(one);
      for (const { sessionId } of one[to]) {
        if (seen.has(sessionId)) continue;
        seen.add(sessionId);
        open.push(sessionId);
      }
    }
  }
  return found;
}

const names = (files: readonly LineageFile[], id: string): boolean => files.some(({ sessionId }) => sessionId === id);
