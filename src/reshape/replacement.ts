// Bytes that take the place of others in a line, and their order.

export type Replacement = { readonly start: number; readonly end: number; readonly bytes: Uint8Array };

/** By place; what was found on one pass through a line is nearly in order. */
export function inOrder(found: Replacement[]): readonly Replacement[] {
  for (let at = 1; at < found.length; at++) {
    const one = found[at];
    let to = at;
    for (let before = found[to - 1]; one !== undefined && before !== undefined && before.start > one.start;) {
      found[to] = before;
      to -= 1;
      before = found[to - 1];
    }
    if (one !== undefined) found[to] = one;
  }
  return found;
}
