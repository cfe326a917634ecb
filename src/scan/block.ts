// The keys of a content block and of a call's input -> the record of the block.
import { OPEN_BRACE, QUOTE } from "./characters";
import { isUncuttable } from "./commit";
import * as key from "./keys";
import { blockKind } from "./kinds";
import { absentEnd, plainTextEnd } from "./members";
import { objectEnd, valueEnd } from "./objects";
import * as record from "./record";
import { block, line } from "./record";
import { TRUE } from "./scalar";
import { isPlain, plainEnd, textEnd } from "./strings";

/** A call with several targets is about the one with the least rank. */
let targetRank: i32 = 0;
const NO_TARGET: i32 = 3;

export function beginBlock(index: u32): void {
  record.beginBlock(index);
  targetRank = NO_TARGET;
}

export function endBlock(): void {
  if (isUncuttable(block)) record.doubt();
  const kind = load<u32>(block, record.BLOCK_KIND);
  if (kind == record.TOOL_USE && isEmpty(record.ID_RANGE)) record.doubt();
  if (kind != record.TOOL_RESULT) return;
  if (isEmpty(record.CALL_RANGE)) record.doubt();
  record.flag(record.HAS_RESULT);
  if (!(load<u32>(block, record.BLOCK_FLAGS) & record.BLOCK_IS_ERROR)) return;
  // Two errors in a line may differ: the host sorts that out.
  if (record.flags & record.HAS_ERROR) record.doubt();
  record.flag(record.HAS_ERROR);
  const content = load<u32>(block, record.CONTENT_RANGE);
  if (content && load<u8>(content) == QUOTE) return;
  record.flag(record.HAS_ODD_ERROR);
  const words = onlyTextAt(content, load<u32>(block, record.CONTENT_RANGE + 4));
  // What the line tells elsewhere is told in fewer words, and counts.
  if (words && !load<u32>(line, record.TOLD)) record.setRange(line + record.TOLD, words, textEnd(words));
}

const ONE_TEXT_BYTES: usize = 24;
const ONE_TEXT: usize = memory.data<u8>([
  0x5b, 0x7b, 0x22, 0x74, 0x79, 0x70, 0x65, 0x22, 0x3a, 0x22, 0x74, 0x65, 0x78, 0x74, 0x22, 0x2c, 0x22, 0x74, 0x65,
  0x78, 0x74, 0x22, 0x3a, 0x22,
]);

/** Where the text begins in a list of one text that is spelled as the client does; 0 for any other value. */
function onlyTextAt(start: usize, end: usize): usize {
  if (end < start + ONE_TEXT_BYTES || memory.compare(start, ONE_TEXT, ONE_TEXT_BYTES) != 0) return 0;
  const close = textEnd(start + ONE_TEXT_BYTES);
  return close + 3 == end ? start + ONE_TEXT_BYTES : 0;
}

/** No id, or an empty one: the host makes one. */
function isEmpty(range: usize): bool {
  return load<u32>(block + range) == load<u32>(block + range, 4);
}

export function blockMemberEnd(found: i32, at: usize): usize {
  switch (found) {
    case key.BLOCK_TYPE: {
      const end = plainTextEnd(at);
      if (end && load<u8>(at) == QUOTE) store<u32>(block, blockKind(at + 1, end - 1), record.BLOCK_KIND);
      return end;
    }
    case key.BLOCK_ID:
      return idEnd(at, record.ID_RANGE);
    case key.BLOCK_NAME:
      return idEnd(at, record.NAME_RANGE);
    case key.BLOCK_TOOL_USE_ID:
      return idEnd(at, record.CALL_RANGE);
    case key.BLOCK_IS_ERROR:
      return errorEnd(at);
    case key.BLOCK_TEXT:
      return rangeEnd(at, record.TEXT_RANGE);
    case key.BLOCK_THINKING:
      return rangeEnd(at, record.THINKING_RANGE);
    case key.BLOCK_CONTENT:
      return rangeEnd(at, record.CONTENT_RANGE);
    case key.BLOCK_INPUT: {
      const end = load<u8>(at) == OPEN_BRACE ? objectEnd(at, key.INPUT) : valueEnd(at);
      record.setRange(block + record.INPUT_RANGE, at, end);
      return end;
    }
    case key.INPUT_FILE_PATH:
      return targetEnd(at, 0);
    case key.INPUT_NOTEBOOK_PATH:
      return targetEnd(at, 1);
    case key.INPUT_COMMAND:
      return targetEnd(at, 2);
  }
  return absentEnd(at);
}

function idEnd(at: usize, field: usize): usize {
  const end = plainTextEnd(at);
  if (end && load<u8>(at) == QUOTE) record.setRange(block + field, at + 1, end - 1);
  return end;
}

/** Whatever it is: only its place matters. */
function rangeEnd(at: usize, field: usize): usize {
  const end = valueEnd(at);
  record.setRange(block + field, at, end);
  return end;
}

function targetEnd(at: usize, rank: i32): usize {
  if (load<u8>(at) != QUOTE) return valueEnd(at);
  const end = plainEnd(at + 1);
  if (!end) return 0;
  if (rank < targetRank) {
    targetRank = rank;
    record.setRange(block + record.TARGET_RANGE, at + 1, end);
    const others = load<u32>(block, record.BLOCK_FLAGS) & ~record.TARGET_IS_PLAIN;
    store<u32>(block, isPlain ? others | record.TARGET_IS_PLAIN : others, record.BLOCK_FLAGS);
  }
  return end + 1;
}

function errorEnd(at: usize): usize {
  if (load<u32>(at) == TRUE) {
    store<u32>(block, load<u32>(block, record.BLOCK_FLAGS) | record.BLOCK_IS_ERROR, record.BLOCK_FLAGS);
    return at + 4;
  }
  return load<u8>(at) == 0x66 ? valueEnd(at) : absentEnd(at);
}
