// Items and provers -> the results in the order of the items; each prover works on one item at a time.
import type { Prover } from "../../src/proof/index.ts";

export async function inTurns<Item, Result>(
  items: readonly Item[],
  provers: readonly Prover[],
  work: (item: Item, prover: Prover) => Promise<Result>,
): Promise<readonly Result[]> {
  const rest = items.entries();
  const done: (readonly [number, Result])[] = [];
  const shift = async (prover: Prover) => {
    for (const [at, item] of rest) done.push([at, await work(item, prover)]);
  };
  await Promise.all(provers.map(shift));
  return done.toSorted(([a], [b]) => a - b).map(([, result]) => result);
}
