// A way to lines by number -> a way to whole entries, which keeps the last few; nothing else is remembered.
import type { Decoded, JsonObject } from "../format/index.ts";
import type { ReadEntry } from "../graph/index.ts";

/** The calls and results of one entry ask for the same line again and again. */
const keptEntries = 4;

export function entryReader(lineAt: (number: number) => Decoded | undefined): ReadEntry {
  const recent = new Map<number, JsonObject | undefined>();
  return ({ line }) => {
    if (recent.has(line)) return recent.get(line);
    const raw = entryIn(lineAt(line));
    recent.set(line, raw);
    const [oldest] = recent.keys();
    if (recent.size > keptEntries && oldest !== undefined) recent.delete(oldest);
    return raw;
  };
}

function entryIn(decoded: Decoded | undefined): JsonObject | undefined {
  if (decoded === undefined || decoded.kind === "blank") return undefined;
  return decoded.kind === "damaged" ? decoded.leading : decoded.raw;
}
