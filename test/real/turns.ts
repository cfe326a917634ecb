// Items and hands -> the results in the order of the items; each hand, such as a prover, works on one item at a time.

export async function inTurns<Item, Hand, Result>(
  items: readonly Item[],
  hands: readonly Hand[],
  work: (item: Item, hand: Hand) => Promise<Result>,
): Promise<readonly Result[]> {
  const rest = items.entries();
  const done: (readonly [number, Result])[] = [];
  const shift = async (hand: Hand) => {
    for (const [at, item] of rest) done.push([at, await work(item, hand)]);
  };
  await Promise.all(hands.map(shift));
  return done.toSorted(([a], [b]) => a - b).map(([, result]) => result);
}
