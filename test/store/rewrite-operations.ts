// Every operation that writes, by name -> how it is prepared and done on a scratch home; for tests that make it fail.
import { join } from "node:path";
import {
  type World,
  keepSession,
  moveToTrash,
  openSource,
  restoreSession,
  rewrite,
  setTitle,
  undo,
} from "../../src/store/index.ts";
import { rmSync } from "node:fs";
import { sessionId } from "../craft.ts";
import { type ScratchHome, cloneJob, newId, put, sessionText } from "./rewrite-home.ts";

export type Doing = {
  /** Done without faults; gives what `act` needs to know. */
  readonly prepare: (home: ScratchHome, world: World) => string;
  readonly act: (home: ScratchHome, world: World, prepared: string) => void;
};

const secondId = "77777777-8888-4777-8666-555555555555";

export const operations = {
  clone: { prepare: () => "", act: (home, world) => void clone(home, world) },
  split: { prepare: () => "", act: split },
  delete: { prepare: () => "", act: (home, world) => void remove(home, world) },
  "undo of a clone": { prepare: clone, act: (_, world, op) => void undo({ op, args: [] }, world) },
  "undo of a delete": { prepare: remove, act: (_, world, op) => void undo({ op, args: [] }, world) },
  keep: { prepare: () => "", act: (home, world) => void keepSession({ path: home.path, args: [] }, world) },
  "keep again": {
    prepare(home, world) {
      keepSession({ path: home.path, args: [] }, world);
      put(home.path, sessionText(5));
      return "";
    },
    act: (home, world) => void keepSession({ path: home.path, args: [] }, world),
  },
  restore: {
    prepare(home, world) {
      keepSession({ path: home.path, args: [] }, world);
      rmSync(home.path);
      rmSync(join(home.folder, sessionId), { recursive: true });
      return "";
    },
    act: (_, world) => void restoreSession({ sessionId, args: [] }, world),
  },
  "title in a note": { prepare: () => "", act: (home, world) => title(home, world, "note") },
  "title in the log": { prepare: () => "", act: (home, world) => title(home, world, "log") },
} as const satisfies Readonly<Record<string, Doing>>;

export type OperationName = keyof typeof operations;

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

function clone(home: ScratchHome, world: World): string {
  const opened = openSource(home.path, world);
  try {
    const done = rewrite(cloneJob(opened, home), world);
    if (!done.ok) throw new Error(done.reasons.join());
    return done.op;
  } finally {
    opened.close();
  }
}

function split(home: ScratchHome, world: World): void {
  const opened = openSource(home.path, world);
  try {
    const jobs = [newId, secondId].map((to) => cloneJob(opened, home, { to }));
    const [job] = jobs;
    if (job !== undefined) rewrite({ ...job, results: jobs.flatMap(({ results }) => results) }, world);
  } finally {
    opened.close();
  }
}

function remove({ path }: ScratchHome, world: World): string {
  return moveToTrash({ command: "delete", args: [], paths: [path], inUse: "refuse" }, world).record.op;
}

function title({ path }: ScratchHome, world: World, where: "note" | "log"): void {
  setTitle({ path, title: "Loom", where, command: "title", args: [] }, world);
}
