// A session and what a plan renders -> a new session with all that belongs to it, or nothing at all; the source is never touched.
import { appendFileSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, expect, test } from "vitest";
import { WorldError, openSource, rewrite } from "../../src/store/index.ts";
import { sessionId } from "../craft.ts";
import {
  type HomeOptions,
  type ScratchHome,
  cloneJob,
  filesBelow,
  hashOf,
  modeOf,
  newId,
  put,
  renamed,
  scratchHome,
  withSource,
} from "./rewrite-home.ts";

const homes: ScratchHome[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) home.remove();
});

function fresh(options?: HomeOptions): ScratchHome {
  const home = scratchHome(options);
  homes.push(home);
  return home;
}

/** Without the new session, and without clew's own folder. */
function others(home: ScratchHome): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(filesBelow(home.home)).filter(([path]) => !path.includes(newId)));
}

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof WorldError) return error.code;
    throw error;
  }
};

test("a result stands complete beside its source, which has not changed", () => {
  const home = fresh();
  const before = filesBelow(home.home);
  const done = withSource(home, (opened) => rewrite(cloneJob(opened, home), home.world));
  expect(done.ok).toBe(true);
  expect(others(home)).toEqual(before);
  const path = join(home.folder, `${newId}.jsonl`);
  const source = readFileSync(home.path, "utf8");
  expect(readFileSync(path, "utf8")).toBe(source.replaceAll(sessionId, newId));
  expect(done).toMatchObject({ results: [{ path, sessionId: newId, sha256: hashOf(path) }] });
});

test("everything that belongs to the session comes along, under the new id", () => {
  const home = fresh();
  withSource(home, (opened) => rewrite(cloneJob(opened, home), home.world));
  const made = Object.keys(filesBelow(home.home)).filter((path) => path.includes(newId));
  const own = join("projects", "-home-ada-loom", newId);
  expect(made.sort()).toEqual(
    [
      join("file-history", newId, "0123456789abcdef@v1"),
      join("projects", "-home-ada-loom", `${newId}.jsonl`),
      join(own, "subagents", "agent-0badcafe.jsonl"),
      join(own, "subagents", "agent-a1b2c3d.jsonl"),
      join(own, "subagents", "agent-a1b2c3d.meta.json"),
      join(own, "tool-results", "b12345678.txt"),
      join("tasks", newId, "1.json"),
      join("todos", `${newId}-agent-${newId}.json`),
    ].sort(),
  );
  const agent = readFileSync(join(home.home, own, "subagents", "agent-0badcafe.jsonl"), "utf8");
  expect(agent).toContain(newId);
  expect(agent).not.toContain(sessionId);
});

test("what is made is for its owner alone, under any umask", () => {
  const home = fresh();
  const usual = process.umask(0o777);
  try {
    withSource(home, (opened) => rewrite(cloneJob(opened, home), home.world));
  } finally {
    process.umask(usual);
  }
  expect(modeOf(join(home.folder, `${newId}.jsonl`))).toBe(0o600);
  expect(modeOf(join(home.folder, newId))).toBe(0o700);
  expect(modeOf(join(home.folder, newId, "tool-results", "b12345678.txt"))).toBe(0o600);
  expect(modeOf(join(home.world.dataDir, "lineage.jsonl"))).toBe(0o600);
  expect(modeOf(home.world.dataDir)).toBe(0o700);
});

test("a result has the time at which it was made, not its source's", () => {
  const home = fresh();
  withSource(home, (opened) => rewrite(cloneJob(opened, home), home.world));
  const path = join(home.folder, `${newId}.jsonl`);
  expect(statSync(path).mtimeMs).toBeGreaterThan(statSync(home.path).mtimeMs);
});

test("a result that is judged wrong is not published, and nothing of it stays", () => {
  const home = fresh();
  const before = filesBelow(home.root);
  const done = withSource(home, (opened) => {
    const job = cloneJob(opened, home);
    const results = job.results.map((result) => ({ ...result, judge: () => ["a call has lost its result"] }));
    return rewrite({ ...job, results }, home.world);
  });
  expect(done).toEqual({ ok: false, reasons: ["a call has lost its result"] });
  expect(filesBelow(home.root)).toEqual(before);
});

test("the judge sees the result as it will stand there, agents included", () => {
  const home = fresh();
  let agents: readonly (string | undefined)[] = [];
  withSource(home, (opened) => {
    const job = cloneJob(opened, home);
    const results = job.results.map((result) => ({
      ...result,
      judge: (after: ReturnType<typeof openSource>) => {
        agents = after.source.session.agents.map(({ path }) => path);
        expect(after.place.sessionId).toBe(newId);
        return [];
      },
    }));
    return rewrite({ ...job, results }, home.world);
  });
  expect(agents).toContain(join(home.folder, newId, "subagents", "agent-a1b2c3d.jsonl"));
});

test("a source that grows while it is read is refused, and nothing stays", () => {
  const home = fresh();
  const opened = openSource(home.path, home.world);
  function* growing() {
    yield* renamed(opened.source.lines(1, opened.lineCount), newId);
    appendFileSync(home.path, "{}\n");
  }
  expect(codeOf(() => rewrite(cloneJob(opened, home, { pieces: growing() }), home.world))).toBe("in-use");
  opened.close();
  expect(Object.keys(filesBelow(home.root)).filter((path) => path.includes(newId) || path.includes(".tmp"))).toEqual(
    [],
  );
});

test("an agent's log that grows while it is copied is refused", () => {
  const home = fresh();
  const opened = openSource(home.path, home.world);
  const agent = join(home.folder, sessionId, "subagents", "agent-a1b2c3d.jsonl");
  function* growing() {
    yield* renamed(opened.source.lines(1, opened.lineCount), newId);
    appendFileSync(agent, "{}\n");
  }
  expect(codeOf(() => rewrite(cloneJob(opened, home, { pieces: growing() }), home.world))).toBe("changed");
  opened.close();
});

test("nothing is ever written over, not even what appears at the last moment", () => {
  const home = fresh();
  const path = join(home.folder, `${newId}.jsonl`);
  const opened = openSource(home.path, home.world);
  function* late() {
    yield* renamed(opened.source.lines(1, opened.lineCount), newId);
    writeFileSync(path, "somebody else's\n");
  }
  expect(codeOf(() => rewrite(cloneJob(opened, home, { pieces: late() }), home.world))).toBe("exists");
  expect(readFileSync(path, "utf8")).toBe("somebody else's\n");
  expect(codeOf(() => rewrite(cloneJob(opened, home), home.world))).toBe("exists");
  opened.close();
  expect(readFileSync(path, "utf8")).toBe("somebody else's\n");
});

test("without enough space nothing is begun, and the numbers are told", () => {
  const home = fresh();
  const before = filesBelow(home.root);
  const world = { ...home.world, disk: { ...home.world.disk, freeBytes: () => 32 * 1024 } };
  withSource(home, (opened) => {
    const work = () => rewrite(cloneJob(opened, home), world);
    expect(codeOf(work)).toBe("no-space");
    expect(work).toThrow(/\d+ KiB are needed, 32 KiB are free/);
  });
  expect(filesBelow(home.root)).toEqual(before);
});

test("below a home a link is no session, and outside what it leads to is", () => {
  const home = fresh();
  const inside = join(home.folder, `${newId}.jsonl`);
  symlinkSync(home.path, inside);
  expect(() => openSource(inside, home.world)).toThrow(/cannot read|changed/);
  const outside = join(home.root, "named.jsonl");
  symlinkSync(home.path, outside);
  const opened = openSource(outside, home.world);
  opened.close();
  expect(opened.place.path).toBe(home.path);
  expect(opened.sha256).toBe(hashOf(home.path));
});

test("lines that are set aside are found again with number, place, reason and bytes", () => {
  const home = fresh({ sidecars: "none" });
  const broken = Buffer.concat([Buffer.from('{"torn'), Buffer.from([0xff, 0xfe]), Buffer.from("\n")]);
  put(home.path, Buffer.concat([readFileSync(home.path), Buffer.from("// a remark\n"), broken]));
  const done = withSource(home, (opened) => {
    const job = cloneJob(opened, home, { pieces: renamed(opened.source.lines(1, 9), newId) });
    const setAside = [10, 11].map((line) => ({ line, reason: "damaged" }));
    const results = job.results.map((result) => ({
      ...result,
      sources: [{ ...result.sources[0], setAside }] as const,
    }));
    return rewrite({ ...job, results }, home.world);
  });
  const path = done.ok ? (done.record.setAside ?? "") : "";
  const records = readFileSync(path, "utf8").trim().split("\n");
  expect(records.map((line): unknown => JSON.parse(line))).toMatchObject([
    { line: 10, reason: "damaged", text: "// a remark\n" },
    { line: 11, reason: "damaged", base64: broken.toString("base64") },
  ]);
  expect(modeOf(path)).toBe(0o600);
});

test("two results of one operation are both there, or none is", () => {
  const home = fresh();
  const second = newId.replace("9999", "7777");
  const both = (judge: () => readonly string[]) =>
    withSource(home, (opened) => {
      const [first] = cloneJob(opened, home).results;
      const job = cloneJob(opened, home, { to: second });
      return rewrite(
        { ...job, results: [...(first ? [first] : []), ...job.results.map((one) => ({ ...one, judge }))] },
        home.world,
      );
    });
  const before = filesBelow(home.home);
  expect(both(() => ["no"]).ok).toBe(false);
  expect(filesBelow(home.home)).toEqual(before);
  const done = both(() => []);
  expect(done.ok && done.results.map(({ path }) => path)).toEqual(
    [newId, second].map((id) => join(home.folder, `${id}.jsonl`)),
  );
});
