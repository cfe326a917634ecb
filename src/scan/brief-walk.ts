// Objects and lists -> where they end, 0 where they break the grammar; each member or item is handed on.
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE, spaced } from "./characters";
import { ascend, descend, valueEnd } from "./objects";
import { doubt } from "./record";
import { isPlain, plainEnd, textEnd } from "./strings";

export type Member = (key: usize, length: usize, at: usize) => usize;
export type Item = (at: usize) => usize;

/** Keys are told by their bytes: one that is spelled otherwise is for the host. */
export function membersEnd(open: usize, member: Member): usize {
  if (!descend()) return 0;
  let at = spaced(open + 1);
  if (load<u8>(at) == CLOSE_BRACE) return ascend(at);
  while (true) {
    if (load<u8>(at) != QUOTE) return 0;
    const key = at + 1;
    const keyEnd = plainEnd(key);
    if (!keyEnd) return 0;
    if (!isPlain) doubt();
    at = spaced(keyEnd + 1);
    if (load<u8>(at) != COLON) return 0;
    at = member(key, keyEnd - key, spaced(at + 1));
    if (!at) return 0;
    at = spaced(at);
    const next = load<u8>(at);
    if (next == CLOSE_BRACE) return ascend(at);
    if (next != COMMA) return 0;
    at = spaced(at + 1);
  }
}

export function itemsEnd(open: usize, item: Item): usize {
  if (!descend()) return 0;
  let at = spaced(open + 1);
  if (load<u8>(at) == CLOSE_BRACKET) return ascend(at);
  while (true) {
    at = item(at);
    if (!at) return 0;
    at = spaced(at);
    const next = load<u8>(at);
    if (next == CLOSE_BRACKET) return ascend(at);
    if (next != COMMA) return 0;
    at = spaced(at + 1);
  }
}

/** Every string in a value, but for keys. */
export function stringsEnd(at: usize, string: Item): usize {
  const first = load<u8>(at);
  if (first == QUOTE) return string(at);
  if (first == OPEN_BRACKET) return listedStringsEnd(at, string);
  return first == OPEN_BRACE ? keyedStringsEnd(at, string) : valueEnd(at);
}

function listedStringsEnd(open: usize, string: Item): usize {
  if (!descend()) return 0;
  let at = spaced(open + 1);
  if (load<u8>(at) == CLOSE_BRACKET) return ascend(at);
  while (true) {
    at = stringsEnd(at, string);
    if (!at) return 0;
    at = spaced(at);
    const next = load<u8>(at);
    if (next == CLOSE_BRACKET) return ascend(at);
    if (next != COMMA) return 0;
    at = spaced(at + 1);
  }
}

function keyedStringsEnd(open: usize, string: Item): usize {
  if (!descend()) return 0;
  let at = spaced(open + 1);
  if (load<u8>(at) == CLOSE_BRACE) return ascend(at);
  while (true) {
    if (load<u8>(at) != QUOTE) return 0;
    const keyEnd = textEnd(at + 1);
    if (!keyEnd) return 0;
    at = spaced(keyEnd + 1);
    if (load<u8>(at) != COLON) return 0;
    at = stringsEnd(spaced(at + 1), string);
    if (!at) return 0;
    at = spaced(at);
    const next = load<u8>(at);
    if (next == CLOSE_BRACE) return ascend(at);
    if (next != COMMA) return 0;
    at = spaced(at + 1);
  }
}
