// Ids -> the rows they got: a table made once for a known number of ids, which keeps where an id stands and not the id.
import { type Ids, hashesOf, idHash, isNoId, isSameId, textHash } from "../../graph/index.ts";

export type IdTable = {
  /**
   * The row of the id at that place of a list, or -1; it then gets `row`, which is the next that none has. What has no id
   * is always new, and never found.
   */
  readonly claim: (ids: Ids, at: number, row: number) => number;
  /**
   * The same for a whole list, whose new ids get the rows from `first` on: undefined where all of them are new, as they
   * are in nearly every log.
   */
  readonly claimAll: (ids: Ids, first: number) => Int32Array | undefined;
  /** The row of that id, or -1. */
  readonly find: (id: string) => number;
};

/** `count`: how many ids there will be at most. Nearly all are seen once: a Map, which keeps them, takes several times as long. */
export function idTable(count: number): IdTable {
  const size = 2 ** Math.max(4, Math.ceil(Math.log2(count * 2 + 1)));
  const mask = size - 1;
  /** A row and one, so that 0 is nothing. */
  const slots = new Int32Array(size);
  const hashes = new Uint32Array(count);
  const lists: Ids[] = [];
  const listOf = new Int32Array(count);
  const placeOf = new Int32Array(count);
  let lastList: Ids | undefined;

  /** The slot in which the id stands or would stand. */
  function slotOf(ids: Ids, at: number, hash: number): number {
    let slot = hash & mask;
    for (;;) {
      const row = (slots[slot] ?? 0) - 1;
      if (row < 0 || (hashes[row] === hash && isKeptAt(row, ids, at))) return slot;
      slot = (slot + 1) & mask;
    }
  }

  function isKeptAt(row: number, ids: Ids, at: number): boolean {
    return isSameId({ ids, row: at }, { ids: lists[listOf[row] ?? 0] ?? [], row: placeOf[row] ?? 0 });
  }

  function listPlace(ids: Ids): number {
    if (lastList !== ids) lists.push((lastList = ids));
    return lists.length - 1;
  }

  return {
    claim(ids, at, row) {
      if (isNoId(ids, at)) return -1;
      const hash = idHash(ids, at);
      const slot = slotOf(ids, at, hash);
      const known = slots[slot] ?? 0;
      if (known !== 0) return known - 1;
      slots[slot] = row + 1;
      hashes[row] = hash;
      listOf[row] = listPlace(ids);
      placeOf[row] = at;
      return -1;
    },
    claimAll(ids, first) {
      let rows: Int32Array | undefined;
      let next = first;
      const list = listPlace(ids);
      const { length } = ids;
      const hashOf = hashesOf(ids);
      // In one loop over plain numbers: nearly all of the time goes by before a loop of calls would be fast.
      for (let at = 0; at < length; at++) {
        const hash = hashOf.words[hashOf.first + at * hashOf.step] ?? 0;
        let slot = hash & mask;
        let known = slots[slot] ?? 0;
        while (known !== 0 && (hashes[known - 1] !== hash || !isKeptAt(known - 1, ids, at))) {
          slot = (slot + 1) & mask;
          known = slots[slot] ?? 0;
        }
        if (known !== 0) {
          rows ??= Int32Array.from({ length }, (_, before) => first + before);
          rows[at] = known - 1;
          continue;
        }
        if (rows !== undefined) rows[at] = next;
        // Only such a one has this hash, or next to none else.
        if (hash !== noIdHash || !isNoId(ids, at)) slots[slot] = next + 1;
        hashes[next] = hash;
        listOf[next] = list;
        placeOf[next] = at;
        next += 1;
      }
      return rows;
    },
    find: (id) => (id === "" ? -1 : (slots[slotOf([id], 0, textHash(id))] ?? 0) - 1),
  };
}

const noIdHash = textHash("");

/** How many of the rows are new. */
export function newRows(rows: Int32Array, first: number): number {
  let count = 0;
  for (const row of rows) if (row >= first) count += 1;
  return count;
}
