// Three hundred processes killed while they write -> each time the session is as before or wholly done, and the next run cleans up.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { World } from "../../src/store/index.ts";
import { type ChildRun, runChild } from "../store/killed-child.ts";
import { aftermath } from "../store/rewrite-faults.ts";
import { type ScratchHome, filesBelow, scratchHome } from "../store/rewrite-home.ts";
import { type Doing, type OperationName, isOperation, operations } from "../store/rewrite-operations.ts";

const child = fileURLToPath(new URL("../store/rewrite-child.ts", import.meta.url));
const killsOf: Readonly<Record<OperationName, number>> = {
  clone: 100,
  split: 50,
  delete: 30,
  "undo of a clone": 20,
  "undo of a delete": 30,
  keep: 20,
  "keep again": 20,
  restore: 20,
  "title in a note": 5,
  "title in the log": 5,
};
const names = Object.keys(killsOf).filter(isOperation);
/** Large enough to be met while it is read, written and read back. */
const turns = 1500;

/** Always the same moments, spread evenly; which call each one meets is up to the machine. */
const momentOf = (kill: number, all: number, longestMs: number): number => ((kill + 0.5) / all) * longestMs;

let met = 0;

type Prepared = { readonly home: ScratchHome; readonly prepared: string };

function prepare(name: OperationName): Prepared {
  const home = scratchHome({ turns });
  const doing: Doing = operations[name];
  const { disk } = home.world;
  return { home, prepared: doing.prepare(home, { ...home.world, disk: { ...disk, sync: () => undefined } }) };
}

/** An hour later, in a process that lives. */
const later = ({ world }: ScratchHome): World => ({ ...world, nowMs: () => Date.now() + 3_600_000 });

const run = (name: OperationName, { home, prepared }: Prepared, killAfterMs?: number): Promise<ChildRun> =>
  runChild([child, name, home.root, prepared], killAfterMs);

test.each(names)("kills during %s leave the session as before or wholly done", async (name) => {
  const calm = prepare(name);
  const { tookMs } = await run(name, calm);
  const done = filesBelow(calm.home.home);
  calm.home.remove();
  for (let kill = 0; kill < killsOf[name]; kill++) {
    const prepared = prepare(name);
    const { home } = prepared;
    try {
      const before = filesBelow(home.home);
      const told = `${name}, kill ${kill}`;
      const { isDone } = await run(name, prepared, momentOf(kill, killsOf[name], tookMs));
      if (!isDone) met += 1;
      const { home: after, cleaned, leftovers } = aftermath(home, later(home));
      expect(cleaned.left, told).toEqual([]);
      expect(leftovers, told).toEqual([]);
      expect([before, done], told).toContainEqual(after);
    } finally {
      home.remove();
    }
  }
});

test("most of the three hundred were met at work", () => {
  const all = names.reduce((sum, name) => sum + killsOf[name], 0);
  expect(all).toBeGreaterThanOrEqual(300);
  expect(met).toBeGreaterThan(all / 2);
});
