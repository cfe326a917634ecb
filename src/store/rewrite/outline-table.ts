// Entries as they pass -> an outline of each, by line, packed outside of the engine's heap; what finds no room is not kept.
import { type Decoded, type JsonObject, field, isObject, jsonText } from "../../format/index.ts";
import { outlineOf } from "./outline.ts";

export type OutlineTable = {
  /** In the order of the file. */
  readonly add: (decoded: Decoded) => void;
  /** Undefined: not kept, to be made from the line itself. */
  readonly at: (line: number) => JsonObject | undefined;
};

const slabBytes = 1024 * 1024;
/** Beyond it lines are read once more: that takes time, but no memory. */
const maxSlabs = 96;
const sentTypes: ReadonlySet<unknown> = new Set(["user", "assistant", "attachment", "system"]);

export function outlineTable(): OutlineTable {
  const slabs: Buffer[] = [];
  const lines: number[] = [];
  /** Where each begins and ends, two numbers to a line; none crosses from one slab into the next. */
  const places: number[] = [];
  let end = 0;

  function keep(line: number, text: string): void {
    const room = slabBytes - (end % slabBytes);
    const size = Buffer.byteLength(text);
    const start = size > room ? end + room : end;
    const at = Math.floor(start / slabBytes);
    if (size > slabBytes || at >= maxSlabs) return;
    const slab = (slabs[at] ??= Buffer.allocUnsafeSlow(slabBytes));
    slab.write(text, start % slabBytes);
    end = start + size;
    lines.push(line);
    places.push(start, end);
  }

  return {
    add(decoded) {
      const raw = "raw" in decoded ? decoded.raw : decoded.kind === "damaged" ? decoded.leading : undefined;
      if (raw === undefined || !sentTypes.has(field(raw, "type"))) return;
      // Nothing in front of a boundary is sent, but for the little that it names.
      if (field(raw, "subtype") === "compact_boundary") [lines.length, places.length, end] = [0, 0, 0];
      const text = jsonText(outlineOf(raw));
      if (text !== undefined) keep(decoded.line.number, text);
    },
    at(line) {
      const index = indexIn(lines, line);
      const [start, behind] = [places[2 * index], places[2 * index + 1]];
      if (start === undefined || behind === undefined) return undefined;
      const from = start % slabBytes;
      const text = slabs[Math.floor(start / slabBytes)]?.toString("utf8", from, from + behind - start);
      const value: unknown = text === undefined ? undefined : JSON.parse(text);
      return isObject(value) ? value : undefined;
    },
  };
}

/** Where a number stands among rising ones, or -1. */
function indexIn(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = numbers[middle] ?? Infinity;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
