// What happens to files, step by step -> what a faithful follower must tell of them, by their contents at the moments of its looks.
//
// What can be promised: every whole line that stands in a file at a look, once, in order, per generation; and of a file
// that was seen before and then replaced, removed or moved, also what it got since the last look. What cannot: bytes that
// came and were cut off or written over between two looks, and files that came and went between them. A line without its
// end is not told. A file whose told bytes are still its beginning goes on, whatever its inode; any other begins anew.
import type { ToldLine } from "./told.ts";

/** `few-held`: hardly any file stays open, so inodes are used again, and nothing may come between a look and a loss. */
export type Holding = "all-held" | "few-held";

/** An inode: it lives on without a name as long as somebody holds it. */
export type Thing = { content: Buffer };

type Record = {
  path: string;
  thing: Thing;
  generation: number;
  told: Buffer;
  lines: ToldLine[];
  missing: number;
  /** Another log took its path: only its own inode, under another name, brings it back. */
  isDisplaced: boolean;
};

export type Oracle = {
  readonly look: (names: ReadonlyMap<string, Thing>, isShut: (path: string) => boolean) => void;
  readonly lines: () => ReadonlyMap<string, readonly ToldLine[]>;
};

/** `patience`: at how many looks in a row a file may be missing before it is given up. */
export function oracle(patience: number, holding: Holding): Oracle {
  const told = new Map<string, ToldLine[]>();
  const found = new Map<string, number>();
  let records: readonly Record[] = [];

  function read(record: Record): void {
    const { content } = record.thing;
    if (!content.subarray(0, record.told.length).equals(record.told)) {
      record.generation += 1;
      record.told = Buffer.alloc(0);
    }
    let offset = record.told.length;
    let number = countEnds(record.told) + 1;
    for (let end = content.indexOf(0x0a, offset); end >= 0; end = content.indexOf(0x0a, offset)) {
      const bytes = content.subarray(offset, content[end - 1] === 0x0d && end > offset ? end - 1 : end);
      record.lines.push({ generation: record.generation, number, offset, text: bytes.toString("latin1") });
      offset = end + 1;
      number += 1;
    }
    record.told = content.subarray(0, offset);
  }

  return {
    look(all, isShut) {
      const names = new Map([...all].filter(([path]) => !isShut(path)));
      const pathOf = new Map([...names].map(([path, thing]) => [thing, path]));
      const alive = new Set(all.values());
      const open = records.filter(({ path, thing }) => !isShut(path) || pathOf.has(thing));
      for (const record of open) {
        // To the end of what it is, before it becomes something else.
        if (names.get(record.path) !== record.thing && holding === "all-held") read(record);
        const path = pathOf.get(record.thing);
        record.isDisplaced &&= path === undefined;
        record.path = path ?? record.path;
      }
      const owned = new Set(records.filter(({ path, thing }) => all.get(path) === thing).map(({ thing }) => thing));
      for (const record of open) {
        const now = names.get(record.path);
        // What still has a name somewhere moved away, and what stands here is not its successor.
        const isAlive = holding === "all-held" && alive.has(record.thing);
        record.isDisplaced ||= now !== undefined && now !== record.thing && (isAlive || owned.has(now));
        if (now === undefined || record.isDisplaced) {
          record.missing += 1;
          continue;
        }
        record.missing = 0;
        record.thing = now;
        read(record);
      }
      records = records.filter(({ missing }) => missing <= patience);
      const followed = new Set(records.filter(({ isDisplaced }) => !isDisplaced).map(({ path }) => path));
      for (const [path, thing] of names) {
        if (followed.has(path)) continue;
        const times = (found.get(path) ?? 0) + 1;
        found.set(path, times);
        const lines: ToldLine[] = [];
        const record = { path, thing, generation: 1, told: Buffer.alloc(0), lines, missing: 0, isDisplaced: false };
        told.set(`${path} ${times}`, lines);
        records = [...records, record];
        read(record);
      }
    },
    lines: () => told,
  };
}

function countEnds(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x0a) count += 1;
  return count;
}
