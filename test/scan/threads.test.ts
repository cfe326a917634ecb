// Logs in one thread and in two -> the same digests in the same order; a log that cannot be read fails alone.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packDigest } from "../../src/graph/index.ts";
import { type ScannedLogs, referenceDigest, scanLogs } from "../../src/store/index.ts";
import { chanceOf } from "./chance.ts";
import { logOf } from "./hostile-lines.ts";

let folder = "";
let paths: readonly string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-scan-"));
  const chance = chanceOf(11);
  paths = Array.from({ length: 30 }, (_, index) => join(folder, `${index}.jsonl`));
  for (const path of paths) writeFileSync(path, logOf(chance, chance.whole(0, 40)));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const packed = ({ logs }: ScannedLogs) =>
  logs.map(({ path, digest, sizeBytes }) => [path, sizeBytes, Buffer.from(packDigest(digest)).toString("base64")]);

it("one thread and two give the same digests, in the order of the paths", async () => {
  const one = await scanLogs(paths, { threads: 1 });
  const two = await scanLogs(paths, { threads: 2 });
  expect(one.logs.map(({ path }) => path)).toEqual(paths);
  expect(packed(two)).toEqual(packed(one));
  const theirs = paths.map((path) => Buffer.from(packDigest(referenceDigest(path))).toString("base64"));
  expect(packed(one).map(([, , digest]) => digest)).toEqual(theirs);
});

it.each([1, 2])("with %i threads a missing file and a folder fail by themselves", async (threads) => {
  const missing = join(folder, "gone.jsonl");
  const directory = join(folder, "folder.jsonl");
  mkdirSync(directory, { recursive: true });
  const { logs, failed } = await scanLogs([missing, ...paths.slice(0, 3), directory], { threads });
  expect(logs.map(({ path }) => path)).toEqual(paths.slice(0, 3));
  expect(failed.map(({ path, error }) => [path, error.code])).toEqual([
    [missing, "not-found"],
    [directory, "is-directory"],
  ]);
});

it("progress grows up to the size of all logs, and each log is given once", async () => {
  const seen: number[] = [];
  const told: string[] = [];
  let total = 0;
  const { logs } = await scanLogs(paths, {
    threads: 2,
    onProgress: (done) => seen.push(done),
    onLog({ path, sizeBytes }) {
      told.push(path);
      total += sizeBytes;
    },
  });
  expect(logs).toEqual([]);
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  expect(seen.at(-1)).toBeLessThanOrEqual(total);
  expect(told.toSorted()).toEqual(paths.toSorted());
});

it("nothing to scan is scanned at once", async () => {
  expect(await scanLogs([])).toEqual({ logs: [], failed: [] });
});

it("logs with a line of many megabytes, for which a kernel grows and is replaced, lose nothing in any thread", async () => {
  const line = (id: string, text: string): string =>
    `${JSON.stringify({ type: "user", uuid: id, message: { role: "user", content: text } })}\n`;
  const large = Array.from({ length: 4 }, (_, index) => join(folder, `large-${index}.jsonl`));
  for (const path of large)
    writeFileSync(path, `${line(`${path} 1`, "short")}${line(`${path} 2`, "x".repeat(10_000_000))}`);
  const [one, two] = [await scanLogs(large, { threads: 1 }), await scanLogs(large, { threads: 2 })];
  expect(one.logs.map(({ digest }) => digest.prompts.ids.length)).toEqual([2, 2, 2, 2]);
  expect(packed(two)).toEqual(packed(one));
});
