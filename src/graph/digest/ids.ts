// A column of ids -> their texts when asked for, and whether two are the same without making texts of them.
import { utf8Text } from "../../format/index.ts";

/** A plain array of texts is one, too. */
export type Ids = Iterable<string> & { readonly length: number; readonly at: (row: number) => string | undefined };

/** Where the ids of a table stand: ASCII, one behind the other, each with a line feed behind it that none of them holds. */
export type Pool = {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Of each row two numbers: where its id begins in the pool, and how long it is. */
  readonly words: Uint32Array;
  readonly firstWord: number;
  readonly rowWords: number;
};

/** Of hundreds of thousands of ids hardly any is ever looked at as a text. */
export class PooledIds implements Ids {
  readonly length: number;
  readonly #pool: Pool;

  constructor(length: number, pool: Pool) {
    this.length = length;
    this.#pool = pool;
  }

  at(row: number): string | undefined {
    if (row < 0 || row >= this.length) return undefined;
    const start = this.startOf(row);
    return utf8Text(this.#pool.bytes.subarray(start, start + this.lengthOf(row)));
  }

  [Symbol.iterator](): Iterator<string> {
    const { bytes, start, end } = this.#pool;
    const texts = this.length === 0 ? [] : utf8Text(bytes.subarray(start, end - 1)).split("\n");
    return texts[Symbol.iterator]();
  }

  toJSON(): readonly string[] {
    return [...this];
  }

  get bytes(): Uint8Array {
    return this.#pool.bytes;
  }

  startOf(row: number): number {
    const { start, words, firstWord, rowWords } = this.#pool;
    return start + (words[firstWord + row * rowWords] ?? 0);
  }

  lengthOf(row: number): number {
    const { words, firstWord, rowWords } = this.#pool;
    return words[firstWord + row * rowWords + 1] ?? 0;
  }
}

/** Ids differ at their ends; of what is in front some characters will do. */
const endLength = 12;
const stride = 5;

/** A number that equal ids share, however they are held. */
export function idHash(ids: Ids, row: number): number {
  if (ids instanceof PooledIds) {
    const { bytes } = ids;
    const start = ids.startOf(row);
    const length = ids.lengthOf(row);
    let hash = length;
    const tail = length > endLength ? length - endLength : 0;
    for (let at = start + tail; at < start + length; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), prime);
    for (let at = start; at < start + tail; at += stride) hash = Math.imul(hash ^ (bytes[at] ?? 0), prime);
    return hash ^ (hash >>> 15);
  }
  return textHash(ids.at(row) ?? "");
}

const prime = 0x01000193;

/** The same for a text. */
export function textHash(text: string): number {
  let hash = text.length;
  const tail = text.length > endLength ? text.length - endLength : 0;
  for (let at = tail; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  for (let at = 0; at < tail; at += stride) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash ^ (hash >>> 15);
}

/** Whether there is none, which is kept as an empty one. */
export function isNoId(ids: Ids, row: number): boolean {
  return ids instanceof PooledIds ? ids.lengthOf(row) === 0 : ids.at(row) === "";
}

export type IdAt = { readonly ids: Ids; readonly row: number };

export function isSameId(a: IdAt, b: IdAt): boolean {
  if (!(a.ids instanceof PooledIds) || !(b.ids instanceof PooledIds)) return a.ids.at(a.row) === b.ids.at(b.row);
  const length = a.ids.lengthOf(a.row);
  if (length !== b.ids.lengthOf(b.row)) return false;
  const left = a.ids.bytes;
  const right = b.ids.bytes;
  const from = a.ids.startOf(a.row);
  const to = b.ids.startOf(b.row);
  for (let at = 0; at < length; at++) if (left[from + at] !== right[to + at]) return false;
  return true;
}
