// Key of a JSON object at a place that matters -> its number; 0 for every other key.
// Keys are compared as little-endian words: a length and one to four words say exactly one key.

// The objects whose keys are looked at; every other one is only checked.
export const ANYWHERE: i32 = 0;
export const ROOT: i32 = 1;
export const MESSAGE: i32 = 2;
export const USAGE: i32 = 3;
export const CACHE_CREATION: i32 = 4;
export const SERVER_TOOL_USE: i32 = 5;
export const BLOCK: i32 = 6;
export const INPUT: i32 = 7;
export const FORKED_FROM: i32 = 8;
export const ATTACHMENT: i32 = 9;
export const TOOL_USE_RESULT: i32 = 10;

export const NO_KEY: i32 = 0;
export const ROOT_TYPE: i32 = 1;
export const ROOT_UUID: i32 = 2;
export const ROOT_TIMESTAMP: i32 = 3;
export const ROOT_SESSION_ID: i32 = 4;
export const ROOT_AGENT_ID: i32 = 5;
export const ROOT_CWD: i32 = 6;
export const ROOT_GIT_BRANCH: i32 = 7;
export const ROOT_VERSION: i32 = 8;
export const ROOT_FORKED_FROM: i32 = 9;
export const ROOT_MESSAGE: i32 = 10;
export const ROOT_SUBTYPE: i32 = 11;
export const ROOT_ATTACHMENT: i32 = 12;
export const ROOT_TOOL_USE_RESULT: i32 = 13;
export const ROOT_ORIGIN: i32 = 14;
export const ROOT_IS_SIDECHAIN: i32 = 15;
export const ROOT_IS_META: i32 = 16;
export const ROOT_IS_COMPACT_SUMMARY: i32 = 17;
export const ROOT_IS_API_ERROR_MESSAGE: i32 = 18;
export const MESSAGE_ID: i32 = 19;
export const MESSAGE_MODEL: i32 = 20;
export const MESSAGE_CONTENT: i32 = 21;
export const MESSAGE_USAGE: i32 = 22;
export const MESSAGE_STOP_REASON: i32 = 23;
export const USAGE_INPUT_TOKENS: i32 = 24;
export const USAGE_OUTPUT_TOKENS: i32 = 25;
export const USAGE_CACHE_READ_INPUT_TOKENS: i32 = 26;
export const USAGE_CACHE_CREATION_INPUT_TOKENS: i32 = 27;
export const USAGE_CACHE_CREATION: i32 = 28;
export const USAGE_SERVER_TOOL_USE: i32 = 29;
export const USAGE_SERVICE_TIER: i32 = 30;
export const USAGE_SPEED: i32 = 31;
export const USAGE_INFERENCE_GEO: i32 = 32;
export const CACHE_CREATION_EPHEMERAL_1H_INPUT_TOKENS: i32 = 33;
export const CACHE_CREATION_EPHEMERAL_5M_INPUT_TOKENS: i32 = 34;
export const SERVER_TOOL_USE_WEB_SEARCH_REQUESTS: i32 = 35;
export const BLOCK_TYPE: i32 = 36;
export const BLOCK_ID: i32 = 37;
export const BLOCK_NAME: i32 = 38;
export const BLOCK_TOOL_USE_ID: i32 = 39;
export const BLOCK_IS_ERROR: i32 = 40;
export const BLOCK_TEXT: i32 = 41;
export const BLOCK_THINKING: i32 = 42;
export const BLOCK_INPUT: i32 = 43;
export const BLOCK_CONTENT: i32 = 44;
export const INPUT_FILE_PATH: i32 = 45;
export const INPUT_NOTEBOOK_PATH: i32 = 46;
export const INPUT_COMMAND: i32 = 47;
export const FORKED_FROM_SESSION_ID: i32 = 48;
export const ATTACHMENT_TYPE: i32 = 49;
export const TOOL_USE_RESULT_SEARCH_COUNT: i32 = 50;
export const ROOT_TOOL_DENIAL_KIND: i32 = 51;

/** The keys of a content block and of its input, as bits: each block may have them again. */
export const BLOCK_KEYS: u64 = ((u64(1) << (INPUT_COMMAND + 1)) - 1) & ~((u64(1) << BLOCK_TYPE) - 1);

export function keyAt(place: i32, key: usize, length: usize): i32 {
  switch (place) {
    case ROOT:
      return rootKey(key, length);
    case MESSAGE:
      return messageKey(key, length);
    case USAGE:
      return usageKey(key, length);
    case CACHE_CREATION:
      return creationKey(key, length);
    case SERVER_TOOL_USE: // web_search_requests
      return length == 19 &&
        load<u64>(key) == 0x726165735f626577 &&
        load<u64>(key + 8) == 0x65757165725f6863 &&
        load<u64>(key + 11) == 0x7374736575716572
        ? SERVER_TOOL_USE_WEB_SEARCH_REQUESTS
        : NO_KEY;
    case BLOCK:
      return blockKey(key, length);
    case INPUT:
      return inputKey(key, length);
    case FORKED_FROM: // sessionId
      return length == 9 && load<u64>(key) == 0x496e6f6973736573 && load<u64>(key + 1) == 0x64496e6f69737365
        ? FORKED_FROM_SESSION_ID
        : NO_KEY;
    case ATTACHMENT: // type
      return length == 4 && load<u32>(key) == 0x65707974 ? ATTACHMENT_TYPE : NO_KEY;
    case TOOL_USE_RESULT: // searchCount
      return length == 11 && load<u64>(key) == 0x6f43686372616573 && load<u64>(key + 3) == 0x746e756f43686372
        ? TOOL_USE_RESULT_SEARCH_COUNT
        : NO_KEY;
  }
  return NO_KEY;
}

function rootKey(key: usize, length: usize): i32 {
  switch (u32(length)) {
    case 3:
      if ((load<u32>(key) & 0xffffff) == 0x647763) return ROOT_CWD; // cwd
      break;
    case 4:
      if (load<u32>(key) == 0x65707974) return ROOT_TYPE; // type
      if (load<u32>(key) == 0x64697575) return ROOT_UUID; // uuid
      break;
    case 6:
      if (load<u32>(key) == 0x6769726f && load<u32>(key + 2) == 0x6e696769) return ROOT_ORIGIN; // origin
      if (load<u32>(key) == 0x654d7369 && load<u32>(key + 2) == 0x6174654d) return ROOT_IS_META; // isMeta
      break;
    case 7:
      if (load<u32>(key) == 0x6e656761 && load<u32>(key + 3) == 0x6449746e) return ROOT_AGENT_ID; // agentId
      if (load<u32>(key) == 0x73726576 && load<u32>(key + 3) == 0x6e6f6973) return ROOT_VERSION; // version
      if (load<u32>(key) == 0x7373656d && load<u32>(key + 3) == 0x65676173) return ROOT_MESSAGE; // message
      if (load<u32>(key) == 0x74627573 && load<u32>(key + 3) == 0x65707974) return ROOT_SUBTYPE; // subtype
      break;
    case 9:
      if (load<u64>(key) == 0x6d617473656d6974 && load<u64>(key + 1) == 0x706d617473656d69) return ROOT_TIMESTAMP; // timestamp
      if (load<u64>(key) == 0x496e6f6973736573 && load<u64>(key + 1) == 0x64496e6f69737365) return ROOT_SESSION_ID; // sessionId
      if (load<u64>(key) == 0x636e617242746967 && load<u64>(key + 1) == 0x68636e6172427469) return ROOT_GIT_BRANCH; // gitBranch
      break;
    case 10:
      if (load<u64>(key) == 0x724664656b726f66 && load<u64>(key + 2) == 0x6d6f724664656b72) return ROOT_FORKED_FROM; // forkedFrom
      if (load<u64>(key) == 0x656d686361747461 && load<u64>(key + 2) == 0x746e656d68636174) return ROOT_ATTACHMENT; // attachment
      break;
    case 11:
      if (load<u64>(key) == 0x6863656469537369 && load<u64>(key + 3) == 0x6e69616863656469) return ROOT_IS_SIDECHAIN; // isSidechain
      break;
    case 13:
      if (load<u64>(key) == 0x526573556c6f6f74 && load<u64>(key + 5) == 0x746c757365526573) return ROOT_TOOL_USE_RESULT; // toolUseResult
      break;
    case 14:
      if (load<u64>(key) == 0x696e65446c6f6f74 && load<u64>(key + 6) == 0x646e694b6c61696e)
        return ROOT_TOOL_DENIAL_KIND; // toolDenialKind
      break;
    case 16:
      if (load<u64>(key) == 0x6361706d6f437369 && load<u64>(key + 8) == 0x7972616d6d755374)
        return ROOT_IS_COMPACT_SUMMARY; // isCompactSummary
      break;
    case 17:
      if (
        load<u64>(key) == 0x7272456970417369 &&
        load<u64>(key + 8) == 0x67617373654d726f &&
        load<u64>(key + 9) == 0x6567617373654d72
      )
        return ROOT_IS_API_ERROR_MESSAGE; // isApiErrorMessage
      break;
  }
  return NO_KEY;
}

function messageKey(key: usize, length: usize): i32 {
  switch (u32(length)) {
    case 2:
      if (load<u16>(key) == 0x6469) return MESSAGE_ID; // id
      break;
    case 5:
      if (load<u32>(key) == 0x65646f6d && load<u32>(key + 1) == 0x6c65646f) return MESSAGE_MODEL; // model
      if (load<u32>(key) == 0x67617375 && load<u32>(key + 1) == 0x65676173) return MESSAGE_USAGE; // usage
      break;
    case 7:
      if (load<u32>(key) == 0x746e6f63 && load<u32>(key + 3) == 0x746e6574) return MESSAGE_CONTENT; // content
      break;
    case 11:
      if (load<u64>(key) == 0x6165725f706f7473 && load<u64>(key + 3) == 0x6e6f736165725f70) return MESSAGE_STOP_REASON; // stop_reason
      break;
  }
  return NO_KEY;
}

function usageKey(key: usize, length: usize): i32 {
  switch (u32(length)) {
    case 5:
      if (load<u32>(key) == 0x65657073 && load<u32>(key + 1) == 0x64656570) return USAGE_SPEED; // speed
      break;
    case 12:
      if (load<u64>(key) == 0x6f745f7475706e69 && load<u64>(key + 4) == 0x736e656b6f745f74) return USAGE_INPUT_TOKENS; // input_tokens
      if (load<u64>(key) == 0x5f65636976726573 && load<u64>(key + 4) == 0x726569745f656369) return USAGE_SERVICE_TIER; // service_tier
      break;
    case 13:
      if (load<u64>(key) == 0x745f74757074756f && load<u64>(key + 5) == 0x736e656b6f745f74) return USAGE_OUTPUT_TOKENS; // output_tokens
      if (load<u64>(key) == 0x636e657265666e69 && load<u64>(key + 5) == 0x6f65675f65636e65) return USAGE_INFERENCE_GEO; // inference_geo
      break;
    case 14:
      if (load<u64>(key) == 0x72635f6568636163 && load<u64>(key + 6) == 0x6e6f697461657263) return USAGE_CACHE_CREATION; // cache_creation
      break;
    case 15:
      if (load<u64>(key) == 0x745f726576726573 && load<u64>(key + 7) == 0x6573755f6c6f6f74)
        return USAGE_SERVER_TOOL_USE; // server_tool_use
      break;
    case 23:
      if (
        load<u64>(key) == 0x65725f6568636163 &&
        load<u64>(key + 8) == 0x7475706e695f6461 &&
        load<u64>(key + 15) == 0x736e656b6f745f74
      )
        return USAGE_CACHE_READ_INPUT_TOKENS; // cache_read_input_tokens
      break;
    case 27:
      if (
        load<u64>(key) == 0x72635f6568636163 &&
        load<u64>(key + 8) == 0x695f6e6f69746165 &&
        load<u64>(key + 16) == 0x6b6f745f7475706e &&
        load<u64>(key + 19) == 0x736e656b6f745f74
      )
        return USAGE_CACHE_CREATION_INPUT_TOKENS; // cache_creation_input_tokens
      break;
  }
  return NO_KEY;
}

function creationKey(key: usize, length: usize): i32 {
  switch (u32(length)) {
    case 25:
      if (
        load<u64>(key) == 0x6172656d65687065 &&
        load<u64>(key + 8) == 0x706e695f68315f6c &&
        load<u64>(key + 16) == 0x6e656b6f745f7475 &&
        load<u64>(key + 17) == 0x736e656b6f745f74
      )
        return CACHE_CREATION_EPHEMERAL_1H_INPUT_TOKENS; // ephemeral_1h_input_tokens
      if (
        load<u64>(key) == 0x6172656d65687065 &&
        load<u64>(key + 8) == 0x706e695f6d355f6c &&
        load<u64>(key + 16) == 0x6e656b6f745f7475 &&
        load<u64>(key + 17) == 0x736e656b6f745f74
      )
        return CACHE_CREATION_EPHEMERAL_5M_INPUT_TOKENS; // ephemeral_5m_input_tokens
      break;
  }
  return NO_KEY;
}

function blockKey(key: usize, length: usize): i32 {
  switch (u32(length)) {
    case 2:
      if (load<u16>(key) == 0x6469) return BLOCK_ID; // id
      break;
    case 4:
      if (load<u32>(key) == 0x65707974) return BLOCK_TYPE; // type
      if (load<u32>(key) == 0x656d616e) return BLOCK_NAME; // name
      if (load<u32>(key) == 0x74786574) return BLOCK_TEXT; // text
      break;
    case 5:
      if (load<u32>(key) == 0x75706e69 && load<u32>(key + 1) == 0x7475706e) return BLOCK_INPUT; // input
      break;
    case 7:
      if (load<u32>(key) == 0x746e6f63 && load<u32>(key + 3) == 0x746e6574) return BLOCK_CONTENT; // content
      break;
    case 8:
      if (load<u64>(key) == 0x726f7272655f7369) return BLOCK_IS_ERROR; // is_error
      if (load<u64>(key) == 0x676e696b6e696874) return BLOCK_THINKING; // thinking
      break;
    case 11:
      if (load<u64>(key) == 0x6573755f6c6f6f74 && load<u64>(key + 3) == 0x64695f6573755f6c) return BLOCK_TOOL_USE_ID; // tool_use_id
      break;
  }
  return NO_KEY;
}

function inputKey(key: usize, length: usize): i32 {
  switch (u32(length)) {
    case 7:
      if (load<u32>(key) == 0x6d6d6f63 && load<u32>(key + 3) == 0x646e616d) return INPUT_COMMAND; // command
      break;
    case 9:
      if (load<u64>(key) == 0x7461705f656c6966 && load<u64>(key + 1) == 0x687461705f656c69) return INPUT_FILE_PATH; // file_path
      break;
    case 13:
      if (load<u64>(key) == 0x6b6f6f6265746f6e && load<u64>(key + 5) == 0x687461705f6b6f6f) return INPUT_NOTEBOOK_PATH; // notebook_path
      break;
  }
  return NO_KEY;
}
