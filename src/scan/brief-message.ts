// A message -> where it ends, and on the way its long texts in their short form.
import { OPEN_BRACE, OPEN_BRACKET, QUOTE, hasByte } from "./characters";
import { AS_BYTES, AS_JSON, AS_UNITS, AS_WORDS, shorten } from "./brief-text";
import { copyUpTo, goOn, put, skipTo } from "./brief-out";
import { itemsEnd, membersEnd, stringsEnd } from "./brief-walk";
import { isShort } from "./brief-words";
import { valueEnd } from "./objects";
import { doubt } from "./record";
import { textEnd } from "./strings";

// Little-endian words.
const TYPE: u64 = 0x65707974;
const ROLE: u64 = 0x656c6f72;
const TEXT: u64 = 0x74786574;
const NAME: u64 = 0x656d616e;
const DATA: u64 = 0x61746164;
const INPUT: u64 = 0x7475706e69;
const SOURCE: u64 = 0x656372756f73;
const CONTENT: u64 = 0x746e65746e6f63;
const IMAGE: u64 = 0x6567616d69;
const TASK: u64 = 0x6b736154;
const AGENT: u64 = 0x746e656741;
const THINKING: u64 = 0x676e696b6e696874;
const TOOL_USE: u64 = 0x6573755f6c6f6f74;

/** Shorter words are not worth it. */
const LONG_WORDS: usize = 1536;
const OPEN_TAG: u8 = 0x3c;
const ZERO: u8 = 0x30;

// What is known of the block under way.
const OTHER_BLOCK: u32 = 0;
const TEXT_BLOCK: u32 = 1;
const THINKING_BLOCK: u32 = 2;
const HIDDEN_BLOCK: u32 = 3;
const CALL_BLOCK: u32 = 4;
const RESULT_BLOCK: u32 = 5;
const IMAGE_BLOCK: u32 = 6;
let blockKind: u32 = OTHER_BLOCK;
let isTyped: bool = false;
let isNamed: bool = false;
let isSpawn: bool = false;
let partKind: u32 = OTHER_BLOCK;
let isPartTyped: bool = false;

let isAnswer: bool = false;
let hasRole: bool = false;
/** Texts were shortened because an assistant says them: the entry had better be one. */
export let isAnswerWanted: bool = false;

/** For a graph alone: what is called with and answered is left out, and long words of a person are cut short. */
let isGist: bool = false;
/** Once a prompt has waited in the queue, only all of its words tell whether it is the one that is said now. */
export let areWordsKept: bool = false;

/** Before the first line of a log. */
export function beginGists(): void {
  isGist = true;
  areWordsKept = false;
}

export function endGists(): void {
  isGist = false;
}

export function keepWords(): void {
  areWordsKept = true;
}

export function messageEnd(open: usize): usize {
  isAnswer = false;
  hasRole = false;
  return membersEnd(open, messageMember);
}

export function beginMessages(): void {
  isAnswerWanted = false;
}

function messageMember(key: usize, length: usize, at: usize): usize {
  if (isShort(key, length, ROLE)) {
    if (hasRole) doubt();
    hasRole = true;
    const end = valueEnd(at);
    isAnswer = end != 0 && isAssistant(at, end);
    return end;
  }
  if (!isShort(key, length, CONTENT)) return valueEnd(at);
  return load<u8>(at) == OPEN_BRACKET ? itemsEnd(at, blockEnd) : wordsEnd(at);
}

/** With its quotes. */
export function isAssistant(at: usize, end: usize): bool {
  return end - at == 11 && load<u64>(at) == 0x6174736973736122 && load<u32>(at, 7) == 0x22746e61;
}

function blockEnd(at: usize): usize {
  if (load<u8>(at) != OPEN_BRACE) return valueEnd(at);
  blockKind = OTHER_BLOCK;
  isTyped = false;
  isNamed = false;
  isSpawn = false;
  return membersEnd(at, blockMember);
}

function blockMember(key: usize, length: usize, at: usize): usize {
  if (isShort(key, length, TYPE)) {
    if (isTyped) doubt();
    isTyped = true;
    const end = valueEnd(at);
    if (end) blockKind = kindOf(at, end);
    return end;
  }
  switch (blockKind) {
    case TEXT_BLOCK:
      if (!isShort(key, length, TEXT)) return valueEnd(at);
      if (!isAnswer) return wordsEnd(at);
      isAnswerWanted = true;
      return isGist ? skippedEnd(at) : stringEnd(at, AS_BYTES);
    case THINKING_BLOCK:
      if (isGist) return skippedEnd(at);
      if (isShort(key, length, THINKING)) return stringEnd(at, AS_BYTES);
      return isSignature(key, length) ? stringEnd(at, AS_UNITS) : valueEnd(at);
    case HIDDEN_BLOCK:
      if (isGist) return skippedEnd(at);
      return isShort(key, length, DATA) ? stringEnd(at, AS_UNITS) : valueEnd(at);
    case CALL_BLOCK:
      return callMember(key, length, at);
    case RESULT_BLOCK:
      if (!isShort(key, length, CONTENT)) return valueEnd(at);
      if (isGist) return skippedEnd(at);
      return load<u8>(at) == OPEN_BRACKET ? itemsEnd(at, partEnd) : stringEnd(at, AS_BYTES);
    case IMAGE_BLOCK:
      if (isGist) return skippedEnd(at);
      return isShort(key, length, SOURCE) ? stringsEnd(at, jsonStringEnd) : valueEnd(at);
  }
  return valueEnd(at);
}

/** What an agent is told is looked at: it stays. */
function callMember(key: usize, length: usize, at: usize): usize {
  if (isShort(key, length, NAME)) {
    if (isNamed) doubt();
    isNamed = true;
    const end = valueEnd(at);
    if (!end) return 0;
    // Spelled with escapes, it may be any name.
    isSpawn =
      load<u8>(at) != QUOTE ||
      hasEscape(at, end) ||
      isShort(at + 1, end - at - 2, TASK) ||
      isShort(at + 1, end - at - 2, AGENT);
    return end;
  }
  if (!isShort(key, length, INPUT) || !isNamed || isSpawn) return valueEnd(at);
  return isGist ? skippedEnd(at) : stringsEnd(at, jsonStringEnd);
}

function hasEscape(at: usize, end: usize): bool {
  for (let place = at; place < end; place++) if (load<u8>(place) == 0x5c) return true;
  return false;
}

function partEnd(at: usize): usize {
  if (load<u8>(at) != OPEN_BRACE) return valueEnd(at);
  partKind = OTHER_BLOCK;
  isPartTyped = false;
  return membersEnd(at, partMember);
}

function partMember(key: usize, length: usize, at: usize): usize {
  if (isShort(key, length, TYPE)) {
    if (isPartTyped) doubt();
    isPartTyped = true;
    const end = valueEnd(at);
    if (end) partKind = kindOf(at, end);
    return end;
  }
  if (partKind == TEXT_BLOCK && isShort(key, length, TEXT)) return stringEnd(at, AS_BYTES);
  return partKind == IMAGE_BLOCK && isShort(key, length, SOURCE) ? stringsEnd(at, jsonStringEnd) : valueEnd(at);
}

/** With its quotes. */
function kindOf(at: usize, end: usize): u32 {
  if (load<u8>(at) != QUOTE) return OTHER_BLOCK;
  const word = at + 1;
  const length = end - at - 2;
  if (isShort(word, length, TEXT)) return TEXT_BLOCK;
  if (isShort(word, length, TOOL_USE)) return CALL_BLOCK;
  if (isShort(word, length, THINKING)) return THINKING_BLOCK;
  if (isShort(word, length, IMAGE)) return IMAGE_BLOCK;
  // tool_result, redacted_thinking
  if (length == 11 && load<u64>(word) == 0x7365725f6c6f6f74 && load<u32>(word, 7) == 0x746c7573) return RESULT_BLOCK;
  const isHidden = length == 17 && load<u64>(word) == 0x6465746361646572 && load<u64>(word, 8) == 0x6e696b6e6968745f;
  return isHidden && load<u8>(word, 16) == 0x67 ? HIDDEN_BLOCK : OTHER_BLOCK;
}

function isSignature(key: usize, length: usize): bool {
  return length == 9 && load<u64>(key) == 0x727574616e676973 && load<u8>(key, 8) == 0x65;
}

function jsonStringEnd(at: usize): usize {
  return stringEnd(at, AS_JSON);
}

/** Anything but a string stays as it is. */
function stringEnd(at: usize, measure: u32): usize {
  if (load<u8>(at) != QUOTE) return valueEnd(at);
  const end = textEnd(at + 1);
  if (!end) return 0;
  if (end - at > 256) shortened(at + 1, end, measure);
  return end + 1;
}

function skippedEnd(at: usize): usize {
  const end = valueEnd(at);
  if (!end) return 0;
  copyUpTo(at);
  put(ZERO);
  skipTo(end);
  return end;
}

/** In what a person says a rule may look for a tag anywhere. */
function wordsEnd(at: usize): usize {
  if (!isGist || areWordsKept || load<u8>(at) != QUOTE) return valueEnd(at);
  const end = textEnd(at + 1);
  if (!end) return 0;
  if (end - at > LONG_WORDS && !hasByte(at + 1, end, OPEN_TAG)) shortened(at + 1, end, AS_WORDS);
  return end + 1;
}

function shortened(start: usize, end: usize, measure: u32): void {
  const behind = shorten(copyUpTo(start), start, end, measure);
  if (behind) goOn(behind, end);
}
