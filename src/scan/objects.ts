// JSON values -> where they end, 0 where they break the grammar; keys at places that matter are handed to `members`.
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE, spaced } from "./characters";
import { ANYWHERE } from "./keys";
import { memberEnd } from "./members";
import { doubt } from "./record";
import { scalarEnd } from "./scalar";
import { isPlain, plainEnd, textEnd } from "./strings";

const MAX_DEPTH: i32 = 64;
let depth: i32 = 0;

export function surface(): void {
  depth = 0;
}

export function valueEnd(at: usize): usize {
  const first = load<u8>(at);
  if (first == QUOTE) {
    const end = textEnd(at + 1);
    return end ? end + 1 : 0;
  }
  if (first == OPEN_BRACE) return objectEnd(at, ANYWHERE);
  if (first == OPEN_BRACKET) return listEnd(at);
  return scalarEnd(at);
}

/** `open` is at the brace. */
export function objectEnd(open: usize, place: i32): usize {
  if (!descend()) return 0;
  let at = spaced(open + 1);
  if (load<u8>(at) == CLOSE_BRACE) return ascend(at);
  while (true) {
    if (load<u8>(at) != QUOTE) return 0;
    const key = at + 1;
    const keyEnd = place == ANYWHERE ? textEnd(key) : knownKeyEnd(key);
    if (!keyEnd) return 0;
    at = spaced(keyEnd + 1);
    if (load<u8>(at) != COLON) return 0;
    at = spaced(at + 1);
    at = place == ANYWHERE ? valueEnd(at) : memberEnd(place, key, keyEnd, at);
    if (!at) return 0;
    at = spaced(at);
    const next = load<u8>(at);
    if (next == CLOSE_BRACE) return ascend(at);
    if (next != COMMA) return 0;
    at = spaced(at + 1);
  }
}

function listEnd(open: usize): usize {
  if (!descend()) return 0;
  let at = spaced(open + 1);
  if (load<u8>(at) == CLOSE_BRACKET) return ascend(at);
  while (true) {
    at = valueEnd(at);
    if (!at) return 0;
    at = spaced(at);
    const next = load<u8>(at);
    if (next == CLOSE_BRACKET) return ascend(at);
    if (next != COMMA) return 0;
    at = spaced(at + 1);
  }
}

/** A known key may be spelled with escapes: then only the host can tell. */
function knownKeyEnd(key: usize): usize {
  const end = plainEnd(key);
  if (!isPlain) doubt();
  return end;
}

export function descend(): bool {
  depth += 1;
  if (depth <= MAX_DEPTH) return true;
  doubt();
  return false;
}

/** Behind the bracket that closes a container. */
export function ascend(close: usize): usize {
  depth -= 1;
  return close + 1;
}
