// An index whose bytes have changed by themselves, or whose lock is no lock -> what it still says is right, the rest is one line, and it heals.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CatalogFailure, discover, openCatalog } from "../../src/store/index.ts";
import { nowMs, prompt, sessionOf, smallTree } from "./loom-tree.ts";
import { opened, updated } from "./open-catalog.ts";
import { rowsOf } from "./rows.ts";

describe("bytes of the index that changed by themselves", () => {
  /** One byte of the column of every row, in its middle. */
  function spoil(cacheDir: string, table: string, column: string): void {
    const database = new DatabaseSync(join(cacheDir, "catalog.sqlite"));
    for (const row of database.prepare(`SELECT rowid AS id, CAST(${column} AS BLOB) AS bytes FROM ${table}`).all()) {
      const bytes = row["bytes"] instanceof Uint8Array ? row["bytes"] : new Uint8Array(0);
      const middle = Math.floor(bytes.length / 2);
      bytes[middle] = (bytes[middle] ?? 0) + 1;
      const type = column === "words" ? "TEXT" : "BLOB";
      const id = Number(row["id"]);
      database.prepare(`UPDATE ${table} SET ${column} = CAST(? AS ${type}) WHERE rowid = ?`).run(bytes, id);
    }
    database.close();
  }

  test("in a digest make the file unknown, until the next update has read it anew", async () => {
    const tree = smallTree();
    await updated({ ...tree, nowMs });
    const before = rowsOf(tree.cacheDir);
    for (const ask of ["one", "all"] as const) {
      spoil(tree.cacheDir, "digest", "packed");
      const catalog = await opened({ ...tree, nowMs });
      const path = tree.path(`${sessionOf(1)}.jsonl`);
      expect(ask === "one" ? catalog.digest(path) : [...catalog.digests()][0]).toBeUndefined();
      catalog.close();
      const { isWriter, indexedBytes } = await updated({ ...tree, nowMs });
      expect([isWriter, indexedBytes > 0]).toEqual([true, true]);
      const sound = await opened({ ...tree, nowMs });
      expect(sound.digest(path)?.lines).toBe(40);
      sound.close();
    }
    expect(rowsOf(tree.cacheDir)).toEqual(before);
  });

  test("in what a listing asks fail with one line, and the index is made anew", async () => {
    const tree = smallTree();
    await updated({ ...tree, nowMs });
    spoil(tree.cacheDir, "file", "words");
    const catalog = await opened({ ...tree, nowMs });
    expect(() => catalog.sessions()).toThrow(CatalogFailure);
    catalog.close();
    await updated({ ...tree, nowMs });
    const anew = await opened({ ...tree, nowMs });
    expect(anew.sessions().size).toBe(5);
    anew.close();
  });

  test("in the packed table of files are told, and it is gathered from its rows", async () => {
    const tree = smallTree();
    await updated({ ...tree, nowMs });
    spoil(tree.cacheDir, "packed", "numbers");
    expect(await updated({ ...tree, nowMs })).toMatchObject({ indexedBytes: 0, pendingFiles: 0 });
  });

  test("in any place end in an answer or in one line", async () => {
    const tree = smallTree();
    await updated({ ...tree, nowMs });
    const file = join(tree.cacheDir, "catalog.sqlite");
    const sound = readFileSync(file);
    const failures: unknown[] = [];
    let state = 7;
    const chance = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.from(sound);
      for (let place = 0; place < 40; place++) bytes[100 + chance(bytes.length - 100)] = chance(256);
      for (const ending of ["-wal", "-shm"]) rmSync(`${file}${ending}`, { force: true });
      writeFileSync(file, bytes);
      failures.push(await failureOf(tree));
    }
    expect(failures.filter((failure) => failure !== undefined && !(failure instanceof CatalogFailure))).toEqual([]);
    await updated({ ...tree, nowMs });
    expect([...(await answersOf(tree))]).toHaveLength(5);
  });

  async function failureOf(tree: ReturnType<typeof smallTree>): Promise<unknown> {
    try {
      await answersOf(tree);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  async function answersOf(tree: ReturnType<typeof smallTree>): Promise<readonly object[]> {
    const place = { cacheDir: tree.cacheDir, dataDir: join(tree.cacheDir, "data"), nowMs };
    const catalog = await openCatalog(place);
    if ("unavailable" in catalog) return [];
    try {
      catalog.discover([tree.home]);
      await catalog.update(discover([tree.home]));
      for (const { newestSeconds } of catalog.sessions().values()) new Date((newestSeconds ?? 0) * 1000).toISOString();
      for (const { orderSeconds } of catalog.hits({ match: "weft", order: "newest" }))
        new Date(orderSeconds * 1000).toISOString();
      catalog.words(tree.path(`${sessionOf(1)}.jsonl`));
      catalog.longLines();
      catalog.status();
      return [...catalog.digests()];
    } finally {
      catalog.close();
    }
  }
});

describe("a lock", () => {
  test("that is an empty folder or some other file is made anew", async () => {
    const tree = smallTree();
    const lock = join(tree.cacheDir, "catalog.lock");
    mkdirSync(lock, { recursive: true });
    expect(await updated({ ...tree, nowMs })).toMatchObject({ isWriter: true, failed: [] });
    writeFileSync(lock, "no database ".repeat(100));
    tree.write(`${sessionOf(6)}.jsonl`, prompt("selvedge"));
    expect(await updated({ ...tree, nowMs })).toMatchObject({ isWriter: true, failed: [] });
  });

  test("that is a folder with something in it is said in one line", async () => {
    const tree = smallTree();
    await updated({ ...tree, nowMs });
    const lock = join(tree.cacheDir, "catalog.lock");
    rmSync(lock);
    mkdirSync(join(lock, "something"), { recursive: true });
    tree.write(`${sessionOf(6)}.jsonl`, prompt("selvedge"));
    await expect(updated({ ...tree, nowMs })).rejects.toThrow(CatalogFailure);
    await expect(updated({ ...tree, nowMs })).rejects.toThrow(/^the index in .* cannot be used: ENOTEMPTY$/);
  });
});
