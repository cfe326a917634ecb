// The record of a good line -> the tables and counts of its log.
import {
  ASSISTANT,
  BLOCK_BYTES,
  BLOCK_FLAGS,
  BLOCK_IS_ERROR,
  BLOCK_KIND,
  CACHE_READ_TOKENS,
  CACHE_WRITE_TOKENS,
  CALL_RANGE,
  CONTENT_RANGE,
  HAS_CACHE_WRITE,
  HAS_USAGE,
  ID_RANGE,
  INPUT_TOKENS,
  IS_ANSWER,
  IS_API_ERROR,
  IS_PROMPT,
  IS_SIDECHAIN,
  IS_STOPPED,
  IS_TASK,
  KINDS,
  LINE_TIME,
  MESSAGE_ID,
  MODEL,
  NAME_RANGE,
  OUTPUT_TOKENS,
  TARGET_IS_PLAIN,
  TARGET_RANGE,
  TOOL_RESULT,
  TOOL_USE,
  USER,
  UUID,
  VERSION,
  WEB_SEARCHES,
  WRITE_1H_TOKENS,
  WRITE_5M_TOKENS,
  blockCount,
  blocksAt,
  flags,
  line,
} from "./record";
import { intern } from "./table";
import * as table from "./tables";
import { Word, id, newWord, usage } from "./tables";

// What the last entry was, as the host names it.
const ANSWER: f64 = 1;
const ERROR: f64 = 2;
const CALL: f64 = 3;
const RESULT: f64 = 4;
const PROMPT: f64 = 5;

/** Counts since they were last asked for: lines, blank ones, least time, greatest time, what was last. */
export const countsAt: usize = heap.alloc(40);
const name: Word = newWord();
const target: Word = newWord();

/** A target with escapes or beyond ASCII stands here as it is written, behind a mark by which the host knows it. */
const RAW_BYTES: u32 = 2048;
/** Each of the host's 200 characters takes six bytes at most. */
const ENOUGH_BYTES: u32 = 1201;
const rawTarget: usize = heap.alloc(usize(RAW_BYTES) + 64);
const RAW_MARK: u8 = 1;
/** No longer than the host would keep. */
const TARGET_BYTES: u32 = 200;

export function emptyCounts(): void {
  store<f64>(countsAt, 0);
  store<f64>(countsAt, 0, 8);
  store<f64>(countsAt, Infinity, 16);
  store<f64>(countsAt, -Infinity, 24);
  store<f64>(countsAt, 0, 32);
}

export function countBlank(): void {
  store<f64>(countsAt, load<f64>(countsAt, 8) + 1, 8);
}

/** `errorFlags`: what an error of this line is, which only the host can tell. */
export function commit(offset: f64, errorFlags: f64): void {
  const time = load<f64>(line, LINE_TIME);
  table.setOrigin(offset, time);
  store<f64>(countsAt, load<f64>(countsAt) + 1);
  // Neither is true of a time that is not there.
  if (time < load<f64>(countsAt, 16)) store<f64>(countsAt, time, 16);
  if (time > load<f64>(countsAt, 24)) store<f64>(countsAt, time, 24);
  take(table.version, line + VERSION);
  if (table.version.length) intern(table.versions, table.version.start, table.version.length);
  const kind = flags & KINDS;
  if (kind == ASSISTANT) commitAnswer();
  else if (kind == USER) commitUser(errorFlags);
}

function said(word: f64): void {
  store<f64>(countsAt, word, 32);
}

function commitAnswer(): void {
  said(ANSWER);
  if (flags & IS_ANSWER) commitMessage();
  for (let index: u32 = 0; index < blockCount; index++) {
    const block = blocksAt + usize(index) * BLOCK_BYTES;
    if (load<u32>(block, BLOCK_KIND) != TOOL_USE) continue;
    if (!load<u32>(block, NAME_RANGE)) continue;
    take(id, block + ID_RANGE);
    take(name, block + NAME_RANGE);
    takeTarget(block);
    table.putCall(name, target);
    said(CALL);
  }
}

function commitMessage(): void {
  take(id, line + MESSAGE_ID);
  if (!id.length) take(id, line + UUID);
  take(table.model, line + MODEL);
  table.variant.length = 0;
  const written = load<f64>(line, CACHE_WRITE_TOKENS);
  const hour = load<f64>(line, WRITE_1H_TOKENS);
  store<f64>(usage, load<f64>(line, INPUT_TOKENS));
  store<f64>(usage, load<f64>(line, OUTPUT_TOKENS), 8);
  store<f64>(usage, load<f64>(line, CACHE_READ_TOKENS), 16);
  store<f64>(usage, flags & HAS_CACHE_WRITE ? written : hour + load<f64>(line, WRITE_5M_TOKENS), 24);
  store<f64>(usage, hour, 32);
  store<f64>(usage, load<f64>(line, WEB_SEARCHES), 40);
  // The host's bits: stopped, error, sidechain, counted.
  const stopped: u32 = flags & IS_STOPPED ? 1 : 0;
  const failed: u32 = flags & IS_API_ERROR ? 2 : 0;
  const aside: u32 = flags & IS_SIDECHAIN ? 4 : 0;
  const counted: u32 = flags & HAS_USAGE ? 8 : 0;
  table.putMessage(stopped | failed | aside | counted);
  if (failed) said(ERROR);
}

function commitUser(errorFlags: f64): void {
  if (flags & IS_PROMPT) {
    take(id, line + UUID);
    table.putPrompt();
    return said(PROMPT);
  }
  if (flags & IS_TASK) return said(PROMPT);
  for (let index: u32 = 0; index < blockCount; index++) {
    const block = blocksAt + usize(index) * BLOCK_BYTES;
    if (load<u32>(block, BLOCK_KIND) != TOOL_RESULT) continue;
    take(id, block + CALL_RANGE);
    const size = load<u32>(block, CONTENT_RANGE + 4) - load<u32>(block, CONTENT_RANGE);
    table.putResult(load<u32>(block, BLOCK_FLAGS) & BLOCK_IS_ERROR ? errorFlags : 0, f64(size), 0);
    said(RESULT);
  }
}

function take(word: Word, range: usize): void {
  word.start = usize(load<u32>(range));
  word.length = load<u32>(range, 4) - u32(word.start);
}

function takeTarget(block: usize): void {
  take(target, block + TARGET_RANGE);
  if (!target.length) return;
  if (load<u32>(block, BLOCK_FLAGS) & TARGET_IS_PLAIN) {
    target.length = min(target.length, TARGET_BYTES);
    return;
  }
  const length = cutRaw(target.start, target.length);
  store<u8>(rawTarget, RAW_MARK);
  memory.copy(rawTarget + 1, target.start, usize(length));
  target.start = rawTarget;
  target.length = length + 1;
}

/** So much of a long text that it still has more than the host keeps, and ends with whole escapes and characters. */
function cutRaw(start: usize, length: u32): u32 {
  if (length < RAW_BYTES) return length;
  let end = RAW_BYTES - 1;
  // A space is never part of an escape or of a character; a quote may be.
  while (end > ENOUGH_BYTES && load<u8>(start + end) != 0x20) end -= 1;
  return end;
}

/** Whether a target is too odd to be cut: so long, and no space in it. */
export function isUncuttable(block: usize): bool {
  const start = usize(load<u32>(block, TARGET_RANGE));
  const length = load<u32>(block, TARGET_RANGE + 4) - u32(start);
  if (length < RAW_BYTES || load<u32>(block, BLOCK_FLAGS) & TARGET_IS_PLAIN) return false;
  return load<u8>(start + cutRaw(start, length)) != 0x20;
}
