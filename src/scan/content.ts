// The list of a message's content blocks -> one record for each block, and where the list ends.
import { CLOSE_BRACKET, COMMA, OPEN_BRACE, spaced } from "./characters";
import { BLOCK, BLOCK_KEYS } from "./keys";
import { ascend, descend, objectEnd, valueEnd } from "./objects";
import { beginBlock, endBlock } from "./block";
import { unsee } from "./record";

export function contentEnd(open: usize): usize {
  if (!descend()) return 0;
  let at = spaced(open + 1);
  if (load<u8>(at) == CLOSE_BRACKET) return ascend(at);
  let index: u32 = 0;
  while (true) {
    at = load<u8>(at) == OPEN_BRACE ? blockEnd(at, index) : valueEnd(at);
    if (!at) return 0;
    at = spaced(at);
    const next = load<u8>(at);
    if (next == CLOSE_BRACKET) return ascend(at);
    if (next != COMMA) return 0;
    at = spaced(at + 1);
    index += 1;
  }
}

function blockEnd(open: usize, index: u32): usize {
  unsee(BLOCK_KEYS);
  beginBlock(index);
  const end = objectEnd(open, BLOCK);
  endBlock();
  return end;
}
