// Answers about the index, one by one -> what the daemon says of it, and when it asks again; only a Node without SQLite ends the asking.
import { expect, test } from "vitest";
import { type IndexState, indexUpkeep } from "../../src/serve/daemon/index-upkeep.ts";
import { jsonAnswer } from "../../src/serve/index.ts";
import { handClock } from "../live/hand-clock.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

async function upkeep(answers: readonly object[], status = 200) {
  const clock = handClock(0);
  const told: IndexState[] = [];
  let asked = 0;
  const index = indexUpkeep({
    clock,
    after: Promise.resolve(),
    update: () => Promise.resolve(jsonAnswer(JSON.stringify(answers[Math.min(asked++, answers.length - 1)]), status)),
    tell: (state) => told.push(state),
  });
  const pass = async (ms: number): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await pass(0);
  return { index, told, pass, asked: () => asked };
}

test("an index that is locked or has no room is asked for again, until it is there", async () => {
  const locked = { failed: "the index cannot be used: database is locked" };
  const { told, pass, asked } = await upkeep([locked, locked, { coveredBytes: 700, pendingBytes: 0, isWriter: true }]);
  expect(told).toMatchObject([{ state: "failed", reason: locked.failed }]);
  await pass(20_000);
  expect([asked(), told.length]).toEqual([2, 1]);
  await pass(20_000);
  expect(told.at(-1)).toEqual({ state: "done", doneBytes: 700, totalBytes: 700, reason: null });
  await pass(60_000);
  expect(asked()).toBe(3);
});

test("an update that went wrong is no index that is done", async () => {
  const { index } = await upkeep([{ error: { code: "failed", message: "EIO", hint: "" } }], 500);
  expect(index.state()).toMatchObject({ state: "failed", reason: "EIO" });
});

test("while another process writes the index, this one waits and asks again", async () => {
  const { index, pass, asked } = await upkeep([{ coveredBytes: 10, pendingBytes: 90, isWriter: false }]);
  expect(index.state()).toEqual({ state: "waiting", doneBytes: 10, totalBytes: 100, reason: null });
  await pass(20_000);
  expect(asked()).toBe(2);
});

test("a Node without SQLite is not asked again", async () => {
  const { index, pass, asked } = await upkeep([{ unavailable: "no SQLite", isForGood: true }]);
  index.touch();
  await pass(60_000);
  expect([asked(), index.state()]).toMatchObject([1, { state: "off", reason: "no SQLite" }]);
});

test("an index that is done says how many bytes it covers", async () => {
  const home = scratchFolder();
  const log = smallLog({ sessionId: "49494949-4949-4949-8949-494949494949" });
  log.prompt("Weave");
  log.answer("m1", say("Woven"));
  writeLog(home, "-home-ada-loom/49494949-4949-4949-8949-494949494949", log.text());
  const { api } = await served(home, { index: "kept" });
  const bytes = Buffer.byteLength(log.text());
  await expect
    .poll(async () => (await api("/health")).json()["index"], { timeout: 30_000 })
    .toEqual({ state: "done", doneBytes: bytes, totalBytes: bytes, reason: null });
});
