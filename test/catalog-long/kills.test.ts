// Three hundred processes killed while they index -> each time a sound index, which the next update completes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { historyOf } from "../catalog/history.ts";
import { updated } from "../catalog/open-catalog.ts";
import { damageIn, rowsOf } from "../catalog/rows.ts";

const child = fileURLToPath(new URL("../catalog/indexing-child.ts", import.meta.url));
const groups = Array.from({ length: 10 }, (_, group) => group);
const killsOfGroup = 30;
/** Small, so that an update is many transactions. */
const batchBytes = 2000;

test.each(groups)("thirty kills of group %i leave a sound index that the next update completes", async (group) => {
  const history = historyOf(9000 + group);
  const { home, random } = history;
  const cacheDir = join(home, "killed");
  let inTime = 0;
  try {
    for (let step = 0; step < 60; step++) history.step();
    for (let kill = 0; kill < killsOfGroup; kill++) {
      for (let step = 0; step < 10; step++) history.step();
      // Half of them begin from nothing, the others from what is there.
      if (random.chance(0.5)) rmSync(cacheDir, { recursive: true, force: true });
      const nowMs = history.nowMs();
      if (await killed({ home, cacheDir, nowMs, afterMs: random.below(90) })) inTime += 1;
      await updated({ home, cacheDir, nowMs });
      const rebuilt = join(home, "rebuilt");
      rmSync(rebuilt, { recursive: true, force: true });
      await updated({ home, cacheDir: rebuilt, nowMs });
      const told = `group ${group}, kill ${kill}`;
      expect(damageIn(cacheDir), told).toEqual([]);
      expect(rowsOf(cacheDir), told).toEqual(rowsOf(rebuilt));
    }
    // Most must have been met at work, or this shows nothing.
    expect(inTime).toBeGreaterThan(killsOfGroup / 2);
  } finally {
    history.remove();
  }
});

type Kill = { readonly home: string; readonly cacheDir: string; readonly nowMs: number; readonly afterMs: number };

/** Whether it was killed before it was done. */
async function killed({ home, cacheDir, nowMs, afterMs }: Kill): Promise<boolean> {
  const args = [child, "update", home, cacheDir, String(nowMs), String(batchBytes)];
  const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const said: string[] = [];
  worker.stdout.on("data", (data: Buffer) => said.push(data.toString()));
  const gone = once(worker, "exit");
  await once(worker.stdout, "data");
  await sleep(afterMs);
  worker.kill("SIGKILL");
  await gone;
  return !said.join("").includes("done");
}
