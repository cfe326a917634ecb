// Clocks before 1970, standing still, running backwards or far ahead -> every operation ends, and does its work.
import { lutimesSync, lstatSync } from "node:fs";
import { expect, test } from "vitest";
import { type World, WorldError, moveToTrash, undo } from "../../src/store/index.ts";
import { pause } from "../../src/store/rewrite/pause.ts";
import { failureOf } from "./rewrite-faults.ts";
import { filesBelow, freshHomes } from "./rewrite-home.ts";
import { type Doing, isOperation, operations } from "./rewrite-operations.ts";

const fresh = freshHomes();
const dayMs = 86_400_000;

/** Each from its first moment on. */
const clocks: Readonly<Record<string, () => () => number>> = {
  "before 1970": () => () => -dayMs,
  "standing still": () => () => Date.UTC(2026, 0, 3),
  "at zero": () => () => 0,
  "far in the future": () => () => Date.UTC(2300, 0, 1),
  "running backwards": () => {
    let now = Date.UTC(2026, 0, 3);
    return () => (now -= 1000);
  },
  "jumping back and forth": () => {
    let calls = 0;
    return () => Date.UTC(2026, 0, 3) + ((calls += 1) % 2 === 0 ? dayMs : -dayMs);
  },
};

const names = Object.keys(operations).filter(isOperation);
const pairs = Object.keys(clocks).flatMap((clock) => names.map((name) => [clock, name] as const));

test.each(pairs)("with a clock %s, %s ends: done, or refused for the file's time", (clock, name) => {
  const home = fresh();
  const doing: Doing = operations[name];
  const prepared = doing.prepare(home, home.world);
  const before = filesBelow(home.home);
  const waits: number[] = [];
  const nowMs = clocks[clock]?.() ?? Date.now;
  const world: World = { ...home.world, nowMs, pause: (ms) => void waits.push(ms) };
  const error = failureOf(() => doing.act(home, world, prepared));
  expect([undefined, "in-use"]).toContain(error instanceof WorldError ? error.code : error);
  expect(error === undefined ? before : filesBelow(home.home)).toEqual(before);
  expect(waits.every((ms) => ms <= 1000)).toBe(true);
});

/** A clock that is not sound is never slept on. */
const sleepless = { sleep: () => expect.unreachable("slept on a clock that is not sound") };

test("a wait ends on a clock that stands still, runs backwards or is before 1970", () => {
  let back = 0;
  let ahead = 0;
  pause(1000, { ...sleepless, nowMs: Date.now, monotonicMs: () => 5 });
  pause(1000, { ...sleepless, nowMs: Date.now, monotonicMs: () => (back -= 1) });
  pause(1000, { ...sleepless, nowMs: () => -dayMs, monotonicMs: () => (ahead += 1) });
  expect(ahead).toBeGreaterThanOrEqual(1000);
});

test("on a sound clock a wait sleeps", () => {
  const slept: number[] = [];
  let now = 0;
  pause(250, { nowMs: Date.now, monotonicMs: () => (now += 1), sleep: (ms) => void slept.push(ms) });
  expect(slept).toEqual([250]);
});

test("a log whose time is before 1970 comes back from the trash with that time", () => {
  const home = fresh();
  const before = new Date(Date.UTC(1961, 3, 12));
  lutimesSync(home.path, before, before);
  const { record } = moveToTrash({ command: "delete", args: [], paths: [home.path], inUse: "refuse" }, home.world);
  undo({ op: record.op, args: [] }, home.world);
  expect(lstatSync(home.path).mtimeMs).toBe(before.getTime());
  // From another disk it is copied, and the time is set.
  home.world.disk.setModified(home.path, BigInt(before.getTime() - 1000) * 1_000_000n);
  expect(lstatSync(home.path).mtimeMs).toBe(before.getTime() - 1000);
});
