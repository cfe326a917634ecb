// All tables of a log -> one stretch of bytes with what they hold, which the host takes in one go.
// The host's `tables.ts` reads the same places: the two change together.
import { Table } from "./table";
import { TABLES, tableAt } from "./tables";

/** Six fields for each table, in front of all rows and strings. */
const DESCRIPTION_BYTES: usize = 24;

let packed: usize = 0;
let room: usize = 0;

/** Rows hold numbers of eight bytes: all begins at multiples of that. */
function evenly(size: usize): usize {
  return (size + 7) & ~7;
}

function rowBytes(table: Table): usize {
  return usize(table.count) * usize(table.rowBytes);
}

export function packedBytes(): usize {
  let size = usize(TABLES) * DESCRIPTION_BYTES;
  for (let index: u32 = 0; index < TABLES; index++) {
    const table = tableAt(index);
    size += rowBytes(table) + evenly(table.poolBytes);
  }
  return size;
}

/** Gives where they stand, until the next call; the places that they tell count from `base` on. */
export function pack(base: usize): usize {
  const size = packedBytes();
  if (size > room) {
    room = 2 * size;
    packed = heap.alloc(room);
  }
  let next = packed + usize(TABLES) * DESCRIPTION_BYTES;
  for (let index: u32 = 0; index < TABLES; index++) {
    const table = tableAt(index);
    const description = packed + usize(index) * DESCRIPTION_BYTES;
    const pool = next + rowBytes(table);
    store<u32>(description, u32(next - packed + base));
    store<u32>(description, table.count, 4);
    store<u32>(description, u32(pool - packed + base), 8);
    store<u32>(description, table.poolBytes, 12);
    store<u32>(description, table.rowBytes, 16);
    store<u32>(description, table.hasSpelled, 20);
    memory.copy(next, table.rows, rowBytes(table));
    memory.copy(pool, table.pool, table.poolBytes);
    next = pool + evenly(table.poolBytes);
  }
  return packed;
}
