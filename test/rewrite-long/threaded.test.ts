// A clone that a second thread reads back, disturbed -> the source as it was, the target absent or whole, and nothing left lying about.
import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { WorldError, dropReadBack, prepareReadBack } from "../../src/store/index.ts";
import { runChild } from "../store/killed-child.ts";
import { type Fault, aftermath, failureOf, faults, faultyDisk, nextRun } from "../store/rewrite-faults.ts";
import { type ScratchHome, filesBelow, scratchHome } from "../store/rewrite-home.ts";
import { cloneByThread } from "../store/rewrite-threaded.ts";

/** Enough lines that the thread reads while others are still to come. */
const turns = 400;
const faultsOfEach = 30;
const kills = 24;

type Tree = Readonly<Record<string, string>>;

function withHome<T>(use: (home: ScratchHome) => T): T {
  const home = scratchHome({ turns });
  try {
    return use(home);
  } finally {
    home.remove();
  }
}

function undisturbed(): Tree {
  return withHome((home) => {
    cloneByThread(home, calm(home));
    return filesBelow(home.home);
  });
}

const calm = ({ world }: ScratchHome): ScratchHome["world"] => ({
  ...world,
  disk: { ...world.disk, sync: () => undefined },
});

type Outcome = { readonly calls: number; readonly isDone: boolean };

function runWith(fault: Fault | undefined, at: number, done: Tree): Outcome {
  return withHome((home) => {
    const world = calm(home);
    const before = filesBelow(home.home);
    const told = `${fault} at call ${at}`;
    const faulty = faultyDisk(home.world.disk, fault, at);
    const error = failureOf(() => cloneByThread(home, { ...world, disk: faulty.disk }));
    expect(error === undefined || error instanceof WorldError, `${told}: ${String(error)}`).toBe(true);
    const { home: after, cleaned, leftovers } = aftermath(home, nextRun(world, home.world.disk));
    expect(cleaned.left, told).toEqual([]);
    expect(leftovers, told).toEqual([]);
    expect([before, done], told).toContainEqual(after);
    return { calls: faulty.calls(), isDone: error === undefined };
  });
}

/** A thread that has ended is let go of only between two turns of the loop: no command leaves dozens of them behind, and neither does this. */
const threadsEnded = (): Promise<void> => setTimeout(25);

test.each(faults)("a disk with %s leaves the source as it was, and the target absent or whole", async (fault) => {
  const done = undisturbed();
  const { calls, isDone } = runWith(fault, Infinity, done);
  expect(isDone).toBe(true);
  for (let nth = 0; nth < faultsOfEach; nth++) {
    await threadsEnded();
    runWith(fault, 1 + Math.floor((nth * calls) / faultsOfEach), done);
  }
});

test("a thread that dies, or has read another session, is not missed", () => {
  const done = undisturbed();
  for (const fate of ["gone", "another"] as const)
    withHome((home) => {
      const other = join(home.root, "other.jsonl");
      writeFileSync(other, "{}\n");
      truncateSync(other, 64 * 1024 * 1024);
      expect(prepareReadBack(other)).toBeDefined();
      if (fate === "gone") rmSync(other);
      try {
        cloneByThread(home, calm(home));
      } finally {
        dropReadBack();
      }
      expect(filesBelow(home.home), fate).toEqual(done);
    });
});

const child = fileURLToPath(new URL("../store/rewrite-threaded-child.ts", import.meta.url));

test("kills at any moment leave the source as it was, and the target absent or whole", async () => {
  const quiet = scratchHome({ turns });
  const { tookMs } = await runChild([child, quiet.root]);
  const done = filesBelow(quiet.home);
  quiet.remove();
  let met = 0;
  for (let kill = 0; kill < kills; kill++) {
    const home = scratchHome({ turns });
    try {
      const before = filesBelow(home.home);
      const { isDone } = await runChild([child, home.root], ((kill + 0.5) / kills) * tookMs);
      if (!isDone) met += 1;
      const later = { ...home.world, nowMs: () => Date.now() + 3_600_000 };
      const { home: after, cleaned, leftovers } = aftermath(home, later);
      expect(cleaned.left, `kill ${kill}`).toEqual([]);
      expect(leftovers, `kill ${kill}`).toEqual([]);
      expect([before, done], `kill ${kill}`).toContainEqual(after);
    } finally {
      home.remove();
    }
  }
  expect(met).toBeGreaterThan(kills / 3);
});
