// Registry files, growth and age -> whether a session is in use, with the evidence; real processes, and a clock that stands still.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Liveness, type World, livenessOf, lookAtSession, openSource, rewrite } from "../../src/store/index.ts";
import { sessionId } from "../craft.ts";
import { type ScratchHome, cloneJob, scratchHome } from "./rewrite-home.ts";

const homes: ScratchHome[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const home of homes.splice(0)) home.remove();
});

function fresh(): ScratchHome {
  const home = scratchHome({ sidecars: "none" });
  homes.push(home);
  return home;
}

async function sleeper(): Promise<{ readonly pid: number; readonly start: string; readonly end: () => Promise<void> }> {
  const child = spawn("sleep", ["60"]);
  children.push(child);
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const gone = once(child, "exit");
  const end = async (): Promise<void> => {
    child.kill("SIGKILL");
    await gone;
  };
  return { pid, start: stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "", end };
}

function register(home: ScratchHome, pid: number, fields: object): void {
  mkdirSync(join(home.home, "sessions"), { recursive: true });
  const entry = { pid, sessionId, cwd: "/home/ada/loom", startedAt: Date.now(), ...fields };
  writeFileSync(join(home.home, "sessions", `${pid}.json`), JSON.stringify(entry));
}

const look = ({ path, world }: ScratchHome): Liveness => livenessOf(lookAtSession(path, world), world);
const kinds = ({ evidence }: Liveness): readonly string[] => evidence.map(({ kind }) => kind);
const isLinux = process.platform === "linux";

test("a session that nobody names and nobody touched for a day is not in use", () => {
  expect(look(fresh())).toEqual({ live: "no", evidence: [] });
});

test.runIf(isLinux)("a process that runs, with the start that the registry tells, has the session open", async () => {
  const home = fresh();
  const { pid, start } = await sleeper();
  register(home, pid, { procStart: start });
  expect(look(home)).toMatchObject({ live: "yes", evidence: [{ kind: "owner", pid }] });
});

test.runIf(isLinux)("another process with the same id is not the one that had the session open", async () => {
  const home = fresh();
  const { pid, start } = await sleeper();
  register(home, pid, { procStart: String(Number(start) - 1) });
  expect(look(home)).toMatchObject({ live: "no", evidence: [{ kind: "owner-gone" }] });
});

test.runIf(isLinux)("where the registry tells no start, a process that began after it is another one", async () => {
  const home = fresh();
  const { pid } = await sleeper();
  register(home, pid, { startedAt: Date.now() - 3_600_000 });
  expect(kinds(look(home))).toEqual(["owner-gone"]);
  register(home, pid, {});
  expect(kinds(look(home))).toEqual(["owner"]);
});

test.runIf(isLinux)("a process that has ended leaves a registry file that says nothing of use", async () => {
  const home = fresh();
  const { pid, start, end } = await sleeper();
  register(home, pid, { procStart: start });
  await end();
  utimesSync(home.path, home.world.nowMs() / 1000, home.world.nowMs() / 1000);
  expect(look(home)).toMatchObject({ live: "no", evidence: [{ kind: "owner-gone" }] });
});

test.runIf(isLinux)("process ids of another place mean nothing here", async () => {
  const home = fresh();
  const { pid, start } = await sleeper();
  register(home, pid, { procStart: start, pidDomain: "linux:elsewhere:pid:[1]" });
  expect(look(home)).toMatchObject({ live: "no", evidence: [{ kind: "owner-elsewhere" }] });
});

test.runIf(isLinux)(
  "a client of a version that goes on naming its first session may have any of its folder open",
  async () => {
    const home = fresh();
    const { pid } = await sleeper();
    register(home, pid, { sessionId: "another" });
    expect(look(home)).toEqual({ live: "no", evidence: [] });
    // A second, for file times are told as fractions and may lose a millisecond.
    const writtenMs = Date.now() + 1000;
    utimesSync(home.path, new Date(writtenMs), new Date(writtenMs));
    const later: World = { ...home.world, nowMs: () => Date.now() + 3_600_000 };
    expect(look({ ...home, world: later })).toMatchObject({ live: "maybe", evidence: [{ kind: "neighbour", pid }] });
  },
);

test("a file that grows between two looks is in use, whatever its time says", () => {
  const home = fresh();
  let waitedMs = 0;
  const world: World = {
    ...home.world,
    pause(ms) {
      waitedMs += ms;
      appendFileSync(home.path, "{}\n");
      utimesSync(home.path, 1, 1);
    },
  };
  expect(look({ ...home, world })).toMatchObject({ live: "yes", evidence: [{ kind: "grew" }] });
  expect(waitedMs).toBe(1000);
});

test.each([
  { why: "nobody changed it for five seconds", changed: 5000, modified: 5000, waited: 0 },
  { why: "it was changed a moment ago, and given an old time", changed: 4999, modified: 86_400_000, waited: 1000 },
  { why: "its time says that it was written a moment ago", changed: 86_400_000, modified: 4999, waited: 1000 },
  { why: "the system notes no changes", changed: Infinity, modified: 86_400_000, waited: 1000 },
  { why: "its last change is still to come", changed: -60_000, modified: 86_400_000, waited: 1000 },
])("where $why, the second look comes after $waited ms", ({ changed, modified, waited }) => {
  const home = fresh();
  let waitedMs = 0;
  const before = (ms: number): bigint => (ms === Infinity ? 0n : BigInt(home.world.nowMs() - ms) * 1_000_000n);
  const world: World = {
    ...home.world,
    disk: {
      ...home.world.disk,
      look(path) {
        const facts = home.world.disk.look(path);
        return facts && { ...facts, changedNs: before(changed), modifiedNs: before(modified) };
      },
    },
    pause: (ms) => void (waitedMs += ms),
  };
  livenessOf(lookAtSession(home.path, world), world);
  expect(waitedMs).toBe(waited);
});

test("a quiet file that changes while the work is done is in use", () => {
  const home = fresh();
  const late: World = { ...home.world, nowMs: () => Date.now() + 3_600_000 };
  const first = lookAtSession(home.path, late);
  appendFileSync(home.path, "{}\n");
  expect(livenessOf(first, late)).toMatchObject({ live: "yes", evidence: [{ kind: "grew" }] });
});

test("a file that is cut between two looks is in use", () => {
  const home = fresh();
  const world: World = { ...home.world, pause: () => writeFileSync(home.path, "") };
  expect(look({ ...home, world })).toMatchObject({ live: "yes", evidence: [{ kind: "changed" }] });
});

test("a file written to a moment ago may be in use when no registry names it, and a person may overrule that", () => {
  const home = fresh();
  const seconds = home.world.nowMs() / 1000 - 50;
  utimesSync(home.path, seconds, seconds);
  expect(look(home)).toMatchObject({ live: "maybe", evidence: [{ kind: "fresh", ageMs: 50_000 }] });
  const opened = openSource(home.path, home.world);
  expect(() => rewrite(cloneJob(opened, home), home.world)).toThrow(
    / was written to 51 s ago, and nobody is seen to have it open$/,
  );
  expect(rewrite({ ...cloneJob(opened, home), inUse: "overrule" }, home.world).ok).toBe(true);
  opened.close();
  utimesSync(home.path, seconds - 20, seconds - 20);
  expect(look(home).live).toBe("no");
});

test.runIf(isLinux)("what has an owner cannot be overruled", async () => {
  const home = fresh();
  const { pid, start } = await sleeper();
  register(home, pid, { procStart: start });
  const opened = openSource(home.path, home.world);
  expect(() => rewrite({ ...cloneJob(opened, home), inUse: "overrule" }, home.world)).toThrow(
    /process \d+ has it open/,
  );
  opened.close();
});

test("registry files that are torn, foreign or odd are passed over", () => {
  const home = fresh();
  register(home, 1, {});
  for (const [name, content] of [
    ["2.json", '{"pid":2,"sess'],
    ["3.json", "[]"],
    ["x.json", "{}"],
    ["4.key", "secret"],
    ["5.json", '{"sessionId":5}'],
  ] as const)
    writeFileSync(join(home.home, "sessions", name), content);
  mkdirSync(join(home.home, "sessions", "6.json"));
  expect(kinds(look(home)).filter((kind) => !kind.startsWith("owner"))).toEqual([]);
});

test("what clew itself wrote a moment ago is not in use, until somebody adds to it", () => {
  const home = fresh();
  const { world } = home;
  const opened = openSource(home.path, world);
  const done = rewrite(cloneJob(opened, home), world);
  opened.close();
  const made = done.ok ? (done.results[0]?.path ?? "") : "";
  expect(livenessOf(lookAtSession(made, world), world)).toEqual({ live: "no", evidence: [] });
  appendFileSync(made, "{}\n");
  expect(kinds(livenessOf(lookAtSession(made, world), world))).toEqual(["fresh"]);
});
