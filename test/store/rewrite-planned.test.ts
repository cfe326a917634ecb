// A plan of the engine's -> written, read back and judged; or only rehearsed, and then nothing of it stays.
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type EntryId, isEntryId } from "../../src/format/index.ts";
import { type Plan, type Supply, ledgerOf, planClone } from "../../src/reshape/index.ts";
import {
  type OpenSource,
  openSource,
  plannedResult,
  rehearse,
  requestOf,
  rewrite,
  sentOf,
} from "../../src/store/index.ts";
import { sessionId } from "../craft.ts";
import { type ScratchHome, filesBelow, newId, freshHomes, withSource } from "./rewrite-home.ts";
import { cloneByThread } from "./rewrite-threaded.ts";

const fresh = freshHomes();

function newUuid(): EntryId {
  const id: unknown = randomUUID();
  if (!isEntryId(id)) throw new Error("no id");
  return id;
}

const supply: Supply = { newUuid, now: () => "2026-01-03T00:00:00.000Z" };

function clonePlan(opened: OpenSource): Plan {
  const planned = planClone(opened.source, supply);
  if (!planned.ok) throw new Error(planned.problem);
  return planned.plan;
}

function jobOf(opened: OpenSource, home: ScratchHome, plan = clonePlan(opened)) {
  const target = { sessionId: newId, folder: home.folder, home: home.home };
  return plannedResult({ plan, opened, target, uuids: "fresh", promise: "same" });
}

const rewritten = (opened: OpenSource, home: ScratchHome, plan = clonePlan(opened)) =>
  rewrite(
    { command: "clone", args: [], ledger: ledgerOf(plan), inUse: "refuse", results: [jobOf(opened, home, plan)] },
    home.world,
  );

test("a planned clone sends what its source sends, under new ids, its agents' logs included", () => {
  const home = fresh();
  const before = withSource(home, (opened) => {
    expect(rewritten(opened, home)).toMatchObject({ ok: true });
    return requestOf(opened);
  });
  const path = join(home.folder, `${newId}.jsonl`);
  const after = openSource(path, home.world);
  expect(requestOf(after)).toEqual(before);
  after.close();
  for (const file of [path, join(home.folder, newId, "subagents", "agent-a1b2c3d.jsonl")]) {
    const first: unknown = JSON.parse(readFileSync(file, "utf8").split("\n")[0] ?? "");
    expect(first).toMatchObject({ sessionId: newId, forkedFrom: { sessionId } });
  }
});

test("a plan that loses lines is not published, and the reasons are told", () => {
  const home = fresh();
  const before = filesBelow(home.home);
  const done = withSource(home, (opened) =>
    rewritten(opened, home, { placed: [{ kind: "kept", first: 1, last: 2 }], dropped: [], steps: [] }),
  );
  expect(done.ok).toBe(false);
  expect(done.ok ? [] : done.reasons.join("\n")).toContain("not the 9 lines of the source");
  expect(filesBelow(home.home)).toEqual(before);
});

test("what is said is weighed only for a plan that owes it, and then what is lost is told", () => {
  const home = fresh();
  const target = { sessionId: newId, folder: home.folder, home: home.home };
  const placed = [{ kind: "kept", first: 1, last: 8 }] as const;
  const shorter: Plan = { placed, dropped: [{ line: 9, reason: "x", setAside: false }], steps: [] };
  const reasons = (opened: OpenSource, plan: Plan) => {
    const job = plannedResult({ plan, opened, target, uuids: "fresh" });
    return rehearse(job, home.world, (after) => [...job.judge(after), sentOf(after).said === undefined]);
  };
  const told = withSource(home, (opened) => [
    reasons(opened, shorter),
    reasons(opened, { ...shorter, owed: { but: 0 } }),
    reasons(opened, { ...shorter, owed: { but: 1 } }),
  ]);
  expect(told[0]).toEqual([true]);
  expect(told[1]).toEqual([expect.stringMatching(/^1 of \d+ blocks that the source sends would not be sent/), false]);
  expect(told[2]).toEqual([false]);
});

test("a rehearsal shows the result and leaves nothing behind", () => {
  const home = fresh();
  const before = filesBelow(home.root);
  const seen = withSource(home, (opened) =>
    rehearse(jobOf(opened, home), home.world, (after) => ({
      id: after.place.sessionId,
      lines: after.lineCount,
      isSame: JSON.stringify(requestOf(after)) === JSON.stringify(requestOf(opened)),
    })),
  );
  expect(seen).toEqual({ id: newId, lines: 9, isSame: true });
  expect(filesBelow(home.root)).toEqual(before);
  expect(existsSync(join(home.world.dataDir, "rehearsal"))).toBe(false);
});

test("a rehearsal leaves what a killed run was about to make to the next run that writes", () => {
  const home = fresh();
  const made = { path: join(home.folder, `${newId}.jsonl`), temp: join(home.folder, ".clew-killed.tmp") };
  writeFileSync(made.temp, "half");
  const op = "11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
  const killed = { pid: 2 ** 22 + 1, started: "1", domain: undefined };
  const intent = { op, owner: killed, startedMs: 0, mains: [made], files: [], folders: [], takes: [], emptied: [] };
  mkdirSync(join(home.world.dataDir, "intents"), { recursive: true });
  writeFileSync(join(home.world.dataDir, "intents", `${op}.jsonl`), `${JSON.stringify(intent)}\n`);
  const before = filesBelow(home.root);
  withSource(home, (opened) => rehearse(jobOf(opened, home), home.world, () => undefined));
  expect(filesBelow(home.root)).toEqual(before);
  withSource(home, (opened) => rewritten(opened, home));
  expect(existsSync(made.temp)).toBe(false);
});

/** As a large result is: read back by a second thread while it is written. */
const threaded = (home: ScratchHome): ScratchHome => ({ ...home, world: { ...home.world, threadBytes: 0 } });

test("a result that a second thread reads back is the one that is read back here", () => {
  const [here, there] = [fresh(), fresh()];
  const one = withSource(here, (opened) => rewritten(opened, here));
  const other = withSource(there, (opened) => rewritten(opened, threaded(there)));
  expect([one.ok, other.ok]).toEqual([true, true]);
  const [mine, theirs] = [here, there].map(({ folder }) => readFileSync(join(folder, `${newId}.jsonl`), "utf8"));
  expect(theirs).toBe(mine);
});

test("what a second thread has read back is not read here once more", () => {
  const home = fresh();
  const read: string[] = [];
  const { disk } = home.world;
  const open: typeof disk.open = (path, mode) => {
    if (mode === "read") read.push(path);
    return disk.open(path, mode);
  };
  cloneByThread(home, { ...home.world, disk: { ...disk, open } });
  expect(existsSync(join(home.folder, `${newId}.jsonl`))).toBe(true);
  expect(read).toContain(home.path);
  expect(read.filter((path) => path.endsWith(".tmp"))).toEqual([]);
});

test("a second thread lets nothing pass that is worse than its source", () => {
  const home = fresh();
  const before = filesBelow(home.home);
  const lost = withSource(home, (opened) =>
    rewritten(opened, threaded(home), { placed: [{ kind: "kept", first: 1, last: 2 }], dropped: [], steps: [] }),
  );
  expect(lost.ok ? [] : lost.reasons.join("\n")).toContain("not the 9 lines of the source");
  const other = withSource(home, (opened) => {
    const { leaf } = opened.source.session.conversation;
    const line = leaf?.line ?? 1;
    const changes = [{ op: "set", path: ["message", "content"], value: "something else" }] as const;
    const placed = [
      { kind: "kept", first: 1, last: line - 1 },
      { kind: "changed", line, changes },
      { kind: "kept", first: line + 1, last: opened.lineCount },
    ] as const;
    return rewritten(opened, threaded(home), { placed, dropped: [], steps: [] });
  });
  expect(other.ok ? [] : other.reasons.join("\n")).toContain("the request is not as promised");
  expect(filesBelow(home.home)).toEqual(before);
});
