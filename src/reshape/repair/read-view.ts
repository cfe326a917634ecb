// The items of a view -> their decoded lines, numbered by their place in it and changed as planned; streamed.
import {
  type Decoded,
  type JsonObject,
  type Line,
  applyChanges,
  decodeLine,
  jsonText,
  utf8Bytes,
} from "../../format/index.ts";
import type { Source } from "../plan.ts";
import type { Item, View } from "./item.ts";

/** Of every item that is a line of the result; `line.number` is its place, counted from 1. */
export function* readView(view: View, source: Source): Generator<Decoded, void, undefined> {
  let at = 0;
  while (at < view.length) {
    const end = runEnd(view, at);
    const first = view[at]?.line ?? 0;
    if (first === 0) {
      const item = view[at];
      if (item?.entry !== undefined) yield decodeLine(placed(changed(entryBytes(item.entry), item), at));
      at += 1;
      continue;
    }
    for (const line of source.lines(first, view[end - 1]?.line ?? first)) {
      for (let item = view[at]; at < end && item?.line === line.number; item = view[at]) {
        yield decodeItem(item, line, at);
        at += 1;
      }
    }
    at = end;
  }
}

export function readItem(view: View, source: Source, at: number): JsonObject | undefined {
  const item = view[at];
  const [decoded] = item === undefined ? [] : readView([item], source);
  return decoded?.kind === "entry" || decoded?.kind === "other" ? decoded.raw : undefined;
}

/** Items whose lines follow one another in the source: they are read in one go. */
function runEnd(view: View, from: number): number {
  let end = from + 1;
  for (let line = view[from]?.line ?? 0; line > 0; end += 1) {
    const next = view[end]?.line ?? 0;
    if (next !== line && next !== line + 1) break;
    line = next;
  }
  return end;
}

function decodeItem(item: Item, line: Line, at: number): Decoded {
  const { bytes } = line;
  if (bytes === undefined || (item.part === undefined && item.changes.length === 0))
    return decodeLine({ ...line, number: at + 1 });
  const part = item.part === undefined ? bytes : bytes.subarray(item.part.start, item.part.end);
  return decodeLine(placed(changed(part, item), at));
}

function changed(bytes: Uint8Array, { changes }: Item): Uint8Array {
  if (changes.length === 0) return bytes;
  const result = applyChanges(bytes, changes);
  if (!result.ok) throw new Error(`a planned change cannot be made: ${JSON.stringify(result)}`);
  return result.bytes;
}

/** The offset is never 0, so that nothing is taken for a byte order mark. */
const placed = (bytes: Uint8Array, at: number): Line => ({
  number: at + 1,
  offset: at + 1,
  length: bytes.length + 1,
  end: "lf",
  bytes,
});

function entryBytes(entry: JsonObject): Uint8Array {
  const text = jsonText(entry);
  if (text === undefined) throw new Error("an entry is nested too deeply to be written");
  return utf8Bytes(text);
}
