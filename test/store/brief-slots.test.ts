// Logs whose briefs another thread makes meanwhile -> the same graph and the same marks, however much of it comes from there.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Decoded, decodeLines, splitLines } from "../../src/format/index.ts";
import { type Log, gatherLog } from "../../src/graph/index.ts";
import { briefGiver, briefTaker, newBriefSlots } from "../../src/store/rewrite/brief-slots.ts";
import { likenessOf } from "../../src/store/rewrite/likeness.ts";
import { openLineFile } from "../../src/store/rewrite/line-file.ts";
import { lineMarks } from "../../src/store/rewrite/marks.ts";
import { nodeDisk } from "../../src/store/rewrite/node-disk.ts";
import { chanceLog, enqueued, prompt } from "./brief-logs.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-slots-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(bytes: Uint8Array): string {
  const path = join(folder, "log.jsonl");
  writeFileSync(path, bytes);
  return path;
}

describe("briefs that were made elsewhere", () => {
  /** Over several reads, with lines that are longer than one of them, and prompts that waited in between. */
  function largeLog(seed: number): Uint8Array {
    const parts = Array.from({ length: 60 }, (_, at) => chanceLog(seed * 1000 + at)).map((part) =>
      part.at(-1) === 0x0a ? part : Buffer.concat([part, Buffer.from("\n")]),
    );
    const filler = Buffer.from(`${prompt(`so: ${"é words ".repeat(40_000 * (seed % 3))}`)}\n`);
    const words = `so: ${"words ".repeat(2000)}.`;
    const waited = Buffer.from(`${prompt(words)}\n${enqueued(words)}\n${prompt(words)}\n`);
    const ascii = Buffer.from(`${prompt("plain")}\r\n`.repeat(3000));
    const log = Buffer.concat([
      ...parts.slice(0, 30),
      filler,
      waited,
      ascii,
      filler,
      ...parts.slice(30),
      ascii,
      waited,
    ]);
    return seed % 2 === 0 ? log : log.subarray(0, -1);
  }

  /** `ownLines`: as many are read before the other has made any. */
  function readAside(bytes: Uint8Array, ownLines: number): { log: Log; marks: string; ownBytes: number } {
    const path = fileOf(bytes);
    const aside = newBriefSlots();
    let ownBytes = 0;
    const disk: typeof nodeDisk = {
      ...nodeDisk,
      read(descriptor, buffer, offset) {
        const count = nodeDisk.read(descriptor, buffer, offset);
        ownBytes += count;
        return count;
      },
    };
    const file = openLineFile(disk, path);
    const marks = lineMarks();
    function* lines(): Generator<Decoded, void, undefined> {
      let count = 0;
      for (const line of file.briefs(marks, { aside })) {
        yield line;
        if ((count += 1) === ownLines) likenessOf(nodeDisk, path, briefGiver(aside));
      }
    }
    try {
      if (ownLines === 0) likenessOf(nodeDisk, path, briefGiver(aside));
      return { log: gatherLog(lines()), marks: marksText(marks, file.lineCount()), ownBytes };
    } finally {
      file.close();
    }
  }

  function marksText(marks: ReturnType<typeof lineMarks>, count: number): string {
    const all = new Uint32Array(count * 4);
    for (let line = 1; line <= count; line += 1) marks.copy(line, all, (line - 1) * 4);
    return all.join();
  }

  it.each([0, 1, 2, 3, 4, 5, 6, 7])("give the graph and the marks that one's own give (log %i)", (seed) => {
    const bytes = largeLog(seed);
    const own = openLineFile(nodeDisk, fileOf(bytes));
    const marks = lineMarks();
    const log = gatherLog(own.briefs(marks));
    own.close();
    expect(log).toEqual(gatherLog(decodeLines(splitLines([bytes]))));
    const half = Math.floor(own.lineCount() / 2);
    for (const ownLines of [0, 1, half, own.lineCount() - 1]) {
      const read = readAside(bytes, ownLines);
      expect(read.log).toEqual(log);
      expect(read.marks).toBe(marksText(marks, own.lineCount()));
    }
  });

  it("are taken, so that the log is not read again", () => {
    const bytes = Buffer.from(`${prompt("plain")}\n`.repeat(20_000));
    expect(readAside(bytes, 0).ownBytes).toBeLessThan(bytes.length / 10);
    expect(readAside(bytes, 19_999).ownBytes).toBe(bytes.length);
  });

  it("are not taken where they are of another file, or of the same at another time", () => {
    const bytes = largeLog(1);
    const path = fileOf(bytes);
    const aside = newBriefSlots();
    likenessOf(nodeDisk, path, briefGiver(aside));
    const look = nodeDisk.look(path);
    if (look === undefined) throw new Error("it is gone");
    expect(briefTaker(aside, look).take(0, false)?.count).toBeGreaterThan(10);
    for (const other of [{ inode: look.inode + 1n }, { device: 0n }, { sizeBytes: 1 }, { modifiedNs: 1n }])
      expect(briefTaker(aside, { ...look, ...other }).take(0, false)).toBeUndefined();
  });
});
