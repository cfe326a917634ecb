// Operations -> their history, and each of them undone: what was made goes to the trash, what was deleted comes back byte for byte.
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type World, historyOf, moveToTrash, openSource, readLineage, rewrite, undo } from "../../src/store/index.ts";
import { sessionId } from "../craft.ts";
import { type ScratchHome, cloneJob, filesBelow, newId, freshHomes, withSource } from "./rewrite-home.ts";

const fresh = freshHomes();

function cloned(home: ScratchHome, to = newId): string {
  const done = withSource(home, (opened) => rewrite(cloneJob(opened, home, { to }), home.world));
  if (!done.ok) throw new Error(done.reasons.join());
  return done.op;
}

const deleted = (home: ScratchHome, world = home.world): string =>
  moveToTrash({ command: "delete", args: [sessionId], paths: [home.path], inUse: "refuse" }, world).record.op;

const undone = (op: string, world: World): string => undo({ op, args: [op] }, world).record.op;

test("a record tells what was done, of what, and what came of it", () => {
  const home = fresh();
  const op = cloned(home);
  const [record] = readLineage(home.world);
  expect(record).toMatchObject({
    op,
    time: "2026-01-03T00:00:01.000Z",
    command: "clone",
    args: [sessionId],
    sources: [{ path: home.path, sessionId, sizeBytes: statSync(home.path).size }],
    results: [{ path: join(home.folder, `${newId}.jsonl`), sessionId: newId }],
    ledger: { kept: 0, changed: 9, dropped: 0, added: 0 },
  });
});

test("a history that was torn, repeated or added to by a stranger is still read", () => {
  const home = fresh();
  const op = cloned(home);
  const path = join(home.world.dataDir, "lineage.jsonl");
  const [line = ""] = readFileSync(path, "utf8").split("\n");
  writeFileSync(
    path,
    `${line}\n${line}\nnot json\n{"op":5}\n{"op":"x","command":"later","new":{"field":1}}\n{"op":"torn`,
  );
  expect(readLineage(home.world).map((one) => one.op)).toEqual([op, "x"]);
  cloned(home, newId.replace("9", "7"));
  expect(readLineage(home.world)).toHaveLength(3);
});

test("history knows the sessions that one came from and those that came from it", () => {
  const home = fresh();
  const file = (id: string) => ({ path: `/${id}`, sessionId: id, sha256: "", sizeBytes: 0 });
  const operation = (from: string, to: string) => ({
    op: `${from}-${to}`,
    time: "",
    command: "clone",
    args: [],
    sources: [file(from)],
    results: [file(to)],
  });
  const all = [operation("a", "b"), operation("b", "c"), operation("c", "d"), operation("d", "a"), operation("x", "y")];
  const { own, ancestors, descendants } = historyOf("c", all);
  const ops = (list: readonly { readonly op: string }[]) => list.map(({ op }) => op);
  expect(ops(own)).toEqual(["b-c", "c-d"]);
  expect(ops(ancestors)).toEqual(["a-b", "d-a"]);
  expect(ops(descendants)).toEqual(["a-b", "d-a"]);
  expect(historyOf(sessionId, readLineage(home.world)).own).toEqual([]);
});

test("undoing a clone moves it to the trash with all that belongs to it, and can be told from the record", () => {
  const home = fresh();
  const before = filesBelow(home.home);
  const op = cloned(home);
  const by = undone(op, home.world);
  expect(filesBelow(home.home)).toEqual(before);
  expect(existsSync(join(home.folder, newId))).toBe(false);
  expect(readLineage(home.world).find((one) => one.op === op)?.undoneBy).toBe(by);
  expect(Object.keys(filesBelow(join(home.world.dataDir, "trash", by)))).toContain(
    join("projects", "-home-ada-loom", `${newId}.jsonl`),
  );
});

test("a result that somebody went on with is not undone", () => {
  const home = fresh();
  const op = cloned(home);
  appendFileSync(join(home.folder, `${newId}.jsonl`), "{}\n");
  const before = filesBelow(home.home);
  expect(() => undone(op, home.world)).toThrow(/was changed since/);
  expect(filesBelow(home.home)).toEqual(before);
});

test("what was undone, what is an undo, and what is unknown is not undone", () => {
  const home = fresh();
  const op = cloned(home);
  const by = undone(op, home.world);
  expect(() => undone(op, home.world)).toThrow(/undone already/);
  expect(() => undone(by, home.world)).toThrow(/itself an undo/);
  expect(() => undone("ffffffff-0000", home.world)).toThrow(/no operation/);
});

test("a deleted session is gone with all that belongs to it, and undo brings back every byte and time", () => {
  const home = fresh();
  const before = filesBelow(home.home);
  const times = Object.keys(before).map((path) => statSync(join(home.home, path)).mtimeMs);
  const op = deleted(home);
  expect(Object.keys(filesBelow(home.home))).toEqual([join("projects", "-home-ada-loom", "agent-00000000.jsonl")]);
  expect(existsSync(join(home.folder, sessionId))).toBe(false);
  undone(op, home.world);
  expect(filesBelow(home.home)).toEqual(before);
  expect(Object.keys(before).map((path) => statSync(join(home.home, path)).mtimeMs)).toEqual(times);
  expect(existsSync(join(home.world.dataDir, "trash", op))).toBe(false);
});

/** As if the data folder stood on another disk. */
const farWorld = (world: World): World => ({
  ...world,
  disk: {
    ...world.disk,
    link(from, to) {
      const isFar = (path: string): boolean => path.startsWith(world.dataDir);
      if (isFar(from) !== isFar(to)) throw Object.assign(new Error("far"), { code: "EXDEV" });
      world.disk.link(from, to);
    },
  },
});

test("on another disk a deleted session is copied, and comes back the same way", () => {
  const home = fresh();
  const world = farWorld(home.world);
  const before = filesBelow(home.home);
  const op = deleted(home, world);
  expect(existsSync(home.path)).toBe(false);
  undone(op, world);
  expect(filesBelow(home.home)).toEqual(before);
  expect(statSync(home.path).mtimeMs).toBeCloseTo(Date.UTC(2026, 0, 2), 0);
  expect(filesBelow(join(home.world.dataDir, "trash"))).toEqual({});
});

test("nothing comes back over a file that stands there by now", () => {
  const home = fresh();
  const op = deleted(home);
  writeFileSync(home.path, "another\n");
  const held = filesBelow(join(home.world.dataDir, "trash", op));
  expect(() => undone(op, home.world)).toThrow(/exists already/);
  expect(readFileSync(home.path, "utf8")).toBe("another\n");
  expect(filesBelow(join(home.world.dataDir, "trash", op))).toEqual(held);
});

test("a session that is read by somebody else meanwhile is not lost by deleting it", () => {
  const home = fresh();
  const opened = openSource(home.path, home.world);
  const op = deleted(home);
  appendFileSync(join(home.world.dataDir, "trash", op, "projects", "-home-ada-loom", `${sessionId}.jsonl`), "{}\n");
  undone(op, home.world);
  opened.close();
  expect(readFileSync(home.path, "utf8").endsWith("{}\n")).toBe(true);
});

test("a live session is not deleted", () => {
  const home = fresh();
  const world: World = { ...home.world, pause: () => appendFileSync(home.path, "{}\n") };
  const before = Object.keys(filesBelow(home.home));
  expect(() => deleted(home, world)).toThrow(/is in use/);
  expect(Object.keys(filesBelow(home.home))).toEqual(before);
  expect(existsSync(join(home.world.dataDir, "trash"))).toBe(false);
});
