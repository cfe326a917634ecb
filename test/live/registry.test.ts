// Files of a registry and processes -> who has a session open; every file may be torn, stale or somebody else's.
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Processes, nodeLiveDisk, ownerOf, readRegistry } from "../../src/live/index.ts";

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(join(tmpdir(), "clew-registry-"));
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const processes: Processes = {
  ownPid: 1,
  domain: () => "here",
  running: (pid) => (pid === 7 ? { start: "100", startedMs: 5000 } : undefined),
};

function put(pid: number | string, raw: object | string): void {
  fs.mkdirSync(join(home, "sessions"), { recursive: true });
  fs.writeFileSync(join(home, "sessions", `${pid}.json`), typeof raw === "string" ? raw : JSON.stringify(raw));
}

const read = () => readRegistry(home, nodeLiveDisk, processes);
const owner = () => ownerOf(read(), "S").kind;

test("a home without a registry says so", () => {
  expect([read().exists, owner()]).toEqual([false, "no-registry"]);
});

test("a process that runs since the time it wrote has the session open", () => {
  put(7, { sessionId: "s", procStart: "100", status: "waiting", waitingFor: "permission prompt", statusUpdatedAt: 9 });
  expect(owner()).toBe("running");
  expect(read().entries[0]).toMatchObject({
    status: "waiting",
    waitingFor: "permission prompt",
    statusAtMs: 9,
    pid: 7,
  });
});

test.each([
  { which: "whose id another process has now", raw: { sessionId: "s", procStart: "99" }, pid: 7, kind: "gone" },
  { which: "that is no more", raw: { sessionId: "s", procStart: "100" }, pid: 8, kind: "gone" },
  { which: "of an old version, started in time,", raw: { sessionId: "s", startedAt: 5100 }, pid: 7, kind: "running" },
  { which: "of an old version, started later,", raw: { sessionId: "s", startedAt: -9000 }, pid: 7, kind: "gone" },
  { which: "seen from elsewhere", raw: { sessionId: "s", pidDomain: "there" }, pid: 7, kind: "elsewhere" },
  { which: "with another session", raw: { sessionId: "other", procStart: "100" }, pid: 7, kind: "not-listed" },
])("a process $which is $kind", ({ raw, pid, kind }) => {
  put(pid, raw);
  expect(owner()).toBe(kind);
});

test("a file that a killed client left does not hide the client that runs", () => {
  put(8, { sessionId: "s", procStart: "50", statusUpdatedAt: 99 });
  put(7, { sessionId: "s", procStart: "100", statusUpdatedAt: 1 });
  expect(owner()).toBe("running");
});

test("torn, foreign and wild files are no trouble, and torn ones are told", () => {
  put(7, '{"sessionId":');
  put(9, "");
  put("7.abcdef.key", "secret");
  put("x", { sessionId: "s" });
  put(10, "[1]");
  fs.mkdirSync(join(home, "sessions", "11.json"));
  fs.symlinkSync(join(home, "sessions", "7.json"), join(home, "sessions", "12.json"));
  const { exists, entries, torn } = read();
  expect([exists, entries, torn.toSorted((a, b) => a - b)]).toEqual([true, [], [7, 9, 10]]);
});

test.each([9e15, 1e300, -9e15, 1_763_000_000_000_000_000, 0])(
  "%d is no time, and the rest of its file holds",
  (odd) => {
    put(7, { sessionId: "s", procStart: "100", status: "idle", statusUpdatedAt: odd, updatedAt: odd, startedAt: odd });
    expect(read().entries).toMatchObject([{ status: "idle", statusAtMs: undefined, startedMs: undefined }]);
  },
);
