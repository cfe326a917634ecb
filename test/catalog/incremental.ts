// A seed -> a history that the catalog follows step by step, compared with one made at its end; throws where they differ.
import { join } from "node:path";
import { expect } from "vitest";
import { discover } from "../../src/store/index.ts";
import { historyOf } from "./history.ts";
import { opened, updated } from "./open-catalog.ts";
import { damageIn, rowsOf } from "./rows.ts";

export async function checkHistory(seed: number, steps: number): Promise<void> {
  const history = historyOf(seed);
  const { home, random } = history;
  const followed = join(home, "followed");
  const rebuilt = join(home, "rebuilt");
  const done: string[] = [];
  try {
    let catalog = await opened({ cacheDir: followed, nowMs: history.nowMs() });
    for (let step = 0; step < steps; step++) {
      done.push(history.step());
      if (random.chance(0.5)) {
        await catalog.update(discover([home]));
        done.push("update");
      }
      if (random.chance(0.2)) {
        catalog.close();
        catalog = await opened({ cacheDir: followed, nowMs: history.nowMs() });
      }
    }
    catalog.close();
    const nowMs = history.nowMs();
    await updated({ home, cacheDir: followed, nowMs });
    await updated({ home, cacheDir: rebuilt, nowMs });
    const told = `seed ${seed}: ${done.join(", ")}`;
    expect(damageIn(followed), told).toEqual([]);
    expect(rowsOf(followed), told).toEqual(rowsOf(rebuilt));
    const [a, b] = [await hitsIn(followed, nowMs), await hitsIn(rebuilt, nowMs)];
    expect(a, told).toEqual(b);
  } finally {
    history.remove();
  }
}

async function hitsIn(cacheDir: string, nowMs: number): Promise<readonly unknown[]> {
  const catalog = await opened({ cacheDir, nowMs });
  try {
    return [
      ...catalog.hits({ match: undefined, order: "newest" }),
      ...catalog.hits({ match: "needle*", order: "newest" }),
    ];
  } finally {
    catalog.close();
  }
}
