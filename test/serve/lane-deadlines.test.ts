// Workers that really hang, block, crash, leak or never start: their own question fails, and no other one does.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { nodeClock } from "../../src/live/index.ts";
import { lane } from "../../src/serve/lane/lane.ts";
import { laneLimits } from "../../src/serve/lane/limits.ts";
import { laneNames } from "../../src/serve/lane/question.ts";
import { scratchFolder } from "../cli/tree.ts";
import { patientLimits, trialLane, trialProcess } from "./trial-lane.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `k${at}`);

/** Blocking for ever in a system call: nobody writes to this pipe. */
function pipe(): string {
  const path = join(scratchFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

const blocked = pipe();
const hangs = ["shared", "alone"].flatMap((work) => [
  { work, about: "hang", args: {} },
  { work, about: "block", args: { path: blocked } },
  { work, about: "wait-hang", args: { ms: "20" } },
]);
const workOf = (work: string): "shared" | "alone" => (work === "shared" ? "shared" : "alone");

// They mostly wait.
describe.concurrent("a worker that", () => {
  test.each(hangs)("hangs ($about, $work) holds up no other question", async ({ work, about, args }) => {
    const one = trialLane({ work: workOf(work) });
    await one.pid();
    let isHanging = true;
    void one.ask(about, args).finally(() => {
      isHanging = false;
    });
    expect(await Promise.all(keys(20).map((key) => one.ask("answer", { key })))).toEqual(keys(20));
    expect(isHanging).toBe(true);
    await one.lane.close();
  });

  test.each(hangs)("hangs ($about, $work) is replaced, and its question fails", async ({ work, about, args }) => {
    const one = trialLane({ work: workOf(work), deadlineMs: 1500 });
    const before = await one.pid();
    expect(await one.ask(about, args)).toBe("timeout");
    await vi.waitFor(() => expect(one.running()).toBe(one.started() - 1), { timeout: 50_000 });
    expect(await one.pid()).not.toBe(before);
  });

  test("hangs without a question of its own is replaced", async () => {
    const one = trialLane({ blockedMs: 1500 });
    await one.pid();
    expect(await one.ask("hang-later", { key: "answered" })).toBe("answered");
    expect(await one.ask("answer", { key: "next" })).toBe("next");
    await vi.waitFor(() => expect(one.running()).toBeLessThan(one.started()), { timeout: 50_000 });
  });

  test.each(["crash", "garbage"])("ends by itself (%s) fails its own question only", async (about) => {
    const one = trialLane();
    await one.pid();
    const crashed = one.ask(about);
    expect(await Promise.all(keys(10).map((key) => one.ask("answer", { key })))).toEqual(keys(10));
    expect(await crashed).toBe("failed");
  });

  test("throws behind its answer takes no other question along", async () => {
    const one = trialLane();
    await one.pid();
    const answers = keys(10).map((key, at) => one.ask(at === 3 ? "throw-later" : "answer", { key }));
    expect((await Promise.all(answers)).filter((answer) => answer === "failed").length).toBeLessThanOrEqual(1);
    expect(await one.ask("answer", { key: "next" })).toBe("next");
  });

  test("takes all its memory is replaced", async () => {
    const one = trialLane();
    const leaking = one.ask("leak");
    expect(await one.ask("answer", { key: "other" })).toBe("other");
    expect(await leaking).toBe("failed");
    expect(await one.ask("answer", { key: "after" })).toBe("after");
  });

  test("takes long, but not too long, is neither ended nor asked twice", async () => {
    const one = trialLane({ work: "alone", stallMs: 600_000 });
    const before = await one.pid();
    expect(await one.ask("busy", { ms: "800", key: "long" })).toBe("long");
    expect(await one.pid()).toBe(before);
    expect(one.started()).toBe(1);
  });

  test.each([
    { mode: "dies-at-start", startMs: 600_000, failure: "failed" },
    { mode: "never-ready", startMs: 300, failure: "timeout" },
  ])("never gets to work ($mode) is not started without end", async ({ mode, startMs, failure }) => {
    const one = trialLane({ startMs }, mode);
    const answers: string[] = [];
    while (answers.at(-1) !== "busy") answers.push(await one.ask("answer"));
    expect(new Set(answers)).toEqual(new Set([failure, "busy"]));
    expect(one.started()).toBeLessThan(12);
  });
});

describe.concurrent("a question that", () => {
  test("finds several workers hanging is answered by another one", async () => {
    const one = trialLane({ work: "alone", mostWorkers: 3 });
    void one.ask("hang");
    void one.ask("hang");
    expect(await one.ask("answer", { key: "other" })).toBe("other");
    await one.lane.close();
  });

  test("finds all workers hanging is answered when one was replaced", async () => {
    const one = trialLane({ work: "alone", mostWorkers: 2, deadlineMs: 2000 });
    const hanging = [one.ask("hang"), one.ask("hang")];
    expect(await one.ask("answer", { key: "other" })).toBe("other");
    expect(await Promise.all(hanging)).toEqual(["timeout", "timeout"]);
  });

  test("waits inside a worker that another one hangs is asked again and answered", async () => {
    const one = trialLane();
    await one.pid();
    const waiting = one.ask("wait", { ms: "500", key: "waited" });
    void one.ask("hang");
    expect(await Promise.all([waiting, one.ask("answer", { key: "other" })])).toEqual(["waited", "other"]);
    await one.lane.close();
  });

  test("was lost with others, and nobody knows by which, is asked again alone", async () => {
    const one = trialLane({ deadlineMs: 3000, blockedMs: 3000 });
    await one.pid();
    const waiting = ["a", "b", "c"].map((key) => one.ask("wait", { ms: "300", key }));
    const guilty = one.ask("wait-hang", { ms: "150" });
    expect(await Promise.all([...waiting, guilty])).toEqual(["a", "b", "c", "timeout"]);
  });

  test("never ends in a worker that goes on fails alone", async () => {
    const one = trialLane({ deadlineMs: 2000 });
    const never = one.ask("never");
    const others: string[] = [];
    for (const key of keys(5)) others.push(await one.ask("wait", { ms: "20", key }));
    expect(others).toEqual(keys(5));
    expect(await never).toBe("timeout");
  });

  test("may not be repeated fails with its worker, and the next one gets its turn", async () => {
    const one = trialLane({ again: "never", work: "alone", mostWorkers: 1, deadlineMs: 1500 });
    const hanging = one.ask("hang");
    expect(await Promise.all([hanging, one.ask("answer", { key: "next" })])).toEqual(["timeout", "next"]);
    expect(one.started()).toBe(2);
  });

  test("nobody waits for any more frees the worker, when it was the only one", async () => {
    const one = trialLane({ mostWorkers: 1, abandonedMs: 300 });
    await one.pid();
    const gone = new AbortController();
    const hanging = one.ask("hang", {}, { signal: gone.signal });
    const queued = one.ask("answer", { key: "queued" }, { signal: gone.signal });
    gone.abort();
    expect(await Promise.all([hanging, queued])).toEqual(["failed", "failed"]);
    expect(await one.ask("answer", { key: "next" })).toBe("next");
    expect(one.started()).toBe(2);
  });

  test("nobody waits for any more ends no worker while its work may still end soon", async () => {
    const one = trialLane({ stallMs: 600_000 });
    const before = await one.pid();
    const gone = new AbortController();
    const left = one.ask("wait", { ms: "100" }, { signal: gone.signal });
    gone.abort();
    expect(await left).toBe("failed");
    expect(await one.pid()).toBe(before);
  });
});

test("a lane whose workers failed works again after a pause", async () => {
  let isBroken = true;
  const one = lane({
    start: () => trialProcess(isBroken ? "dies-at-start" : ""),
    idleMs: 60_000,
    limits: patientLimits,
    monotonicMs: nodeClock.monotonicMs,
  });
  afterAll(async () => await one.close());
  const ask = async (): Promise<unknown> =>
    await one.ask({ about: "answer", args: {}, nowMs: 0 }).catch(() => "failed");
  expect(await ask()).toBe("failed");
  isBroken = false;
  await vi.waitFor(async () => expect(await ask()).toMatchObject({ status: 200 }), { timeout: 50_000, interval: 100 });
});

test("more questions than a lane takes are refused at once, and the others are answered", async () => {
  const one = trialLane();
  const answers = await Promise.all(keys(300).map((key) => one.ask("answer", { key })));
  expect(answers.slice(0, 256)).toEqual(keys(256));
  expect(answers.slice(256)).toEqual(Array.from({ length: 44 }, () => "too-many"));
});

test("a closed lane answers every open question, and leaves no worker", async () => {
  const one = trialLane();
  await one.pid();
  const open = ["hang", "answer", "never"].map((about) => one.ask(about));
  await one.lane.close();
  expect(await Promise.all(open)).toEqual(["failed", "failed", "failed"]);
  await vi.waitFor(() => expect(one.running()).toBe(0), { timeout: 20_000 });
  expect(await one.ask("answer")).toBe("failed");
});

test("every lane has a deadline, and only what writes is never repeated", () => {
  for (const name of laneNames) {
    const { deadlineMs, stallMs, again } = laneLimits[name];
    expect(deadlineMs).toBeGreaterThanOrEqual(60_000);
    expect(deadlineMs).toBeLessThanOrEqual(15 * 60_000);
    expect(stallMs).toBeLessThanOrEqual(2000);
    expect(again).toBe(name === "act" ? "never" : "may-repeat");
  }
});
