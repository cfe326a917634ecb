// A scratch home -> its session cloned as a large one is: read back by a second thread while it is written; for tests that make it fail.
import { randomUUID } from "node:crypto";
import { type EntryId, isEntryId } from "../../src/format/index.ts";
import { ledgerOf, planClone } from "../../src/reshape/index.ts";
import { type World, openSource, plannedResult, rewrite } from "../../src/store/index.ts";
import { type ScratchHome, newId } from "./rewrite-home.ts";

function newUuid(): EntryId {
  const id: unknown = randomUUID();
  if (!isEntryId(id)) throw new Error("no id");
  return id;
}

/** The thread reads the files themselves, whatever the disk of this world does here. */
export function cloneByThread(home: ScratchHome, world: World): void {
  const threaded: World = { ...world, threadBytes: 0, disk: { ...world.disk, reach: "every-thread" } };
  const opened = openSource(home.path, threaded, {});
  try {
    const planned = planClone(opened.source, { newUuid, now: () => "2026-01-03T00:00:00.000Z" });
    if (!planned.ok) throw new Error(planned.problem);
    const { plan } = planned;
    const target = { sessionId: newId, folder: home.folder, home: home.home };
    const results = [plannedResult({ plan, opened, target, uuids: "fresh", promise: "same" })];
    const ledger = ledgerOf(plan);
    const done = rewrite({ command: "clone", args: [], ledger, inUse: "refuse", sources: "let-go", results }, threaded);
    if (!done.ok) throw new Error(done.reasons.join());
  } finally {
    opened.close();
  }
}
