// A key of an entry -> its number: ids first, in the order of the host's names for them, then what a request is made of.

/** The host knows the first of them by the same names, in the same order: the two change together. */
const NAMES: string =
  "sessionId,session_id,forkedFrom,uuid,parentUuid,logicalParentUuid,leafUuid,messageId,snapshotMessageId," +
  "sourceToolAssistantUUID,interruptedMessageId,commandUuid,refusedUserMessageUuid,parentLastUuid,snapshot," +
  "attachment,compactMetadata,microcompactMetadata,summarizedTurnPromptUuids," +
  "type,message,toolUseResult,data,content,rendered,isApiErrorMessage,origin,renderedRole,";

export const NO_NAME: u32 = 0;
export const FORKED_FROM: u32 = 3;
export const UUID: u32 = 4;
export const SNAPSHOT: u32 = 15;
export const ATTACHMENT: u32 = 16;
export const LAST_ID: u32 = 19;
export const TYPE: u32 = 20;
export const MESSAGE: u32 = 21;
export const TOOL_USE_RESULT: u32 = 22;
export const DATA: u32 = 23;

const MAX_LENGTH: usize = 32;
/** The number of the only name of a length that begins with a letter. */
const numbers: usize = heap.alloc(MAX_LENGTH * 32);
/** The names as bytes, each with as much room as the longest. */
const spelled: usize = heap.alloc(64 * MAX_LENGTH);
let isReady: bool = false;

function makeReady(): void {
  memory.fill(numbers, 0, MAX_LENGTH * 32);
  memory.fill(spelled, 0, 64 * MAX_LENGTH);
  let number: u32 = 1;
  let length: usize = 0;
  for (let at = 0; at < NAMES.length; at++) {
    const letter = u8(NAMES.charCodeAt(at));
    const name = spelled + usize(number) * MAX_LENGTH;
    if (letter == 0x2c) {
      store<u8>(numbers + length * 32 + (load<u8>(name) & 31), u8(number));
      number += 1;
      length = 0;
    } else {
      store<u8>(name + length, letter);
      length += 1;
    }
  }
  isReady = true;
}

export function nameAt(key: usize, length: usize): u32 {
  if (length >= MAX_LENGTH) return NO_NAME;
  if (!isReady) makeReady();
  const number = load<u8>(numbers + length * 32 + (load<u8>(key) & 31));
  if (!number) return NO_NAME;
  return isWord(key, length, spelled + usize(number) * MAX_LENGTH) ? u32(number) : NO_NAME;
}

function isWord(key: usize, length: usize, name: usize): bool {
  let at: usize = 0;
  while (at + 8 <= length) {
    if (load<u64>(key + at) != load<u64>(name + at)) return false;
    at += 8;
  }
  const rest = (length - at) << 3;
  return !rest || (load<u64>(key + at) ^ load<u64>(name + at)) << (64 - rest) == 0;
}

/** Whether a short word stands here; as a little-endian number with zeros behind it. */
export function isShort(key: usize, length: usize, word: u64): bool {
  const bits = 64 - (u64(clz(word)) & ~7);
  return u64(length) << 3 == bits && (load<u64>(key) ^ word) << (64 - bits) == 0;
}

/** Ids in an attachment or a snapshot: messageId, source_uuid. */
export function isHeldId(key: usize, length: usize): bool {
  return (
    (length == 9 && load<u64>(key) == 0x496567617373656d && load<u8>(key, 8) == 0x64) ||
    (length == 11 && load<u64>(key) == 0x755f656372756f73 && load<u32>(key, 7) == 0x64697575)
  );
}
