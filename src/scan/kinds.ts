// The text of a type, a subtype or a tier -> which of the known ones it is. Compared as little-endian words.
import { ASSISTANT, ATTACHED, SYSTEM, TEXT, THINKING, TITLE, TOOL_RESULT, TOOL_USE, USER } from "./record";

export function entryKind(start: usize, end: usize): u32 {
  switch (u32(end - start)) {
    case 4: // user
      return load<u32>(start) == 0x72657375 ? USER : 0;
    case 6: // system
      return load<u32>(start) == 0x74737973 && load<u32>(start + 2) == 0x6d657473 ? SYSTEM : 0;
    case 7: // summary
      return load<u32>(start) == 0x6d6d7573 && load<u32>(start + 3) == 0x7972616d ? TITLE : 0;
    case 8: // ai-title
      return load<u64>(start) == 0x656c7469742d6961 ? TITLE : 0;
    case 9: // assistant
      return load<u64>(start) == 0x6e61747369737361 && load<u64>(start + 1) == 0x746e617473697373 ? ASSISTANT : 0;
    case 10: // attachment
      return load<u64>(start) == 0x656d686361747461 && load<u64>(start + 2) == 0x746e656d68636174 ? ATTACHED : 0;
    case 12: // custom-title
      return load<u64>(start) == 0x742d6d6f74737563 && load<u64>(start + 4) == 0x656c7469742d6d6f ? TITLE : 0;
  }
  return 0;
}

export function blockKind(start: usize, end: usize): u32 {
  switch (u32(end - start)) {
    case 4: // text
      return load<u32>(start) == 0x74786574 ? TEXT : 0;
    case 8: // tool_use thinking
      if (load<u64>(start) == 0x6573755f6c6f6f74) return TOOL_USE;
      return load<u64>(start) == 0x676e696b6e696874 ? THINKING : 0;
    case 11: // tool_result
      return load<u64>(start) == 0x7365725f6c6f6f74 && load<u64>(start + 3) == 0x746c757365725f6c ? TOOL_RESULT : 0;
  }
  return 0;
}

/** compact_boundary */
export function isBoundary(start: usize, end: usize): bool {
  return end - start == 16 && load<u64>(start) == 0x5f746361706d6f63 && load<u64>(start + 8) == 0x797261646e756f62;
}

/** queued_command */
export function isQueued(start: usize, end: usize): bool {
  return end - start == 14 && load<u64>(start) == 0x635f646575657571 && load<u64>(start + 6) == 0x646e616d6d6f635f;
}

/** What changes no price: standard, not_available, global, nothing. */
export function isStandard(start: usize, end: usize): bool {
  switch (u32(end - start)) {
    case 0:
      return true;
    case 6:
      return load<u32>(start) == 0x626f6c67 && load<u32>(start + 2) == 0x6c61626f;
    case 8:
      return load<u64>(start) == 0x647261646e617473;
    case 13:
      return load<u64>(start) == 0x696176615f746f6e && load<u64>(start + 5) == 0x656c62616c696176;
  }
  return false;
}
