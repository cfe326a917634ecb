// The value of a key at a place that matters -> the record of the line, and where the value ends.
import { OPEN_BRACE, OPEN_BRACKET, QUOTE } from "./characters";
import { contentEnd } from "./content";
import * as key from "./keys";
import { entryKind } from "./kinds";
import { objectEnd, valueEnd } from "./objects";
import * as record from "./record";
import { doubt, flag, line } from "./record";
import { NULL, TRUE, digitsEnd, digitsValue } from "./scalar";
import { isPlain, plainEnd, textEnd } from "./strings";
import { timeEnd } from "./timestamp";
import { blockMemberEnd } from "./block";
import { isBoundary, isQueued, isStandard } from "./kinds";

export function memberEnd(place: i32, name: usize, nameEnd: usize, at: usize): usize {
  const found = key.keyAt(place, name, nameEnd - name);
  if (found == key.NO_KEY) return valueEnd(at);
  record.see(u64(1) << found);
  if (place == key.ROOT) return rootMemberEnd(found, at);
  if (place == key.BLOCK || place == key.INPUT) return blockMemberEnd(found, at);
  if (place == key.MESSAGE) return messageMemberEnd(found, at);
  return innerMemberEnd(found, at);
}

function rootMemberEnd(found: i32, at: usize): usize {
  switch (found) {
    case key.ROOT_TYPE: {
      const end = idEnd(at, record.TYPE);
      flag(entryKind(load<u32>(line, record.TYPE), load<u32>(line, record.TYPE + 4)));
      return end;
    }
    case key.ROOT_UUID:
      return idEnd(at, record.UUID);
    case key.ROOT_TIMESTAMP:
      return load<u8>(at) == QUOTE ? timeEnd(at) : absentEnd(at);
    case key.ROOT_SESSION_ID:
      return wordEnd(at, record.SESSION_ID);
    case key.ROOT_AGENT_ID:
      return wordEnd(at, record.AGENT_ID);
    case key.ROOT_CWD:
      return wordEnd(at, record.CWD);
    case key.ROOT_GIT_BRANCH:
      return wordEnd(at, record.GIT_BRANCH);
    case key.ROOT_VERSION:
      return idEnd(at, record.VERSION);
    case key.ROOT_FORKED_FROM:
      return partEnd(at, key.FORKED_FROM);
    case key.ROOT_MESSAGE:
      return partEnd(at, key.MESSAGE);
    case key.ROOT_SUBTYPE: {
      const end = plainTextEnd(at);
      if (end && isBoundary(at + 1, end - 1)) flag(record.IS_COMPACTION);
      return end;
    }
    case key.ROOT_ATTACHMENT:
      return partEnd(at, key.ATTACHMENT);
    case key.ROOT_TOOL_USE_RESULT:
      if (load<u8>(at) == OPEN_BRACE) return objectEnd(at, key.TOOL_USE_RESULT);
      return load<u8>(at) == QUOTE ? wordEnd(at, record.TOLD) : valueEnd(at);
    case key.ROOT_TOOL_DENIAL_KIND:
      flag(record.HAS_DENIAL);
      return valueEnd(at);
    case key.ROOT_ORIGIN:
      if (load<u8>(at) == OPEN_BRACE) flag(record.HAS_ORIGIN);
      return valueEnd(at);
    case key.ROOT_IS_SIDECHAIN:
      return truthEnd(at, record.IS_SIDECHAIN);
    case key.ROOT_IS_META:
      return truthEnd(at, record.IS_META);
    case key.ROOT_IS_COMPACT_SUMMARY:
      return truthEnd(at, record.IS_COMPACT_SUMMARY);
    case key.ROOT_IS_API_ERROR_MESSAGE:
      return truthEnd(at, record.IS_API_ERROR);
  }
  return absentEnd(at);
}

function messageMemberEnd(found: i32, at: usize): usize {
  switch (found) {
    case key.MESSAGE_ID:
      return idEnd(at, record.MESSAGE_ID);
    case key.MESSAGE_MODEL:
      return idEnd(at, record.MODEL);
    case key.MESSAGE_STOP_REASON:
      if (load<u8>(at) != QUOTE) return absentEnd(at);
      flag(record.IS_STOPPED);
      return valueEnd(at);
    case key.MESSAGE_USAGE:
      if (load<u8>(at) == OPEN_BRACE) flag(record.IS_ANSWER);
      return partEnd(at, key.USAGE);
    case key.MESSAGE_CONTENT:
      if (load<u8>(at) == OPEN_BRACKET) {
        flag(record.HAS_LIST);
        return contentEnd(at);
      }
      return wordEnd(at, record.CONTENT_TEXT);
  }
  return absentEnd(at);
}

/** Of usage and the small objects. */
function innerMemberEnd(found: i32, at: usize): usize {
  switch (found) {
    case key.USAGE_INPUT_TOKENS:
      return countEnd(at, record.INPUT_TOKENS);
    case key.USAGE_OUTPUT_TOKENS:
      if (load<u32>(at) != NULL) flag(record.HAS_USAGE);
      return countEnd(at, record.OUTPUT_TOKENS);
    case key.USAGE_CACHE_READ_INPUT_TOKENS:
      return countEnd(at, record.CACHE_READ_TOKENS);
    case key.USAGE_CACHE_CREATION_INPUT_TOKENS:
      if (load<u32>(at) != NULL) flag(record.HAS_CACHE_WRITE);
      return countEnd(at, record.CACHE_WRITE_TOKENS);
    case key.USAGE_CACHE_CREATION:
      return partEnd(at, key.CACHE_CREATION);
    case key.USAGE_SERVER_TOOL_USE:
      return partEnd(at, key.SERVER_TOOL_USE);
    case key.USAGE_SERVICE_TIER:
      return variantEnd(at, record.SERVICE_TIER);
    case key.USAGE_SPEED:
      return variantEnd(at, record.SPEED);
    case key.USAGE_INFERENCE_GEO:
      return variantEnd(at, record.INFERENCE_GEO);
    case key.CACHE_CREATION_EPHEMERAL_1H_INPUT_TOKENS:
      return countEnd(at, record.WRITE_1H_TOKENS);
    case key.CACHE_CREATION_EPHEMERAL_5M_INPUT_TOKENS:
      return countEnd(at, record.WRITE_5M_TOKENS);
    case key.SERVER_TOOL_USE_WEB_SEARCH_REQUESTS:
      return countEnd(at, record.WEB_SEARCHES);
    case key.FORKED_FROM_SESSION_ID:
      return wordEnd(at, record.FORKED_FROM_ID);
    case key.ATTACHMENT_TYPE: {
      const end = plainTextEnd(at);
      if (end && isQueued(at + 1, end - 1)) flag(record.IS_QUEUED);
      return end;
    }
    case key.TOOL_USE_RESULT_SEARCH_COUNT:
      flag(record.HAS_SEARCHES);
      return valueEnd(at);
  }
  return absentEnd(at);
}

/** null is the same as no value; anything else that is not of the kind expected is for the host. */
export function absentEnd(at: usize): usize {
  if (load<u32>(at) != NULL) doubt();
  return valueEnd(at);
}

/** A string whose bytes the host decodes. */
function wordEnd(at: usize, field: usize): usize {
  if (load<u8>(at) != QUOTE) return absentEnd(at);
  const end = textEnd(at + 1);
  if (!end) return 0;
  record.setRange(line + field, at + 1, end);
  return end + 1;
}

/** A string whose bytes are its text, or the line is doubtful. */
function idEnd(at: usize, field: usize): usize {
  const end = plainTextEnd(at);
  if (end && load<u8>(at) == QUOTE) record.setRange(line + field, at + 1, end - 1);
  return end;
}

export function plainTextEnd(at: usize): usize {
  if (load<u8>(at) != QUOTE) return absentEnd(at);
  const end = plainEnd(at + 1);
  if (!isPlain) doubt();
  return end ? end + 1 : 0;
}

function partEnd(at: usize, place: i32): usize {
  return load<u8>(at) == OPEN_BRACE ? objectEnd(at, place) : absentEnd(at);
}

function truthEnd(at: usize, bit: u32): usize {
  if (load<u32>(at) == TRUE) {
    flag(bit);
    return at + 4;
  }
  if (load<u8>(at) == 0x66) return valueEnd(at);
  return absentEnd(at);
}

function countEnd(at: usize, field: usize): usize {
  const end = digitsEnd(at);
  const follows = load<u8>(end) | 0x20;
  const isOdd = end == at || end > at + 15 || (end > at + 1 && load<u8>(at) == 0x30);
  if (isOdd || follows == 0x2e || follows == 0x65) return absentEnd(at);
  store<f64>(line + field, digitsValue(at, end));
  return end;
}

function variantEnd(at: usize, field: usize): usize {
  const end = idEnd(at, field);
  if (end && load<u8>(at) == QUOTE && !isStandard(at + 1, end - 1)) flag(record.HAS_VARIANT);
  return end;
}
