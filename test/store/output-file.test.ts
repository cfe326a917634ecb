// More bytes than are kept back -> on their way to the disk while more is written; whoever writes is told what goes wrong.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Disk } from "../../src/store/index.ts";
import { nodeDisk } from "../../src/store/rewrite/node-disk.ts";
import { writeNewFile } from "../../src/store/rewrite/output-file.ts";

const root = mkdtempSync(join(tmpdir(), "clew-output-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const piece = new Uint8Array(8 * 1024 * 1024).fill(0x61);
const pieces = Array.from({ length: 10 }, () => piece);
const openNow = (): number => readdirSync("/proc/self/fd").length;

test("a large file is synced ahead by a descriptor of its own, which is closed when all of it is done", async () => {
  const begun: string[] = [];
  const syncAhead: Disk["syncAhead"] = (path) => {
    begun.push(path);
    const ahead = nodeDisk.syncAhead?.(path);
    if (ahead === undefined) throw new Error("nothing is synced ahead");
    return ahead;
  };
  const before = openNow();
  const path = join(root, "large");
  const { sizeBytes } = writeNewFile({ ...nodeDisk, syncAhead }, path, pieces);
  expect(sizeBytes).toBe(statSync(path).size);
  expect(begun).toEqual([path]);
  await expect.poll(openNow).toBe(before);
});

test("what goes wrong on the way to the disk is told by the descriptor that was written to", () => {
  const synced: number[] = [];
  const written: number[] = [];
  const disk: Disk = {
    ...nodeDisk,
    write(descriptor, bytes) {
      written.push(descriptor);
      return nodeDisk.write(descriptor, bytes);
    },
    sync(descriptor) {
      synced.push(descriptor);
      throw Object.assign(new Error("the disk lost something"), { code: "EIO" });
    },
  };
  expect(() => writeNewFile(disk, join(root, "lost"), pieces)).toThrow("the disk lost something");
  expect(new Set(written)).toEqual(new Set(synced));
});

test("a small file is not synced ahead", () => {
  const syncAhead: Disk["syncAhead"] = () => {
    throw new Error("not worth it");
  };
  expect(writeNewFile({ ...nodeDisk, syncAhead }, join(root, "small"), [piece]).sizeBytes).toBe(piece.length);
});
