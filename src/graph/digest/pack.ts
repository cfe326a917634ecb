// A digest <-> the bytes that stand for it in the catalog and travel between threads; other bytes give undefined.
import { isArray, jsonText, utf8Bytes, utf8Text } from "../../format/index.ts";
import type { Columns } from "./columns.ts";
import { type Digest, type Numbers, messageCounted } from "./digest.ts";
import { type DigestHeader, headerOf, readHeader } from "./pack-header.ts";

/** Length of the header, then the header, then the numbers at a multiple of eight, then the texts. */
const prefixBytes = 4;

export function packDigest(digest: Digest): Uint8Array<ArrayBuffer> {
  const numbers = numbersOf(digest);
  const texts = textsOf(digest).map((column) => utf8Bytes(joined(column)));
  const textBytes = texts.map(({ length }) => length);
  const header = utf8Bytes(jsonText(headerOf(digest, textBytes)) ?? "");
  const numbersAt = afterHeader(header.length);
  const textsAt = numbersAt + 8 * numbers.reduce((sum, column) => sum + column.length, 0);
  const bytes = new Uint8Array(textBytes.reduce((sum, length) => sum + length, textsAt));
  new DataView(bytes.buffer).setUint32(0, header.length, true);
  bytes.set(header, prefixBytes);
  const words = new Float64Array(bytes.buffer, 0, textsAt / 8);
  let at = numbersAt / 8;
  for (const column of numbers) {
    for (let row = 0; row < column.length; row++) words[at + row] = column[row] ?? Number.NaN;
    at += column.length;
  }
  let textAt = textsAt;
  for (const text of texts) {
    bytes.set(text, textAt);
    textAt += text.length;
  }
  return bytes;
}

export function unpackDigest(packed: Uint8Array): Digest | undefined {
  if (packed.length < prefixBytes) return undefined;
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const numbersAt = afterHeader(length);
  if (numbersAt > packed.length) return undefined;
  const header = readHeader(utf8Text(packed.subarray(prefixBytes, prefixBytes + length)));
  return header === undefined ? undefined : readColumns(header, packed, numbersAt);
}

const afterHeader = (length: number): number => Math.ceil((prefixBytes + length) / 8) * 8;

/** Writing and reading follow this one order. */
function numbersOf({ messages, calls, results, prompts }: Columns): readonly Numbers[] {
  return [
    messages.offsets,
    messages.times,
    messages.models,
    messages.versions,
    messages.variants,
    messages.flags,
    messages.input,
    messages.output,
    messages.cacheRead,
    messages.cacheWrite,
    messages.cacheWrite1h,
    messages.webSearches,
    calls.offsets,
    calls.times,
    calls.tools,
    results.offsets,
    results.times,
    results.flags,
    results.sizes,
    results.searches,
    prompts.offsets,
    prompts.times,
  ];
}

function textsOf({ messages, calls, results, prompts }: Columns): readonly (readonly string[])[] {
  return [messages.ids, calls.ids, calls.targets, results.ids, prompts.ids].map((column) => [...column]);
}

/** By line feeds, which ids do not hold; a column that does is written as JSON. */
function joined(column: readonly string[]): string {
  const text = column.join("\n");
  const feeds = column.length === 0 ? 0 : text.split("\n").length - column.length;
  return feeds === 0 ? `0${text}` : `1${jsonText(column) ?? "[]"}`;
}

function split(text: string, rows: number): readonly string[] | undefined {
  if (rows === 0) return [];
  const column = text.startsWith("1") ? jsonTexts(text.slice(1)) : text.slice(1).split("\n");
  return column.length === rows ? column : undefined;
}

function jsonTexts(text: string): readonly string[] {
  const items: unknown = JSON.parse(text);
  return isArray(items) ? items.map((item) => (typeof item === "string" ? item : "")) : [];
}

function readColumns(header: DigestHeader, packed: Uint8Array, numbersAt: number): Digest | undefined {
  const [messageRows = 0, callRows = 0, resultRows = 0, promptRows = 0] = header.rows;
  const sizes = [
    ...repeat(12, messageRows),
    ...repeat(3, callRows),
    ...repeat(5, resultRows),
    ...repeat(2, promptRows),
  ];
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const textsAt = numbersAt + 8 * count;
  if (header.textBytes.reduce((sum, length) => sum + length, textsAt) !== packed.length) return undefined;
  // A copy of its own (the `slice` of a Buffer is none), because views of eight bytes must begin at a multiple of eight.
  const numbers = new Float64Array(Uint8Array.from(packed.subarray(numbersAt, textsAt)).buffer);
  let at = 0;
  const next = (rows: number): Float64Array => numbers.subarray(at, (at += rows));
  const textRows = [messageRows, callRows, callRows, resultRows, promptRows];
  let textAt = textsAt;
  const texts = header.textBytes.map((length, index) => {
    const text = utf8Text(packed.subarray(textAt, textAt + length));
    textAt += length;
    return split(text, textRows[index] ?? 0);
  });
  const [messageIds, callIds, targets, resultIds, promptIds] = texts;
  if (!messageIds || !callIds || !targets || !resultIds || !promptIds) return undefined;
  const { rows: _rows, textBytes: _textBytes, marksCounted, ...words } = header;
  return {
    ...words,
    messages: {
      ids: messageIds,
      offsets: next(messageRows),
      times: next(messageRows),
      models: next(messageRows),
      versions: next(messageRows),
      variants: next(messageRows),
      flags: marksCounted ? next(messageRows) : Array.from(next(messageRows), (flags) => flags | messageCounted),
      input: next(messageRows),
      output: next(messageRows),
      cacheRead: next(messageRows),
      cacheWrite: next(messageRows),
      cacheWrite1h: next(messageRows),
      webSearches: next(messageRows),
    },
    calls: { ids: callIds, offsets: next(callRows), times: next(callRows), tools: next(callRows), targets },
    results: {
      ids: resultIds,
      offsets: next(resultRows),
      times: next(resultRows),
      flags: next(resultRows),
      sizes: next(resultRows),
      searches: next(resultRows),
    },
    prompts: { ids: promptIds, offsets: next(promptRows), times: next(promptRows) },
  };
}

const repeat = (times: number, rows: number): readonly number[] => Array.from({ length: times }, () => rows);
