// Tables in memory -> the columns of a digest, copied out: strings as arrays, numbers as flat ones.
import type { Digest, Numbers } from "../../graph/index.ts";
import * as at from "./layout.ts";
import type { Tables } from "./tables.ts";
import { cutPreview, loadedWord } from "./text.ts";

export type Columns = Pick<
  Digest,
  "models" | "versions" | "variants" | "tools" | "messages" | "calls" | "results" | "prompts"
>;

const none: readonly string[] = [];
const noNumbers = new Float64Array(0);

function poolOf(
  { bytes, words: memory, addressOf }: Tables,
  table: number,
  encoding: "latin1" | "utf8",
): readonly string[] {
  const field = addressOf(table) / 4;
  const start = memory[field + at.tablePool] ?? 0;
  // The last line feed ends the last string.
  const text = bytes.toString(encoding, start, start + (memory[field + at.tablePoolBytes] ?? 0) - 1);
  const words = text.split("\n");
  return text.includes("\u0001") ? words.map(loadedWord) : words;
}

/** So few are held by a plain array at less cost than by any other. */
const fewNumbers = 32;
/** Columns of many logs share one array: thousands of small ones cost more than what they hold. */
const slabNumbers = 16 * 1024;
let slab = new Float64Array(0);
let slabUsed = 0;

function numbersFor(count: number): Float64Array {
  if (slabUsed + count > slab.length) {
    slab = new Float64Array(Math.max(count, slabNumbers));
    slabUsed = 0;
  }
  slabUsed += count;
  return new Float64Array(slab.buffer, 8 * (slabUsed - count), count);
}

export function readColumns(tables: Tables): Columns {
  const { words: memory, doubles, addressOf } = tables;
  const countOf = (table: number): number => memory[addressOf(table) / 4 + at.tableCount] ?? 0;
  const words = (table: number): readonly string[] => (countOf(table) === 0 ? none : poolOf(tables, table, "latin1"));

  /** The nth number of each row. */
  function column(table: number, index: number): Numbers {
    const field = addressOf(table) / 4;
    const count = memory[field + at.tableCount] ?? 0;
    if (count === 0) return noNumbers;
    const stride = (memory[field + at.tableRowBytes] ?? 0) / 8;
    let from = (memory[field + at.tableRows] ?? 0) / 8 + at.rowNumbers + index;
    if (count <= fewNumbers) {
      const few: number[] = [];
      for (let row = 0; row < count; row++, from += stride) few.push(doubles[from] ?? 0);
      return few;
    }
    const values = numbersFor(count);
    for (let row = 0; row < count; row++, from += stride) values[row] = doubles[from] ?? 0;
    return values;
  }

  // As the log spells them, so they may be any characters, and more of them than are kept.
  const targets = (): readonly string[] =>
    countOf(at.tables.calls) === 0 ? none : poolOf(tables, at.tables.targets, "utf8").map(cutPreview);

  const { messages, calls, results, prompts } = at.tables;
  return {
    models: words(at.tables.models),
    versions: words(at.tables.versions),
    variants: words(at.tables.variants),
    tools: words(at.tables.tools),
    messages: {
      ids: words(messages),
      offsets: column(messages, 0),
      times: column(messages, 1),
      models: column(messages, 2),
      versions: column(messages, 3),
      variants: column(messages, 4),
      flags: column(messages, 5),
      input: column(messages, 6),
      output: column(messages, 7),
      cacheRead: column(messages, 8),
      cacheWrite: column(messages, 9),
      cacheWrite1h: column(messages, 10),
      webSearches: column(messages, 11),
    },
    calls: {
      ids: words(calls),
      offsets: column(calls, 0),
      times: column(calls, 1),
      tools: column(calls, 2),
      targets: targets(),
    },
    results: {
      ids: words(results),
      offsets: column(results, 0),
      times: column(results, 1),
      flags: column(results, 2),
      sizes: column(results, 3),
      searches: column(results, 4),
    },
    prompts: { ids: words(prompts), offsets: column(prompts, 0), times: column(prompts, 1) },
  };
}
