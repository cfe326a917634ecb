// What clew did with sessions -> how lists and heads call them: made of which other by what, and kept or not.
import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clew, nowMs } from "./fake-io.ts";
import { type ReshapeHome, aged, reshapeHome, weave, weaveId } from "./reshape-home.ts";
import { writeLog } from "./tree.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** As old as the client's clean-up allows. */
function due(path: string): string {
  utimesSync(path, new Date(nowMs - 40 * dayMs), new Date(nowMs - 40 * dayMs));
  return path;
}

const stateOf = async ({ run }: ReshapeHome, id: unknown): Promise<string> =>
  (await run("ls", "--all")).out.split("\n").find((line) => line.startsWith(String(id).slice(0, 8))) ?? "";

test.each([
  [["clone", weaveId], "cloned from a7a7a7a7"],
  [["fork", weaveId, "--at", "3"], "turns 1-3 of a7a7a7a7"],
  [["fork", weaveId, "--at", "1"], "turn 1 of a7a7a7a7"],
  [["trim", weaveId, "--tool", "Read", "--over", "1k"], "trimmed from a7a7a7a7"],
  [["compress", weaveId, "--keep-turns", "1"], "compressed from a7a7a7a7"],
  [["move", weaveId, "--to", "/home/ada/new"], "moved from a7a7a7a7"],
])("a session says what made it, of which: %j", async (args, words) => {
  const scene = reshapeHome();
  const { sessionId } = await scene.json(...args);
  expect(await stateOf(scene, sessionId)).toContain(`, ${words} `);
  expect((await scene.run("show", String(sessionId))).out.split("\n")[1]).toMatch(
    new RegExp(`^${String(sessionId)} · ${words} · `),
  );
  const rows = await scene.all("ls");
  expect(rows.find((row) => row["sessionId"] === sessionId)).toMatchObject({
    madeBy: { command: args[0], from: weaveId },
  });
  expect(rows.find((row) => row["sessionId"] === weaveId)).toMatchObject({ madeBy: null });
});

test("both parts of a split say which turns they hold", async () => {
  const scene = reshapeHome();
  const [front, back] = await scene.all("split", weaveId, "--at", "2");
  expect(await stateOf(scene, front?.["sessionId"])).toContain("turns 1-2 of a7a7a7a7");
  expect(await stateOf(scene, back?.["sessionId"])).toContain("turns 3 to the end of a7a7a7a7");
});

test("a repaired session and one whose compaction was taken back are told from the others", async () => {
  const scene = reshapeHome(`${weave(2)}{"type":"user","uuid":"torn\n`);
  const repaired = await scene.json("repair", weaveId);
  expect(await stateOf(scene, repaired["sessionId"])).toContain("repaired from a7a7a7a7");
  const small = await scene.json("compress", aged(repaired["path"]), "--keep-turns", "1");
  const large = await scene.json("compress", aged(small["path"]), "--undo");
  expect(await stateOf(scene, large["sessionId"])).toContain(
    `uncompressed from ${String(small["sessionId"]).slice(0, 8)}`,
  );
  expect((await scene.run("history")).out).toMatch(/ {2}compress {2}[\s\S]* {2}compress --undo {2}/);
});

test("a fork that the client made is a fork, and a history that is damaged hides no session", async () => {
  const scene = reshapeHome();
  const fork = "b1b1b1b1-0000-4000-8000-000000000001";
  const mark = `"forkedFrom":{"sessionId":"${weaveId}","messageUuid":"x"},"sessionId":"${fork}"`;
  writeLog(scene.home, `-home-ada-loom/${fork}`, weave(1).replaceAll(`"sessionId":"${weaveId}"`, mark));
  const { sessionId } = await scene.json("clone", weaveId);
  appendFileSync(join(scene.data, "lineage.jsonl"), 'not json\n{"op":5}\n{"op":"torn');
  expect(await stateOf(scene, fork)).toContain("fork of a7a7a7a7");
  expect((await scene.run("show", fork)).out).toContain(`${fork} · fork of a7a7a7a7 · `);
  expect(await stateOf(scene, sessionId)).toContain("cloned from a7a7a7a7");
  rmSync(join(scene.data, "lineage.jsonl"));
  mkdirSync(join(scene.data, "lineage.jsonl"));
  expect(await stateOf(scene, sessionId)).toContain("fork of a7a7a7a7");
});

test("a session that is kept is not about to be lost, until its log is newer than the copy", async () => {
  const scene = reshapeHome();
  due(scene.path);
  expect(await scene.json("ls")).toMatchObject({ tags: ["expiring"], expiresInDays: 0 });
  await scene.run("keep", "--older-than", "20d");
  expect(await scene.json("ls")).toMatchObject({ tags: ["kept"], expiresInDays: 0 });
  expect(await stateOf(scene, weaveId)).toMatch(/ answered, kept /);
  expect((await scene.run("ls", "--tag", "expiring")).code).toBe(1);
  expect(await scene.json("ls", "--tag", "kept")).toMatchObject({ sessionId: weaveId });
  writeFileSync(scene.path, weave(7));
  due(scene.path);
  expect(await scene.json("ls")).toMatchObject({ tags: ["expiring"] });
});

test("keeping all says how many were kept already", async () => {
  const scene = reshapeHome();
  const other = "a9a9a9a9-0000-4000-8000-000000000009";
  aged(writeLog(scene.home, `-home-ada-loom/${other}`, weave(1).replaceAll(weaveId, other)));
  await scene.run("keep", weaveId);
  const again = await scene.run("keep", "--all");
  expect(again.err).toBe("clew: 1 session kept; 1 was kept already\n");
  expect(again.out).toContain(other);
  expect(again.out).not.toContain(weaveId);
  expect((await scene.run("keep", "--all")).err).toBe("clew: 0 sessions kept; 2 were kept already\n");
});

test("on a narrow screen one long state takes no column away, and says what matters most", async () => {
  const scene = reshapeHome(`${weave(2)}{"type":"user","uuid":"torn\n`);
  const { sessionId, path } = await scene.json("clone", weaveId);
  await scene.run("keep", aged(path));
  const { out } = await clew(["ls"], { ...scene.io, columns: 80 });
  const [heading = "", ...rows] = out.trimEnd().split("\n");
  expect(heading.split(/ +/)).toEqual(["ID", "AGE", "TURNS", "STATE", "PROJECT", "TITLE"]);
  const shown = new Map(rows.map((row) => [row.slice(0, 8), row]));
  expect(shown.get(String(sessionId).slice(0, 8))).toContain("1 damaged, kept, from a7a7a7a7");
  expect(shown.get(weaveId.slice(0, 8))).toContain("answered, 1 damaged ");
  expect((await clew(["ls"], { ...scene.io, columns: 70 })).out).toContain("1 damaged, from a7a7a7a7 ");
  expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(80);
});

test("what a state told in fewer words leaves free, the title has", async () => {
  const scene = reshapeHome();
  await scene.run("compress", weaveId, "--keep-turns", "1");
  await scene.run("title", weaveId, "Six rows of red and white and blue");
  const { out } = await clew(["ls"], { ...scene.io, columns: 80 });
  expect(out).toContain(" compressed from a7a7a7a7  Weave row 1.\n");
  expect(out).toContain("  Six rows of red and white …\n");
});

test("a search tells a session from what was made of it", async () => {
  const scene = reshapeHome();
  await scene.json("clone", weaveId);
  const { out } = await scene.run("search", "--no-index", "weave");
  const heads = out.split("\n").filter((line) => line.startsWith("Weave row 1."));
  expect(heads.toSorted()).toEqual([
    "Weave row 1.  loom, 14 d ago",
    "Weave row 1.  loom, 14 d ago, cloned from a7a7a7a7",
  ]);
});

test("a terminal gets the history as a table that keeps to its width", async () => {
  const scene = reshapeHome();
  const { operation } = await scene.json("clone", weaveId);
  await scene.run("split", weaveId, "--at", "2");
  await scene.run("title", weaveId, "Rows of many colours, woven at night and by day");
  await scene.run("undo", String(operation));
  const { out } = await clew(["history"], { ...scene.io, isTerminal: true, columns: 80 });
  const [heading = "", clone = "", ...others] = out.trimEnd().split("\n");
  expect(heading.split(/ +/)).toEqual(["OPERATION", "AGE", "COMMAND", "SESSIONS", "WHAT"]);
  expect(clone).toMatch(/^[0-9a-f]{8} {3}just now {2}clone {4}a7a7a7a7 -> [0-9a-f]{8} +undone; 30 lines k.*…$/);
  expect(Math.max(...[clone, ...others].map(({ length }) => length))).toBeLessThanOrEqual(80);
});
