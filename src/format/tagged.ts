// Text with parts between `<name>` and `</name>` -> those parts, or the text without them; in one pass over any text.

export type TaggedPart = {
  readonly name: string;
  readonly start: number;
  /** After the closing tag. */
  readonly end: number;
  readonly inner: string;
};

/** Each ends at the first closing tag after its opening tag; a tag that is never closed is plain text. */
export function* taggedParts(text: string, names: readonly string[]): Generator<TaggedPart, void, undefined> {
  const opening = new RegExp(`<(${names.join("|")})>`, "g");
  // A search for a closing tag that is not there reads to the end: once per name is enough.
  const unclosed = new Set<string>();
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const name = found[1] ?? "";
    if (unclosed.has(name)) continue;
    const closing = `</${name}>`;
    const close = text.indexOf(closing, opening.lastIndex);
    if (close === -1) {
      unclosed.add(name);
      continue;
    }
    const inner = text.slice(opening.lastIndex, close);
    opening.lastIndex = close + closing.length;
    yield { name, start: found.index, end: opening.lastIndex, inner };
  }
}

export function withoutTagged(text: string, names: readonly string[]): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of taggedParts(text, names)) {
    kept.push(text.slice(from, start));
    from = end;
  }
  return from === 0 ? text : kept.join("") + text.slice(from);
}
