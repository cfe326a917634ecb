// Sessions -> complete copies that outlive the client's cleanup, brought up to date and put back; titles of clew's own and of the client's.
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type World,
  keepSession,
  keptSessions,
  openSummary,
  readTitles,
  restoreSession,
  setTitle,
  undo,
} from "../../src/store/index.ts";
import { sessionId } from "../craft.ts";
import { type ScratchHome, filesBelow, hashOf, modeOf, put, freshHomes, writtenMs } from "./rewrite-home.ts";

const fresh = freshHomes();

const keep = (home: ScratchHome, world = home.world) => keepSession({ path: home.path, args: [] }, world);
const restore = (home: ScratchHome) => restoreSession({ sessionId, args: [] }, home.world);
const keptPath = ({ world }: ScratchHome): string =>
  join(world.dataDir, "kept", sessionId, "projects", "-home-ada-loom", `${sessionId}.jsonl`);

/** As the client does after thirty days. */
function cleanedByClient(home: ScratchHome): void {
  rmSync(home.path);
  for (const folder of [join(home.folder, sessionId), join(home.home, "file-history"), join(home.home, "tasks")])
    rmSync(folder, { recursive: true });
}

test("a kept session is complete, laid out like a config home, and for its owner alone", () => {
  const home = fresh();
  const before = filesBelow(home.home);
  const { folder, copied, unchanged, live } = keep(home);
  expect({ copied, unchanged, live }).toEqual({ copied: 10, unchanged: 0, live: [] });
  const { "manifest.jsonl": _, ...held } = filesBelow(folder);
  const { [join("projects", "-home-ada-loom", "agent-00000000.jsonl")]: __, ...own } = before;
  expect(held).toEqual(own);
  expect(filesBelow(home.home)).toEqual(before);
  expect(modeOf(keptPath(home))).toBe(0o600);
  expect(keptSessions(home.world)).toMatchObject([{ sessionId, path: home.path, files: 10 }]);
});

test("keeping again copies only what changed", () => {
  const home = fresh();
  keep(home);
  expect(keep(home)).toMatchObject({ copied: 0, unchanged: 10 });
  put(home.path, `${readFileSync(home.path, "utf8")}{"type":"mode"}\n`);
  expect(keep(home)).toMatchObject({ copied: 1, unchanged: 9 });
  expect(hashOf(keptPath(home))).toBe(hashOf(home.path));
});

test("a live session is kept up to its last whole line, and that is said", () => {
  const home = fresh();
  const whole = readFileSync(home.path, "utf8");
  let grown = 0;
  const world: World = { ...home.world, pause: () => appendFileSync(home.path, `{"torn":${(grown += 1)}`) };
  expect(keep(home, world).live).toMatchObject([{ kind: "grew" }]);
  expect(readFileSync(keptPath(home), "utf8")).toBe(whole);
  appendFileSync(home.path, "}\n");
  expect(keep(home).copied).toBe(1);
  expect(readFileSync(keptPath(home), "utf8")).toBe(`${whole}{"torn":1}\n`);
});

test("a restored session stands where it stood, with a fresh time, and the copy stays", () => {
  const home = fresh();
  const before = filesBelow(home.home);
  keep(home);
  cleanedByClient(home);
  restore(home);
  expect(filesBelow(home.home)).toEqual(before);
  expect(statSync(home.path).mtimeMs).toBeGreaterThan(writtenMs);
  expect(hashOf(keptPath(home))).toBe(hashOf(home.path));
  appendFileSync(home.path, "{}\n");
  expect(hashOf(keptPath(home))).not.toBe(hashOf(home.path));
});

test("restoring never writes over a file, and then restores nothing at all", () => {
  const home = fresh();
  keep(home);
  cleanedByClient(home);
  const other = join(home.home, "tasks", sessionId, "1.json");
  put(other, "changed since");
  const before = filesBelow(home.home);
  expect(() => restore(home)).toThrow(/1\.json exists already/);
  expect(filesBelow(home.home)).toEqual(before);
});

test("a kept copy that is not what was kept is not restored", () => {
  const home = fresh();
  keep(home);
  cleanedByClient(home);
  writeFileSync(keptPath(home), "something else\n");
  expect(() => restore(home)).toThrow(/its hash differs/);
  expect(() => restoreSession({ sessionId: "../../etc", args: [] }, home.world)).toThrow(/no session .* is kept/);
});

test("undoing a keep moves the copy to the trash, undoing a restore the restored session", () => {
  const home = fresh();
  const { folder, record } = keep(home);
  cleanedByClient(home);
  const { record: restored } = restore(home);
  undo({ op: restored.op, args: [] }, home.world);
  expect(existsSync(home.path)).toBe(false);
  undo({ op: record?.op ?? "", args: [] }, home.world);
  expect(existsSync(folder)).toBe(false);
  const trash = Object.keys(filesBelow(join(home.world.dataDir, "trash")));
  expect(trash.filter((path) => path.endsWith(`${sessionId}.jsonl`))).toHaveLength(2);
});

test("a copy that was brought up to date is not undone halfway", () => {
  const home = fresh();
  keep(home);
  put(home.path, `${readFileSync(home.path, "utf8")}{}\n`);
  const { record } = keep(home);
  expect(() => undo({ op: record?.op ?? "", args: [] }, home.world)).toThrow(/undo the first `keep`/);
});

type Title = { readonly title: string; readonly where?: "note" | "log"; readonly world?: World };
const title = (home: ScratchHome, { title: words, where = "note", world = home.world }: Title) =>
  setTitle({ path: home.path, title: words, where, command: "title", args: [words] }, world).record;

test("the last of clew's own titles wins, and undo brings back the one before", () => {
  const home = fresh();
  const log = hashOf(home.path);
  const first = title(home, { title: "Loom" });
  const second = title(home, { title: "Shuttle" });
  expect(readTitles(home.world).get(sessionId)).toBe("Shuttle");
  expect(() => undo({ op: first.op, args: [] }, home.world)).toThrow(/the title is "Shuttle" by now/);
  undo({ op: second.op, args: [] }, home.world);
  expect(readTitles(home.world).get(sessionId)).toBe("Loom");
  undo({ op: first.op, args: [] }, home.world);
  expect(readTitles(home.world).has(sessionId)).toBe(false);
  expect(hashOf(home.path)).toBe(log);
});

test("a title in the log is the client's own line, appended behind a whole line", () => {
  const home = fresh();
  const before = readFileSync(home.path, "utf8");
  writeFileSync(home.path, `${before}{"torn`);
  put(home.path, readFileSync(home.path));
  title(home, { title: "Löom", where: "log" });
  expect(readFileSync(home.path, "utf8")).toBe(
    `${before}{"torn\n{"type":"custom-title","customTitle":"Löom","sessionId":"${sessionId}"}\n`,
  );
  const { summary, close } = openSummary(home.path);
  close();
  expect(summary.description.title).toBe("Löom");
});

test("a title in the log is undone by the one before it, and never by cutting the log", () => {
  const home = fresh();
  const first = title(home, { title: "Loom", where: "log" });
  put(home.path, readFileSync(home.path));
  expect(() => undo({ op: first.op, args: [] }, home.world)).toThrow(/a line is never taken out of a log/);
  const second = title(home, { title: "Shuttle", where: "log" });
  put(home.path, readFileSync(home.path));
  undo({ op: second.op, args: [] }, home.world);
  expect(readFileSync(home.path, "utf8").trim().split("\n").at(-1)).toContain('"customTitle":"Loom"');
});

test("a live log gets no title", () => {
  const home = fresh();
  const world: World = { ...home.world, pause: () => appendFileSync(home.path, "{}\n") };
  expect(() => title(home, { title: "Loom", where: "log", world })).toThrow(/is in use/);
  expect(readFileSync(home.path, "utf8")).not.toContain("custom-title");
});
