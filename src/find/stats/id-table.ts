// Ids -> the rows they got: a table made once for a known number of ids, which keeps where an id stands and not the id.
import { type IdAt, type Ids, idHash, isSameId, textHash } from "../../graph/index.ts";

export type IdTable = {
  /** The row of the id at that place of a list, or -1; it then gets `row`, which is the next that none has. */
  readonly claim: (ids: Ids, at: number, row: number) => number;
  /** The row of that id, or -1. */
  readonly find: (id: string) => number;
};

/** `count`: how many ids there will be at most. Nearly all are seen once: a Map, which keeps them, takes several times as long. */
export function idTable(count: number): IdTable {
  const size = 2 ** Math.max(4, Math.ceil(Math.log2(count * 2 + 1)));
  const mask = size - 1;
  /** A row and one, so that 0 is nothing. */
  const slots = new Int32Array(size);
  const hashes = new Int32Array(count);
  const lists: Ids[] = [];
  const listOf = new Int32Array(count);
  const placeOf = new Int32Array(count);

  /** The slot in which the id stands or would stand. */
  function slotOf(id: IdAt, hash: number): number {
    let slot = hash & mask;
    for (;;) {
      const row = (slots[slot] ?? 0) - 1;
      if (row < 0 || (hashes[row] === hash && isSameId(id, keptAt(row)))) return slot;
      slot = (slot + 1) & mask;
    }
  }

  const keptAt = (row: number): IdAt => ({ ids: lists[listOf[row] ?? 0] ?? [], row: placeOf[row] ?? 0 });

  return {
    claim(ids, at, row) {
      const hash = idHash(ids, at);
      const slot = slotOf({ ids, row: at }, hash);
      const known = slots[slot] ?? 0;
      if (known !== 0) return known - 1;
      if (lists[lists.length - 1] !== ids) lists.push(ids);
      slots[slot] = row + 1;
      hashes[row] = hash;
      listOf[row] = lists.length - 1;
      placeOf[row] = at;
      return -1;
    },
    find: (id) => (slots[slotOf({ ids: [id], row: 0 }, textHash(id))] ?? 0) - 1,
  };
}
