// What one line says, as it is read: one record of ranges, numbers and flags, and one for each of its content blocks.
// The host's `layout.ts` names the same places: the two change together.

export const LINE_BYTES: usize = 208;
export const BLOCK_BYTES: usize = 80;
/** A line with more is left to the host. */
export const MAX_BLOCKS: u32 = 256;

// Of a line: offsets in bytes. Ranges are two words, begin and end; begin 0 says that there is none.
export const LINE_START: usize = 0;
export const LINE_END: usize = 4;
export const LINE_FLAGS: usize = 8;
export const LINE_BLOCKS: usize = 12;
export const LINE_TIME: usize = 16;
export const SESSION_ID: usize = 32;
export const AGENT_ID: usize = 40;
export const CWD: usize = 48;
export const GIT_BRANCH: usize = 56;
export const VERSION: usize = 64;
export const FORKED_FROM_ID: usize = 72;
export const UUID: usize = 80;
export const TYPE: usize = 88;
export const MESSAGE_ID: usize = 96;
export const MODEL: usize = 104;
export const SERVICE_TIER: usize = 112;
export const SPEED: usize = 120;
export const INFERENCE_GEO: usize = 128;
export const CONTENT_TEXT: usize = 136;
export const INPUT_TOKENS: usize = 144;
export const OUTPUT_TOKENS: usize = 152;
export const CACHE_READ_TOKENS: usize = 160;
export const CACHE_WRITE_TOKENS: usize = 168;
export const WRITE_1H_TOKENS: usize = 176;
export const WRITE_5M_TOKENS: usize = 184;
export const WEB_SEARCHES: usize = 192;
/** A result in the client's own words, where they are a string. */
export const TOLD: usize = 200;

// Of a content block. These ranges are of whole values, quotes and brackets included, but for the first four.
export const BLOCK_KIND: usize = 0;
export const BLOCK_INDEX: usize = 4;
export const BLOCK_FLAGS: usize = 8;
export const ID_RANGE: usize = 16;
export const NAME_RANGE: usize = 24;
export const CALL_RANGE: usize = 32;
export const TARGET_RANGE: usize = 40;
export const TEXT_RANGE: usize = 48;
export const THINKING_RANGE: usize = 56;
export const INPUT_RANGE: usize = 64;
export const CONTENT_RANGE: usize = 72;

// Verdicts: the two lowest bits of a line's flags.
export const BLANK: u32 = 0;
export const GOOD: u32 = 1;
/** Damaged, or beyond what the kernel is sure of. */
export const UNSURE: u32 = 2;

// Kinds of entry: the next three bits.
export const USER: u32 = 1 << 2;
export const ASSISTANT: u32 = 2 << 2;
export const SYSTEM: u32 = 3 << 2;
export const ATTACHED: u32 = 4 << 2;
export const TITLE: u32 = 5 << 2;
export const KINDS: u32 = 7 << 2;

export const IS_SIDECHAIN: u32 = 1 << 5;
export const IS_META: u32 = 1 << 6;
export const IS_API_ERROR: u32 = 1 << 7;
export const IS_COMPACT_SUMMARY: u32 = 1 << 8;
export const IS_STOPPED: u32 = 1 << 9;
/** Usage that tells the output; nothing else in it is odd, or the line would be doubtful. */
export const HAS_USAGE: u32 = 1 << 10;
export const HAS_CACHE_WRITE: u32 = 1 << 11;
/** The message has a usage, whatever that tells: only answers of the API do. */
export const IS_ANSWER: u32 = 1 << 12;
export const HAS_LIST: u32 = 1 << 13;
export const HAS_RESULT: u32 = 1 << 14;
export const HAS_ERROR: u32 = 1 << 15;
export const HAS_ORIGIN: u32 = 1 << 16;
export const HAS_SEARCHES: u32 = 1 << 17;
export const IS_QUEUED: u32 = 1 << 18;
export const IS_COMPACTION: u32 = 1 << 19;
export const IS_PROMPT: u32 = 1 << 20;
export const HAS_VARIANT: u32 = 1 << 23;
export const IS_TASK: u32 = 1 << 24;
export const HAS_DENIAL: u32 = 1 << 25;
/** An error whose words are not a string. */
export const HAS_ODD_ERROR: u32 = 1 << 26;

// Kinds of block.
export const TOOL_USE: u32 = 1;
export const TOOL_RESULT: u32 = 2;
export const TEXT: u32 = 3;
export const THINKING: u32 = 4;

export const BLOCK_IS_ERROR: u32 = 1;
/** The bytes of the target are its text. */
export const TARGET_IS_PLAIN: u32 = 2;

export const line: usize = heap.alloc(LINE_BYTES);
export const blocksAt: usize = heap.alloc(usize(MAX_BLOCKS + 1) * BLOCK_BYTES);

export let block: usize = blocksAt;
export let blockCount: u32 = 0;

/** A known thing that is not as expected: the host reads the line itself. */
export let isDoubtful: bool = false;
export let flags: u32 = 0;
/** The known keys met so far, as bits. */
export let seen: u64 = 0;

export function doubt(): void {
  isDoubtful = true;
}

export function flag(bits: u32): void {
  flags |= bits;
}

export function see(bit: u64): void {
  if (seen & bit) isDoubtful = true;
  seen |= bit;
}

export function unsee(bits: u64): void {
  seen &= ~bits;
}

export function beginLine(start: usize): void {
  const nothing = i64x2.splat(0);
  for (let at: usize = 0; at < LINE_BYTES; at += 16) v128.store(line + at, nothing);
  store<u32>(line, u32(start), LINE_START);
  store<f64>(line, NaN, LINE_TIME);
  blockCount = 0;
  isDoubtful = false;
  flags = 0;
  seen = 0;
}

export function endLine(end: usize, verdict: u32): void {
  store<u32>(line, u32(end), LINE_END);
  store<u32>(line, flags | verdict, LINE_FLAGS);
  store<u32>(line, blockCount, LINE_BLOCKS);
}

/** One more than there is room for is written over again and again: the line is doubtful by then. */
export function beginBlock(index: u32): void {
  block = blocksAt + usize(blockCount) * BLOCK_BYTES;
  const nothing = i64x2.splat(0);
  for (let at: usize = 0; at < BLOCK_BYTES; at += 16) v128.store(block + at, nothing);
  store<u32>(block, index, BLOCK_INDEX);
  if (blockCount < MAX_BLOCKS) blockCount += 1;
  else isDoubtful = true;
}

export function setRange(record: usize, start: usize, end: usize): void {
  store<u32>(record, u32(start));
  store<u32>(record, u32(end), 4);
}
