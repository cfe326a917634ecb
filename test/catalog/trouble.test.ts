// Caches that are broken, old, locked, unwritable or that no Node can open -> a catalog made anew, or one line that says why there is none.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { CatalogFailure, discover, dropCatalog, openCatalog } from "../../src/store/index.ts";
import { nowMs, prompt, sessionOf, smallTree } from "./loom-tree.ts";
import { opened, updated } from "./open-catalog.ts";
import { damageIn, rowsOf } from "./rows.ts";

const child = fileURLToPath(new URL("./indexing-child.ts", import.meta.url));

describe("a damaged index", () => {
  test.each([
    ["is no database", () => Buffer.from("these are not the rows you are looking for".repeat(100))],
    ["was cut short", (bytes: Buffer) => bytes.subarray(0, 4096 * 3 + 100)],
    ["is empty", () => Buffer.alloc(0)],
    [
      "has zeroes for its tables",
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096)]),
    ],
  ] as const)("that %s is made anew", async (_what, spoil) => {
    const tree = smallTree();
    await updated({ ...tree, nowMs });
    const before = rowsOf(tree.cacheDir);
    const file = join(tree.cacheDir, "catalog.sqlite");
    writeFileSync(file, spoil(readFileSync(file)));
    expect(await updated({ ...tree, nowMs })).toMatchObject({ isWriter: true, failed: [] });
    expect(damageIn(tree.cacheDir)).toEqual([]);
    expect(rowsOf(tree.cacheDir)).toEqual(before);
  });

  test("that shows its damage while it is asked fails with one line, and is made anew the next time", async () => {
    const tree = smallTree();
    await updated({ ...tree, nowMs });
    const before = rowsOf(tree.cacheDir);
    const file = join(tree.cacheDir, "catalog.sqlite");
    const bytes = readFileSync(file);
    // The page that holds the word.
    const page = Math.floor(bytes.indexOf("weft") / 4096) * 4096;
    writeFileSync(file, bytes.fill(0xff, page, page + 4096));
    const catalog = await opened({ ...tree, nowMs });
    expect(() => [...catalog.hits({ match: "weft", order: "newest" })]).toThrow(CatalogFailure);
    catalog.close();
    await updated({ ...tree, nowMs });
    expect(rowsOf(tree.cacheDir)).toEqual(before);
  });
});

test.each([0, 1, 999_999])("an index of schema %i is made anew", async (version) => {
  const tree = smallTree();
  await updated({ ...tree, nowMs });
  const before = rowsOf(tree.cacheDir);
  const database = new DatabaseSync(join(tree.cacheDir, "catalog.sqlite"));
  database.exec(`DROP TABLE part; PRAGMA user_version = ${version}`);
  database.close();
  await updated({ ...tree, nowMs });
  expect(rowsOf(tree.cacheDir)).toEqual(before);
});

test("a cache folder that cannot be made is said in one line", async () => {
  const tree = smallTree();
  writeFileSync(tree.cacheDir, "in the way");
  const place = { cacheDir: join(tree.cacheDir, "below"), dataDir: tree.home, nowMs };
  const catalog = await openCatalog(place);
  expect(catalog).toEqual({ unavailable: `the index in ${place.cacheDir} cannot be used: ENOTDIR` });
  expect(JSON.stringify(await dropCatalog(place))).toContain("ENOTDIR");
});

test("a folder where the index should be is said in one line", async () => {
  const tree = smallTree();
  mkdirSync(join(tree.cacheDir, "catalog.sqlite"), { recursive: true });
  const catalog = await openCatalog({ cacheDir: tree.cacheDir, dataDir: tree.home, nowMs });
  expect(JSON.stringify(catalog)).toMatch(/^\{"unavailable":"the index in .* cannot be used: EISDIR"\}$/);
});

test("a dropped index leaves nothing but its lock behind, and can be dropped again", async () => {
  const tree = smallTree();
  await updated({ ...tree, nowMs });
  const place = { cacheDir: tree.cacheDir, dataDir: join(tree.cacheDir, "data"), nowMs };
  expect(await dropCatalog(place)).toBe("dropped");
  expect(readdirSync(tree.cacheDir)).toEqual(["catalog.lock"]);
  expect(await dropCatalog(place)).toBe("dropped");
});

describe("another process", () => {
  test("that writes leaves this one reading, without waiting; when it is killed, its lock is gone", async () => {
    const tree = smallTree();
    await updated({ ...tree, nowMs });
    const holder = spawn(process.execPath, [child, "hold", tree.home, tree.cacheDir, String(nowMs)]);
    await once(holder.stdout, "data");
    tree.write(`${sessionOf(9)}.jsonl`, prompt("selvedge"));
    const catalog = await opened({ ...tree, nowMs });
    expect(await catalog.update(discover([tree.home]))).toMatchObject({
      isWriter: false,
      pendingFiles: 1,
      indexedBytes: 0,
    });
    expect([...catalog.hits({ match: "weft", order: "newest" })]).not.toEqual([]);
    expect(await dropCatalog({ cacheDir: tree.cacheDir, dataDir: tree.home, nowMs })).toEqual({
      unavailable: "another process is writing the index",
    });
    const gone = once(holder, "exit");
    holder.kill("SIGKILL");
    await gone;
    expect(await catalog.update(discover([tree.home]))).toMatchObject({ isWriter: true, pendingFiles: 0 });
    catalog.close();
  });

  test("may start at the same moment: together they make one sound index", async () => {
    const tree = smallTree();
    const start = () => spawn(process.execPath, [child, "update", tree.home, tree.cacheDir, String(nowMs)]);
    const ends = await Promise.all([start(), start(), start()].map((process) => once(process, "exit")));
    expect(ends).toEqual(ends.map(() => [0, null]));
    await updated({ ...tree, nowMs });
    expect(damageIn(tree.cacheDir)).toEqual([]);
    const alone = join(tree.cacheDir, "alone");
    await updated({ home: tree.home, cacheDir: alone, nowMs });
    expect(rowsOf(tree.cacheDir)).toEqual(rowsOf(alone));
  });
});

test.each(["000", "077", "777"])(
  "all that is made is for its owner alone under umask %s, and SQLite says nothing",
  (umask) => {
    const tree = smallTree();
    const made = spawnSync(
      "sh",
      [
        "-c",
        `umask ${umask}; exec "$@"`,
        "sh",
        process.execPath,
        child,
        "update",
        tree.home,
        tree.cacheDir,
        String(nowMs),
      ],
      { encoding: "utf8" },
    );
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expect(statSync(tree.cacheDir).mode & 0o777).toBe(0o700);
    for (const name of ["catalog.sqlite", "catalog.lock"])
      expect(statSync(join(tree.cacheDir, name)).mode & 0o777).toBe(0o600);
  },
);

test.runIf(existsSync("/proc/self"))("a place that the system has none for ends in one line, not in a wait", () => {
  const store = new URL("../../src/store/index.ts", import.meta.url).href;
  const place = { cacheDir: "/proc/nowhere/deep/clew", dataDir: "/proc/nowhere/data", nowMs };
  const script = `import { openCatalog } from ${JSON.stringify(store)};
    console.log(JSON.stringify(await openCatalog(${JSON.stringify(place)})));`;
  const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 10_000,
  });
  expect({ signal, stdout }).toEqual({
    signal: null,
    stdout: `${JSON.stringify({ unavailable: `the index in ${place.cacheDir} cannot be used: ENOENT` })}\n`,
  });
});

const old = nodeOf("20");

test.skipIf(old === undefined)("on a Node without SQLite there is no index, and one line says so", () => {
  const store = new URL("../../dist/store/index.js", import.meta.url).href;
  const script = `import { openCatalog } from ${JSON.stringify(store)};
    console.log(JSON.stringify(await openCatalog({ cacheDir: "/nowhere", dataDir: "/nowhere", nowMs: 0 })));`;
  const { stdout, stderr } = spawnSync(old ?? "", ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({
    stdout: `${JSON.stringify({ unavailable: "this Node has no built-in SQLite (22.13 and later have)", isForGood: true })}\n`,
    stderr: "",
  });
});

/** As told by npm test; a bare run knows none. */
function nodeOf(major: string): string | undefined {
  const told: unknown = JSON.parse(process.env["CLEW_NODES"] ?? "{}");
  const found: unknown =
    typeof told === "object" && told !== null ? Object.entries(told).find(([key]) => key === major)?.[1] : undefined;
  return typeof found === "object" && found !== null && "path" in found && typeof found.path === "string"
    ? found.path
    : undefined;
}
