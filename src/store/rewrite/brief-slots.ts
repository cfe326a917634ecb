// Briefs that one thread makes -> the same for another, in shared memory; the reader never waits: what is not there it makes itself.
import type { LineEnd } from "../../format/index.ts";
import type { FileFacts } from "./file-facts.ts";

/** Whole lines of a file, one behind the other. */
export type Span = { readonly offset: number; readonly end: number };

type RowPlace = {
  /** Where the line stands in the file. */
  readonly offset: number;
  readonly length: number;
  readonly end: LineEnd;
};

export type SlotRow = RowPlace & {
  /** Undefined where only the whole line tells. */
  readonly brief: string | undefined;
  readonly mark: { readonly words: Uint32Array; readonly at: number };
};

/** In the memory of whoever made it. */
export type GivenRow = RowPlace & { readonly brief: Uint8Array | undefined; readonly mark: Uint32Array };

export type BriefGiver = {
  /** Which file it is of; nothing is taken before that is known. */
  readonly begin: (facts: FileFacts) => void;
  /** Waits for room; false where the reader has these behind it. */
  readonly isWanted: (span: Span) => boolean;
  /** Whether in what the reader has behind it anything waited in the queue: see the kernel. */
  readonly areWordsKept: () => boolean;
  /** False where they are too many for one slot: then they are not given. */
  readonly give: (given: Given) => boolean;
};

export type Given = Span & {
  readonly encoding: "latin1" | "utf8";
  /** Whether from here on long words of people are told whole; asked when all rows were read. */
  readonly areWordsKept: () => boolean;
  readonly rows: Iterable<GivenRow>;
};

export type Taken = Pick<Given, "end"> & {
  readonly areWordsKept: boolean;
  readonly count: number;
  readonly row: (nth: number) => SlotRow;
};

export type BriefTaker = {
  /** What begins just there, if it was made already. All of it is to be read before the next is asked for. */
  readonly take: (offset: number, areWordsKept: boolean) => Taken | undefined;
};

const slotCount = 32;
const slotBytes = 384 * 1024;
/** In words of 64 bits: which file it is of, and how far its reader is. */
const [deviceAt, inodeAt, sizeAt, modifiedAt, passedAt] = [0, 1, 2, 3, 4];
/** In words of 32 bits, behind those: whether that is told, slots filled so far, slots free again, whether the reader keeps words. */
const [begunAt, filledAt, freedAt, keptAt] = [10, 11, 12, 13];
const headBytes = 64;
/** Of a slot, in words of 64 bits: where its lines begin and end. Behind them how many there are, how they are spelled, where their briefs are. */
const [countAt, flagsAt, textAt] = [4, 5, 6];
const [firstRow, rowWords] = [8, 9];
const [isLatin, keepsWords] = [1, 2];
/** Of a row, in words: where its line stands within the slot's lines, how long it is and how it ends, its brief, its mark. */
const [startAt, lengthAt, endAt, briefAt, briefEndAt, markAt] = [0, 1, 2, 3, 4, 5];
/** What is said between looking and waiting is heard so much later. */
const waitMs = 20;
const ends: readonly LineEnd[] = ["lf", "crlf", "none"];

export const newBriefSlots = (): SharedArrayBuffer => new SharedArrayBuffer(headBytes + slotCount * slotBytes);

export function briefGiver(memory: SharedArrayBuffer): BriefGiver {
  const [longs, words] = [new BigInt64Array(memory, 0, headBytes / 8), new Int32Array(memory, 0, headBytes / 4)];
  return {
    begin({ device, inode, sizeBytes, modifiedNs }) {
      [longs[deviceAt], longs[inodeAt], longs[sizeAt], longs[modifiedAt]] = [
        BigInt.asIntN(64, device),
        BigInt.asIntN(64, inode),
        BigInt(sizeBytes),
        modifiedNs,
      ];
      Atomics.store(words, begunAt, 1);
    },
    isWanted({ offset }) {
      for (;;) {
        if (Number(Atomics.load(longs, passedAt)) > offset) return false;
        const freed = Atomics.load(words, freedAt);
        if (Atomics.load(words, filledAt) - freed < slotCount) return true;
        Atomics.wait(words, freedAt, freed, waitMs);
      }
    },
    areWordsKept: () => Atomics.load(words, keptAt) === 1,
    give({ offset, end, encoding, areWordsKept, rows }) {
      const nth = Atomics.load(words, filledAt);
      const slot = slotIn(memory, nth);
      let [count, room] = [0, slotBytes];
      for (const row of rows) {
        const place = firstRow + count * rowWords;
        room -= row.brief?.length ?? 0;
        // Rows grow from the front, briefs from the back.
        if ((place + rowWords) * 4 > room) return false;
        if (row.brief !== undefined) slot.bytes.set(row.brief, room);
        slot.words[place + startAt] = row.offset - offset;
        slot.words[place + lengthAt] = row.length;
        slot.words[place + endAt] = ends.indexOf(row.end);
        slot.words[place + briefAt] = row.brief === undefined ? 0 : room;
        slot.words[place + briefEndAt] = row.brief === undefined ? 0 : room + row.brief.length;
        slot.words.set(row.mark, place + markAt);
        count += 1;
      }
      [slot.offsets[0], slot.offsets[1]] = [offset, end];
      slot.words[countAt] = count;
      slot.words[textAt] = room;
      slot.words[flagsAt] = (encoding === "latin1" ? isLatin : 0) + (areWordsKept() ? keepsWords : 0);
      Atomics.store(words, filledAt, nth + 1);
      return true;
    },
  };
}

export function briefTaker(memory: SharedArrayBuffer, facts: FileFacts): BriefTaker {
  const [longs, words] = [new BigInt64Array(memory, 0, headBytes / 8), new Int32Array(memory, 0, headBytes / 4)];
  /** It is free again when the next is asked for. */
  let isHeld = false;
  const free = (): void => {
    Atomics.add(words, freedAt, 1);
    Atomics.notify(words, freedAt);
  };
  return {
    take(offset, areWordsKept) {
      if (isHeld) free();
      isHeld = false;
      // First this, then how far: whoever hears that these lines are read knows what was in them.
      if (areWordsKept) Atomics.store(words, keptAt, 1);
      Atomics.store(longs, passedAt, BigInt(offset));
      if (Atomics.load(words, begunAt) === 0 || !isOf(longs, facts)) return undefined;
      while (Atomics.load(words, freedAt) < Atomics.load(words, filledAt)) {
        const slot = slotIn(memory, Atomics.load(words, freedAt));
        const [from = 0, end = 0] = slot.offsets;
        if (from > offset) return undefined;
        if (from === offset) {
          isHeld = true;
          return takenFrom(slot, { offset, end });
        }
        free();
      }
      return undefined;
    },
  };
}

/** None are wanted any more: whoever makes them stops. */
export function endBriefs(memory: SharedArrayBuffer): void {
  Atomics.store(new BigInt64Array(memory, 0, headBytes / 8), passedAt, BigInt(Number.MAX_SAFE_INTEGER));
  Atomics.notify(new Int32Array(memory, 0, headBytes / 4), freedAt);
}

type Slot = { readonly offsets: Float64Array; readonly words: Uint32Array; readonly bytes: Buffer };

function slotIn(memory: SharedArrayBuffer, nth: number): Slot {
  const at = headBytes + (nth % slotCount) * slotBytes;
  return {
    offsets: new Float64Array(memory, at, 2),
    words: new Uint32Array(memory, at, slotBytes / 4),
    bytes: Buffer.from(memory, at, slotBytes),
  };
}

function isOf(longs: BigInt64Array, { device, inode, sizeBytes, modifiedNs }: FileFacts): boolean {
  return (
    longs[deviceAt] === BigInt.asIntN(64, device) &&
    longs[inodeAt] === BigInt.asIntN(64, inode) &&
    longs[sizeAt] === BigInt(sizeBytes) &&
    longs[modifiedAt] === modifiedNs
  );
}

function takenFrom({ words, bytes }: Slot, { offset, end }: Span): Taken {
  const flags = words[flagsAt] ?? 0;
  const count = words[countAt] ?? 0;
  const textOf = (flags & isLatin) === 0 ? utf8Texts(bytes) : latinTexts(bytes, words[textAt] ?? 0);
  return {
    end,
    areWordsKept: (flags & keepsWords) !== 0,
    count,
    row(nth) {
      const place = firstRow + nth * rowWords;
      const behind = words[place + briefEndAt] ?? 0;
      return {
        offset: offset + (words[place + startAt] ?? 0),
        length: words[place + lengthAt] ?? 0,
        end: ends[words[place + endAt] ?? 0] ?? "lf",
        brief: behind === 0 ? undefined : textOf(words[place + briefAt] ?? 0, behind),
        mark: { words, at: place + markAt },
      };
    },
  };
}

type Texts = (from: number, to: number) => string;

const utf8Texts =
  (bytes: Buffer): Texts =>
  (from, to) =>
    bytes.toString("utf8", from, to);

/** All in one piece: parts of a text take less to make than texts. */
function latinTexts(bytes: Buffer, start: number): Texts {
  const all = bytes.toString("latin1", start);
  return (from, to) => all.slice(from - start, to - start);
}
