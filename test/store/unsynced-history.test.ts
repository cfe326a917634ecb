// A history whose last line could not be made to last -> what the line says is done, and nothing of it is undone.
import { expect, test } from "vitest";
import { type Disk, cleanUp, readLineage } from "../../src/store/index.ts";
import { failureOf, nextRun } from "./rewrite-faults.ts";
import { filesBelow, freshHomes } from "./rewrite-home.ts";
import { type Doing, isOperation, operations } from "./rewrite-operations.ts";

const fresh = freshHomes();

/** The line itself is written. */
function unsyncedHistory(disk: Disk): Disk {
  const histories = new Set<number>();
  return {
    ...disk,
    open(path, mode) {
      const descriptor = disk.open(path, mode);
      histories.delete(descriptor);
      if (path.endsWith("lineage.jsonl") && mode === "append") histories.add(descriptor);
      return descriptor;
    },
    sync(descriptor) {
      if (histories.has(descriptor)) throw Object.assign(new Error("EIO"), { code: "EIO" });
    },
  };
}

test.each(Object.keys(operations).filter(isOperation))("%s is done when its line is in the history", (name) => {
  const doing: Doing = operations[name];
  const [calm, home] = [fresh(), fresh()];
  doing.act(calm, calm.world, doing.prepare(calm, calm.world));
  const prepared = doing.prepare(home, home.world);
  const before = readLineage(home.world).length;
  const { disk } = home.world;
  expect(failureOf(() => doing.act(home, { ...home.world, disk: unsyncedHistory(disk) }, prepared))).toBeUndefined();
  cleanUp(nextRun(home.world, disk));
  expect(readLineage(home.world)).toHaveLength(before + 1);
  expect(Object.keys(filesBelow(home.home))).toEqual(Object.keys(filesBelow(calm.home)));
});
