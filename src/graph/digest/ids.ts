// A column of ids -> their texts when asked for, and whether two are the same without making texts of them.
import { utf8Text } from "../../format/index.ts";

/** A plain array of texts is one, too. */
export type Ids = Iterable<string> & { readonly length: number; readonly at: (row: number) => string | undefined };

/** Where the ids of a table stand: ASCII, one behind the other, each with a line feed behind it that none of them holds. */
export type Pool = {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Of each row three numbers: its id's `textHash`, where that begins in the pool, and how long it is. */
  readonly words: Uint32Array;
  readonly firstWord: number;
  readonly rowWords: number;
};

/** Of hundreds of thousands of ids hardly any is ever looked at as a text. */
export class PooledIds implements Ids {
  readonly length: number;
  // Flat and open: what looks at every id reads them here.
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly words: Uint32Array;
  readonly firstWord: number;
  readonly rowWords: number;
  readonly #end: number;

  constructor(length: number, { bytes, start, end, words, firstWord, rowWords }: Pool) {
    this.length = length;
    this.bytes = bytes;
    this.start = start;
    this.#end = end;
    this.words = words;
    this.firstWord = firstWord;
    this.rowWords = rowWords;
  }

  at(row: number): string | undefined {
    if (row < 0 || row >= this.length) return undefined;
    const start = this.startOf(row);
    return utf8Text(this.bytes.subarray(start, start + this.lengthOf(row)));
  }

  [Symbol.iterator](): Iterator<string> {
    const texts = this.length === 0 ? [] : utf8Text(this.bytes.subarray(this.start, this.#end - 1)).split("\n");
    return texts[Symbol.iterator]();
  }

  toJSON(): readonly string[] {
    return [...this];
  }

  startOf(row: number): number {
    return this.start + (this.words[this.firstWord + row * this.rowWords + 1] ?? 0);
  }

  lengthOf(row: number): number {
    return this.words[this.firstWord + row * this.rowWords + 2] ?? 0;
  }
}

/** A number for each id, which equal ids share, however they are held. */
export type Hashes = { readonly words: Uint32Array; readonly first: number; readonly step: number };

export function hashesOf(ids: Ids): Hashes {
  if (ids instanceof PooledIds) return { words: ids.words, first: ids.firstWord, step: ids.rowWords };
  return { words: Uint32Array.from(ids, textHash), first: 0, step: 1 };
}

/** The same for one of them. */
export function idHash(ids: Ids, row: number): number {
  return ids instanceof PooledIds ? (ids.words[ids.firstWord + row * ids.rowWords] ?? 0) : textHash(ids.at(row) ?? "");
}

/** Of four characters at a time. The kernel's `table.ts` has the same: the two change together. */
export function textHash(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at += 4) {
    // Beyond the end there is NaN, of which these make 0.
    const low = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8);
    const high = (text.charCodeAt(at + 2) << 16) | (text.charCodeAt(at + 3) << 24);
    hash = Math.imul(hash ^ low ^ high, factor);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

const factor = 0x9e3779b1;

/** Whether there is none, which is kept as an empty one. */
export function isNoId(ids: Ids, row: number): boolean {
  return ids instanceof PooledIds ? ids.lengthOf(row) === 0 : ids.at(row) === "";
}

export type IdAt = { readonly ids: Ids; readonly row: number };

export function isSameId(a: IdAt, b: IdAt): boolean {
  if (!(a.ids instanceof PooledIds) || !(b.ids instanceof PooledIds)) return a.ids.at(a.row) === b.ids.at(b.row);
  const length = a.ids.lengthOf(a.row);
  return length === b.ids.lengthOf(b.row) && areSameBytes(placeOf(a.ids, a.row), placeOf(b.ids, b.row), length);
}

/** Whether `some` are the first of `all`, in the same order. */
export function areFirstIds(some: Ids, all: Ids): boolean {
  if (some.length > all.length) return false;
  if (!(some instanceof PooledIds) || !(all instanceof PooledIds)) {
    const others = [...all];
    return [...some].every((id, row) => id === others[row]);
  }
  if (some.length === 0) return true;
  // A line feed stands behind each: pools that begin alike hold the same ids.
  const length = some.startOf(some.length - 1) + some.lengthOf(some.length - 1) + 1 - some.start;
  return areSameBytes(placeOf(some, 0), placeOf(all, 0), length);
}

type BytePlace = { readonly bytes: Uint8Array; readonly start: number };

const placeOf = (ids: PooledIds, row: number): BytePlace => ({ bytes: ids.bytes, start: ids.startOf(row) });

function areSameBytes(a: BytePlace, b: BytePlace, length: number): boolean {
  const left = a.bytes;
  const right = b.bytes;
  const shift = b.start - a.start;
  for (let at = a.start; at < a.start + length; at++) if (left[at] !== right[at + shift]) return false;
  return true;
}
