// `clew index` and its flags -> what it says and does, in one line each where something is wrong.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { clew } from "../cli/fake-io.ts";
import { type LoomTree, loomTree, prompt, sessionOf } from "./loom-tree.ts";
import { rowsOf } from "./rows.ts";

const worldOf = ({ home, cacheDir }: LoomTree) =>
  ({ homes: [home], cacheDir, dataDir: join(cacheDir, "data") }) as const;

function oneSession(): LoomTree {
  const tree = loomTree();
  tree.write(`${sessionOf(1)}.jsonl`, prompt("weave"));
  return tree;
}

describe("clew index", () => {
  test("makes the index and tells what it covers", async () => {
    const tree = oneSession();
    const { code, out, err } = await clew(["index"], worldOf(tree));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^covers +\d+ B: 1 session, 0 agents, 0 tool outputs, 1 text$/m);
    expect(out).toMatch(/^pending +nothing$/m);
  });

  test("--status only tells, as text and as one object", async () => {
    const tree = oneSession();
    expect((await clew(["index", "--status"], worldOf(tree))).out).toMatch(/^pending +\d+ B in 1 file$/m);
    const { out } = await clew(["index", "--status", "--json"], worldOf(tree));
    expect(JSON.parse(out)).toMatchObject({ sessions: 0, agents: 0, parts: 0, pendingFiles: 1, deleted: 0 });
    await clew(["index"], worldOf(tree));
    const after = await clew(["index", "--status", "--json"], worldOf(tree));
    expect(JSON.parse(after.out)).toMatchObject({ sessions: 1, parts: 1, pendingFiles: 0, pendingBytes: 0 });
  });

  test("--rebuild makes the same index from the logs alone", async () => {
    const tree = oneSession();
    await clew(["index"], worldOf(tree));
    const before = rowsOf(tree.cacheDir);
    expect(JSON.parse((await clew(["index", "--rebuild", "--json"], worldOf(tree))).out)).toMatchObject({
      sessions: 1,
    });
    expect(rowsOf(tree.cacheDir)).toEqual(before);
  });

  test("--status --dir tells of that home, and how much stands beside it", async () => {
    const [tree, other] = [oneSession(), oneSession()];
    await clew(["index"], worldOf(tree));
    await clew(["index", "--dir", other.home], worldOf(tree));
    const statusOf = async (...dir: readonly string[]): Promise<unknown> =>
      JSON.parse((await clew(["index", "--status", "--json", ...dir], worldOf(tree))).out);
    expect(await statusOf("--dir", other.home)).toMatchObject({ sessions: 1, parts: 1, otherFiles: 1 });
    expect(await statusOf()).toMatchObject({ sessions: 1, parts: 1, otherFiles: 1 });
    const { out } = await clew(["index", "--status", "--dir", other.home], worldOf(tree));
    expect(out).toMatch(/^beside +1 file of other homes$/m);
  });

  test("tells of a person's own homes, and logs of the demo count nowhere", async () => {
    const [tree, demo] = [loomTree(), oneSession()];
    const world = { ...worldOf(tree), demoHome: demo.home };
    await clew([], world);
    expect(rowsOf(tree.cacheDir)).not.toEqual([]);
    tree.write(`${sessionOf(2)}.jsonl`, prompt("dye"));
    for (const flags of [[], ["--status"]])
      expect(JSON.parse((await clew(["index", "--json", ...flags], world)).out)).toMatchObject({
        sessions: 1,
        parts: 1,
        otherFiles: 0,
      });
    expect((await clew(["index", "--rebuild"], world)).err).toBe("");
  });

  test("--rebuild --dir makes that home's part anew, and leaves the others", async () => {
    const [tree, other] = [oneSession(), oneSession()];
    await clew(["index"], worldOf(tree));
    await clew(["index", "--dir", other.home], worldOf(tree));
    const before = rowsOf(tree.cacheDir);
    const { out } = await clew(["index", "--rebuild", "--json", "--dir", other.home], worldOf(tree));
    expect(JSON.parse(out)).toMatchObject({ sessions: 1, otherFiles: 1, deleted: 0 });
    expect(rowsOf(tree.cacheDir)).toEqual(before);
  });

  test("--rebuild says how much of other homes it took away", async () => {
    const [tree, other] = [oneSession(), oneSession()];
    await clew(["index", "--dir", other.home], worldOf(tree));
    const { err } = await clew(["index", "--rebuild"], worldOf(tree));
    expect(err).toMatch(/^clew: 1 file of other homes left the index; [^\n]*\n$/);
  });

  test("--drop deletes it, also where there is none", async () => {
    const tree = oneSession();
    await clew(["index"], worldOf(tree));
    expect(await clew(["index", "--drop"], worldOf(tree))).toMatchObject({ code: 0, err: "" });
    expect(existsSync(join(tree.cacheDir, "catalog.sqlite"))).toBe(false);
    expect(JSON.parse((await clew(["index", "--drop", "--json"], worldOf(tree))).out)).toEqual({ dropped: true });
  });

  test("refuses two of its flags together, and says in one line when there can be no index", async () => {
    const tree = oneSession();
    const both = await clew(["index", "--drop", "--status"], worldOf(tree));
    expect(both.code).toBe(2);
    expect(both.err).toMatch(/^clew: --status, --rebuild and --drop exclude each other[^\n]*\n$/);
    mkdirSync(dirname(tree.cacheDir), { recursive: true });
    writeFileSync(tree.cacheDir, "in the way");
    const none = await clew(["index"], worldOf(tree));
    expect(none.code).toBe(2);
    expect(none.err).toMatch(/^clew: there is no index: [^\n]*E(NOTDIR|EXIST)[^\n]*\n$/);
  });
});
