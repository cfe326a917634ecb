// Strings, each once and in the order they came -> rows of numbers that belong to them, for one log at a time.
// The host's `layout.ts` names the same places: the two change together.

/** The strings stand one behind the other in the pool, each with a line feed behind it, which none of them holds. */
@unmanaged
export class Table {
  rows: usize;
  count: u32;
  pool: usize;
  poolBytes: u32;
  rowBytes: u32;
  /** Whether any of the strings is one that the host has spelled. */
  hasSpelled: u32;
  rowRoom: u32;
  poolRoom: u32;
  slots: usize;
  slotRoom: u32;
  slotMask: u32;
  /** The row asked for last: the lines of one message mostly follow each other. */
  last: u32;
}

// Of a row: hash, place in the pool, length, and from here on numbers of eight bytes.
const ROW_POOL: usize = 4;
const ROW_LENGTH: usize = 8;
export const ROW_NUMBERS: usize = 16;

const FIRST_ROWS: u32 = 64;
const FIRST_SLOTS: u32 = 128;
const FIRST_POOL: u32 = 4096;
/** Vectors reach beyond the end of a string. */
const SLACK: u32 = 32;
/** What the host puts in front of a string that is not ASCII. */
const SPELLED: u8 = 1;
export const NO_ROW: u32 = 0xffffffff;

export function newTable(numbers: u32): Table {
  const table = changetype<Table>(heap.alloc(offsetof<Table>()));
  table.rowBytes = u32(ROW_NUMBERS) + numbers * 8;
  table.rowRoom = FIRST_ROWS;
  table.rows = heap.alloc(usize(FIRST_ROWS * table.rowBytes));
  table.poolRoom = FIRST_POOL;
  table.pool = heap.alloc(usize(FIRST_POOL + SLACK));
  table.slotRoom = FIRST_SLOTS;
  table.slots = heap.alloc(usize(FIRST_SLOTS) * 4);
  emptyTable(table);
  return table;
}

/** Slots begin few again, so that a small log after a large one has few to clear. */
export function emptyTable(table: Table): void {
  table.count = 0;
  table.poolBytes = 0;
  table.hasSpelled = 0;
  table.last = NO_ROW;
  table.slotMask = FIRST_SLOTS - 1;
  memory.fill(table.slots, 0, usize(FIRST_SLOTS) * 4);
}

export function rowAt(table: Table, row: u32): usize {
  return table.rows + usize(row) * usize(table.rowBytes);
}

/** The row of a string, or NO_ROW. */
export function find(table: Table, start: usize, length: u32): u32 {
  if (table.last != NO_ROW && isRow(table, table.last, start, length)) return table.last;
  const hash = hashOf(start, length);
  let slot = hash & table.slotMask;
  while (true) {
    const taken = load<u32>(table.slots + usize(slot) * 4);
    if (!taken) return NO_ROW;
    const row = taken - 1;
    if (load<u32>(rowAt(table, row)) == hash && isRow(table, row, start, length)) {
      table.last = row;
      return row;
    }
    slot = (slot + 1) & table.slotMask;
  }
}

/** A new row for a string that the table does not have, its numbers not yet written. */
export function add(table: Table, start: usize, length: u32): u32 {
  if (table.count + 1 > table.slotMask >> 1) growSlots(table);
  const row = append(table, start, length);
  const hash = load<u32>(rowAt(table, row));
  claim(table, hash, row);
  table.last = row;
  return row;
}

/** A row that no search will find: for things without an id. */
export function append(table: Table, start: usize, length: u32): u32 {
  if (table.count == table.rowRoom) growRows(table);
  const row = table.count;
  const at = rowAt(table, row);
  store<u32>(at, hashOf(start, length));
  store<u32>(at, addText(table, start, length), ROW_POOL);
  store<u32>(at, length, ROW_LENGTH);
  table.count = row + 1;
  return row;
}

/** The row of a string, new or not. */
export function intern(table: Table, start: usize, length: u32): u32 {
  const known = find(table, start, length);
  return known == NO_ROW ? add(table, start, length) : known;
}

/** Text at the end of the pool and a line feed behind it; gives where it begins. */
export function addText(table: Table, start: usize, length: u32): u32 {
  const from = table.poolBytes;
  const end = from + length + 1;
  if (end > table.poolRoom) growPool(table, end);
  copy(table.pool + from, start, length);
  if (load<u8>(table.pool + from) == SPELLED && length) table.hasSpelled = 1;
  store<u8>(table.pool + from + length, 0x0a);
  table.poolBytes = end;
  return from;
}

function isRow(table: Table, row: u32, start: usize, length: u32): bool {
  const at = rowAt(table, row);
  return load<u32>(at, ROW_LENGTH) == length && isSame(table.pool + load<u32>(at, ROW_POOL), start, length);
}

function claim(table: Table, hash: u32, row: u32): void {
  let slot = hash & table.slotMask;
  while (load<u32>(table.slots + usize(slot) * 4)) slot = (slot + 1) & table.slotMask;
  store<u32>(table.slots + usize(slot) * 4, row + 1);
}

/** Memory is never given back here: what a table has outgrown is at most as much as it has. */
function growRows(table: Table): void {
  const bytes = usize(table.rowRoom * table.rowBytes);
  const larger = heap.alloc(bytes * 2);
  memory.copy(larger, table.rows, bytes);
  table.rows = larger;
  table.rowRoom *= 2;
}

function growPool(table: Table, wanted: u32): void {
  const room = max(table.poolRoom * 2, wanted);
  const larger = heap.alloc(usize(room + SLACK));
  memory.copy(larger, table.pool, usize(table.poolBytes));
  table.pool = larger;
  table.poolRoom = room;
}

/** Rows that no search will find came without asking for slots: there may be many more of them than there are slots. */
function growSlots(table: Table): void {
  let count = (table.slotMask + 1) * 2;
  while (table.count + 1 > (count - 1) >> 1) count *= 2;
  if (count > table.slotRoom) {
    table.slots = heap.alloc(usize(count) * 4);
    table.slotRoom = count;
  }
  table.slotMask = count - 1;
  memory.fill(table.slots, 0, usize(count) * 4);
  for (let row: u32 = 0; row < table.count; row++) claim(table, load<u32>(rowAt(table, row)), row);
}

function copy(to: usize, from: usize, length: u32): void {
  for (let done: usize = 0; done < usize(length); done += 16) v128.store(to + done, v128.load(from + done));
}

/** Reads up to 15 bytes beyond both. */
export function isSame(a: usize, b: usize, length: u32): bool {
  let done: u32 = 0;
  for (; done + 16 <= length; done += 16) {
    if (i8x16.bitmask(i8x16.eq(v128.load(a + done), v128.load(b + done))) != 0xffff) return false;
  }
  const rest: i32 = (1 << (length - done)) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(a + done), v128.load(b + done))) & rest) == rest;
}

/** The same number as the host's `textHash` gives. */
function hashOf(start: usize, length: u32): u32 {
  let hash = length;
  let at = start;
  let rest = length;
  for (; rest >= 4; rest -= 4, at += 4) hash = mix(hash, load<u32>(at));
  return rest ? mix(hash, load<u32>(at) & ((1 << (rest * 8)) - 1)) : hash;
}

function mix(hash: u32, word: u32): u32 {
  const mixed = (hash ^ word) * 0x9e3779b1;
  return mixed ^ (mixed >> 15);
}
