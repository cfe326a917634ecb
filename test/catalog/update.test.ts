// Logs that grow, change and go -> what the catalog reads of them, and what it keeps of those that went.
import { appendFileSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packDigest, unpackDigest } from "../../src/graph/index.ts";
import { discover, readLedger, referenceDigest } from "../../src/store/index.ts";
import { loomTree, nowMs, prompt, reply, result, sessionOf } from "./loom-tree.ts";
import { opened, updated } from "./open-catalog.ts";
import { rowsOf } from "./rows.ts";

const long = (words: string): string =>
  Array.from({ length: 200 }, (_, at) => prompt(`${words} number ${at}`)).join("");

describe("an update", () => {
  test("reads only what was appended, and nothing when nothing changed", async () => {
    const tree = loomTree();
    const path = tree.write(`${sessionOf(1)}.jsonl`, long("weave"));
    expect((await updated({ ...tree, nowMs })).indexedBytes).toBe(statSync(path).size);
    expect((await updated({ ...tree, nowMs })).indexedBytes).toBe(0);
    const line = prompt("shuttle");
    appendFileSync(path, line);
    expect((await updated({ ...tree, nowMs })).indexedBytes).toBe(line.length);
    expect(await placesOf(tree, "shuttle")).toHaveLength(1);
    expect(await placesOf(tree, "weave")).toHaveLength(200);
  });

  test("covers whole lines only, and gives the digest of exactly those", async () => {
    const tree = loomTree();
    const whole = long("warp");
    const path = tree.write(`${sessionOf(1)}.jsonl`, `${whole}{"type":"user","mess`);
    await updated({ ...tree, nowMs });
    const catalog = await opened({ ...tree, nowMs });
    expect(catalog.covered(path)).toBe(whole.length);
    const whatWasRead = packDigest(referenceDigest(path, { upTo: "last-line-feed" }));
    expect(catalog.digest(path)).toEqual(unpackDigest(whatWasRead));
    expect([...catalog.digests()].map(({ path: found }) => found)).toEqual([path]);
    catalog.close();
  });

  test("sees a word that was written over in the middle of a log", async () => {
    const tree = loomTree();
    const name = `${sessionOf(1)}.jsonl`;
    const path = tree.write(name, `${long("weave")}${prompt("needle")}${long("weave")}`);
    await updated({ ...tree, nowMs });
    tree.write(name, readFileSync(path, "utf8").replace("needle", "noodle"));
    await updated({ ...tree, nowMs });
    expect(await placesOf(tree, "needle")).toHaveLength(0);
    expect(await placesOf(tree, "noodle")).toHaveLength(1);
  });

  test("sees that a large log was written over in its middle, though it grew at the same time", async () => {
    const tree = loomTree();
    const name = `${sessionOf(1)}.jsonl`;
    const path = tree.write(name, long("weave").repeat(20));
    await updated({ ...tree, nowMs });
    const all = readFileSync(path, "utf8");
    expect(all.length).toBeGreaterThan(300_000);
    const middle = all.slice(4096, -64 * 1024).replaceAll("weave", "wound");
    writeFileSync(path, `${all.slice(0, 4096)}${middle}${all.slice(-64 * 1024)}${prompt("shuttle")}`);
    await updated({ ...tree, nowMs });
    expect((await placesOf(tree, "wound")).length).toBeGreaterThan(2000);
    expect(await placesOf(tree, "shuttle")).toHaveLength(1);
  });

  test("does not rely on the time of a file that was changed a moment ago", async () => {
    const tree = loomTree();
    const path = tree.write(`${sessionOf(1)}.jsonl`, prompt("needle"));
    const { mtimeMs } = statSync(path);
    await updated({ ...tree, nowMs: mtimeMs + 500 });
    writeFileSync(path, readFileSync(path, "utf8").replace("needle", "noodle"));
    utimesSync(path, mtimeMs / 1000, mtimeMs / 1000);
    await updated({ ...tree, nowMs: mtimeMs + 600 });
    expect(await placesOf(tree, "noodle")).toHaveLength(1);
  });

  test("knows the tool of a result whose call was read long before", async () => {
    const tree = loomTree();
    const call = { type: "tool_use", id: "toolu_1", name: "Bash", input: {} };
    const path = tree.write(`${sessionOf(1)}.jsonl`, reply([call]));
    await updated({ ...tree, nowMs });
    appendFileSync(path, result("toolu_1", "selvedge"));
    await updated({ ...tree, nowMs });
    const catalog = await opened({ ...tree, nowMs });
    expect([...catalog.hits({ match: "selvedge", order: "newest" })]).toMatchObject([
      { tool: "Bash", line: 2, part: 0 },
    ]);
    catalog.close();
  });

  test("only says how much there is when that is more than it may read", async () => {
    const tree = loomTree();
    const path = tree.write(`${sessionOf(1)}.jsonl`, long("weave"));
    const catalog = await opened({ ...tree, nowMs });
    const report = await catalog.update(discover([tree.home]), { maxBytes: 1000 });
    expect(report).toMatchObject({ indexedBytes: 0, pendingBytes: statSync(path).size, pendingFiles: 1 });
    expect(catalog.covered(path)).toBe(0);
    catalog.close();
  });

  test("makes the same of many files in threads as of the same files one by one", async () => {
    const tree = loomTree();
    // Enough to be worth a thread, and nothing in it to search.
    const padding = `${JSON.stringify({ type: "progress", data: "x".repeat(200_000) })}\n`;
    for (let place = 0; place < 60; place++)
      tree.write(`${sessionOf(place)}.jsonl`, `${padding}${long(`thread ${place}`)}`);
    const one = join(tree.cacheDir, "one");
    const threads = join(tree.cacheDir, "threads");
    for (let place = 0; place < 60; place += 20) {
      const catalog = await opened({ cacheDir: one, nowMs });
      const { agents, sessions, ...rest } = discover([tree.home]);
      await catalog.update({ ...rest, agents, sessions: sessions.slice(0, place + 20) });
      catalog.close();
    }
    expect(await updated({ home: tree.home, cacheDir: threads, nowMs })).toMatchObject({ failed: [], pendingFiles: 0 });
    expect(rowsOf(threads)).toEqual(rowsOf(one));
  });
});

describe("the ledger", () => {
  const deletedIn = (tree: { readonly cacheDir: string; readonly home: string }) => [
    ...readLedger(join(tree.cacheDir, "data"), discover([tree.home])),
  ];

  test("keeps the digest of a session whose log was deleted, without the commands it ran", async () => {
    const tree = loomTree();
    const call = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "echo selvedge" } };
    const path = tree.write(`${sessionOf(1)}.jsonl`, `${prompt("weave")}${reply([call])}`);
    const digest = referenceDigest(path);
    await updated({ ...tree, nowMs });
    rmSync(path);
    expect(await updated({ ...tree, nowMs })).toMatchObject({ removed: 1 });
    const [kept, ...others] = deletedIn(tree);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ path, kind: "session", slug: "-home-ada-loom", stem: sessionOf(1), deletedMs: nowMs });
    expect(kept?.digest.messages.ids).toEqual(digest.messages.ids);
    expect(kept?.digest.calls).toMatchObject({ ids: ["toolu_1"], targets: [""] });
    const file = join(tree.cacheDir, "data", "deleted-sessions.jsonl");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("knows when a log was written that was indexed a moment later", async () => {
    const tree = loomTree();
    const path = tree.write(`${sessionOf(1)}.jsonl`, prompt("needle"));
    const { mtimeMs } = statSync(path);
    await updated({ ...tree, nowMs: mtimeMs + 500 });
    rmSync(path);
    await updated({ ...tree, nowMs: mtimeMs + 9000 });
    expect(deletedIn(tree)).toMatchObject([{ modifiedMs: mtimeMs }]);
    const file = join(tree.cacheDir, "data", "deleted-sessions.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").replace(`"modifiedMs":${mtimeMs}`, `"modifiedMs":-1`));
    expect(deletedIn(tree)).toMatchObject([{ modifiedMs: mtimeMs + 9000 }]);
  });

  test("says nothing of a session that came back, or stands elsewhere now, and tells one deleted twice once", async () => {
    const tree = loomTree();
    const name = `${sessionOf(1)}.jsonl`;
    const text = prompt("weave");
    const path = tree.write(name, text);
    await updated({ ...tree, nowMs });
    rmSync(path);
    await updated({ ...tree, nowMs });
    tree.write(join("..", "-home-ada-thread", name), text);
    expect(deletedIn(tree)).toEqual([]);
    await updated({ ...tree, nowMs });
    rmSync(tree.path(join("..", "-home-ada-thread", name)));
    await updated({ ...tree, nowMs: nowMs + 1 });
    expect(deletedIn(tree)).toMatchObject([{ slug: "-home-ada-thread", deletedMs: nowMs + 1 }]);
  });

  test("takes a session that moved for no deleted one", async () => {
    const tree = loomTree();
    const path = tree.write(`${sessionOf(1)}.jsonl`, prompt("weave"));
    tree.write(join("..", "-home-ada-thread", `${sessionOf(2)}.jsonl`), prompt("weft"));
    await updated({ ...tree, nowMs });
    renameSync(path, tree.path(join("..", "-home-ada-thread", `${sessionOf(1)}.jsonl`)));
    await updated({ ...tree, nowMs });
    expect([...readLedger(join(tree.cacheDir, "data"))]).toEqual([]);
  });

  test("takes logs whose whole home is out of reach for no deleted ones", async () => {
    const tree = loomTree();
    tree.write(`${sessionOf(1)}.jsonl`, prompt("weave"));
    await updated({ ...tree, nowMs });
    renameSync(join(tree.home, "projects"), join(tree.home, "away"));
    await updated({ ...tree, nowMs });
    expect([...readLedger(join(tree.cacheDir, "data"))]).toEqual([]);
  });

  test("that cannot be written loses nothing: the log is missed again the next time", async () => {
    const tree = loomTree();
    const path = tree.write(`${sessionOf(1)}.jsonl`, prompt("weave"));
    await updated({ ...tree, nowMs });
    rmSync(path);
    writeFileSync(join(tree.cacheDir, "data"), "in the way");
    const report = await updated({ ...tree, nowMs });
    expect(report).toMatchObject({ removed: 0, isWriter: true });
    expect(report.problem).toMatch(/^what 1 deleted logs cost cannot be kept in .*: E/);
    rmSync(join(tree.cacheDir, "data"));
    expect(await updated({ ...tree, nowMs })).toMatchObject({ removed: 1, problem: undefined });
    expect(deletedIn(tree)).toHaveLength(1);
  });

  test("goes on behind a line that a crash cut short", async () => {
    const tree = loomTree();
    const paths = [1, 2].map((place) => tree.write(`${sessionOf(place)}.jsonl`, prompt("weave")));
    await updated({ ...tree, nowMs });
    rmSync(paths[0] ?? "");
    await updated({ ...tree, nowMs });
    const file = join(tree.cacheDir, "data", "deleted-sessions.jsonl");
    appendFileSync(file, readFileSync(file, "utf8").slice(0, 50));
    rmSync(paths[1] ?? "");
    await updated({ ...tree, nowMs });
    expect(deletedIn(tree).map(({ stem }) => stem)).toEqual([sessionOf(1), sessionOf(2)]);
  });

  test("covers other homes without taking their logs for deleted", async () => {
    const [tree, other] = [loomTree(), loomTree()];
    const path = tree.write(`${sessionOf(1)}.jsonl`, prompt("weave"));
    other.write(`${sessionOf(2)}.jsonl`, prompt("weft"));
    await updated({ ...tree, nowMs });
    expect(await updated({ ...tree, home: other.home, nowMs })).toMatchObject({ removed: 0 });
    const catalog = await opened({ ...tree, nowMs });
    expect(catalog.covered(path)).toBeGreaterThan(0);
    expect(catalog.files().size).toBe(2);
    catalog.close();
  });
});

async function placesOf(tree: { readonly cacheDir: string }, match: string): Promise<readonly number[]> {
  const catalog = await opened({ cacheDir: tree.cacheDir, nowMs });
  try {
    return [...catalog.hits({ match, order: "newest" })].map(({ line }) => line);
  } finally {
    catalog.close();
  }
}
