// The door of the kernel: bytes of a log in memory -> tables of what its lines say; the host reads both by address.
import { LINE_FEED, behindLastLineFeed } from "./characters";
import { commit, countBlank, countsAt, emptyCounts } from "./commit";
import { forgetBranch, untold, wantAll } from "./envelope";
import { readLine } from "./line";
import { BLANK, HAS_ERROR, KINDS, LINE_FLAGS, UNSURE, USER, blocksAt, flags, line } from "./record";
import * as table from "./tables";

export { briefCount, briefLines, briefNonceAt, briefRows } from "./brief";
export { areWordsKept, beginGists, endGists, keepWords } from "./brief-message";
export { addLikeness, beginLikeness, likenessAt, likenessLines } from "./likeness";
export {
  addOwnIds,
  beginOwnIds,
  beginRenaming,
  renameLines,
  renameTextsAt,
  renamedAt,
  renamedEnd,
  renamedLines,
} from "./renamed";
export { pack, packedBytes } from "./pack";
export { tableAt } from "./tables";
export { giveCall, giveLabel, giveMessage, givePrompt, giveResult, numbersAt, textRoomFor } from "./given";
export { countsAt, line, blocksAt };

/** Bytes behind the text that may be read, and the first of them written. */
const SLACK: usize = 256;

let buffer: usize = 0;
let capacity: usize = 0;

/** Room for `size` bytes; what stands in it stays when it grows. */
export function reserve(size: usize): usize {
  if (size > capacity) {
    const larger = heap.alloc(size + SLACK);
    if (capacity) memory.copy(larger, buffer, capacity);
    capacity = size;
    buffer = larger;
  }
  return buffer;
}

/** Before the first line of each log. */
export function begin(): void {
  table.emptyTables();
  wantAll();
}

/** Behind the last whole line of `start`..`end`. */
export function wholeLines(start: usize, end: usize): usize {
  return behindLastLineFeed(start, end);
}

// Why a scan paused: at the end, at a line for the host to read, at an error for it to judge, with news to tell.
const AT_END: u32 = 0;
const AT_UNSURE: u32 = 1;
const AT_ERROR: u32 = 2;
const AT_NEWS: u32 = 3;

export let pause: u32 = AT_END;
export let news: u32 = 0;
let offset: f64 = 0;

/** Reads the lines of `start`..`end` until the host is needed; gives where the next line begins. */
export function scan(start: usize, end: usize, startOffset: f64): usize {
  emptyCounts();
  news = 0;
  // A last line that nothing ends is ended here.
  if (load<u8>(end - 1) != LINE_FEED) store<u8>(end, LINE_FEED);
  let at = start;
  while (at < end) {
    offset = startOffset + f64(at - start);
    const next = readLine(at, offset == 0) + 1;
    const verdict = load<u32>(line, LINE_FLAGS) & 3;
    if (verdict == BLANK) countBlank();
    else if (verdict == UNSURE) {
      forgetBranch();
      pause = AT_UNSURE;
      return next;
    } else if ((flags & KINDS) == USER && flags & HAS_ERROR) {
      pause = AT_ERROR;
      return next;
    } else {
      commit(offset, 0);
      news = untold();
      if (news) {
        pause = AT_NEWS;
        return next;
      }
    }
    at = next;
  }
  pause = AT_END;
  return at;
}

/** Goes on with the line that has an error. */
export function commitError(errorFlags: f64): void {
  commit(offset, errorFlags);
  news = untold();
}

/** One line by itself, for looking at its record. */
export function read(start: usize, end: usize): void {
  store<u8>(end, LINE_FEED);
  readLine(start, true);
}
