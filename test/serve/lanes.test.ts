// A lane that is at work for long, or is ended -> the questions of the others are answered meanwhile, and its own are told why not.
import { expect, test } from "vitest";
import { laneEnd } from "../../src/cli/serve/start-lane.ts";
import { nodeClock } from "../../src/live/index.ts";
import { lane } from "../../src/serve/lane/lane.ts";
import { laneLimits } from "../../src/serve/lane/limits.ts";
import type { LaneProcess } from "../../src/serve/index.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { daemonOptions, served } from "./served.ts";

const id = "99999999-9999-4999-8999-999999999999";

/** One that hears everything and says nothing. */
const busyLane: LaneProcess = {
  send: () => undefined,
  onSaid: () => undefined,
  onEnd: () => undefined,
  end: () => Promise.resolve(),
};

test("a search waits for no look at a session", async () => {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  log.answer("m1", say("Woven"));
  writeLog(home, `-home-ada-loom/${id}`, log.text());
  const { startLane } = daemonOptions([home], scratchFolder());
  const { api } = await served(home, {
    startLane: (lane, homes) => (lane === "look" ? busyLane : startLane(lane, homes)),
  });
  void api(`/sessions/${id}/findings`).catch(() => undefined);
  expect((await api("/search?q=Woven")).json()).toMatchObject({ sessions: [{ sessionId: id }] });
});

test("a lane that somebody ended is not said to have taken too much, one without memory is", async () => {
  const started = daemonOptions([scratchFolder()], scratchFolder()).startLane("read", []);
  const one = lane({
    start: () => started,
    idleMs: 1000,
    limits: laneLimits.read,
    monotonicMs: nodeClock.monotonicMs,
  });
  const asked = one.ask({ about: "head", args: { id }, nowMs: 0 });
  void started.end();
  await expect(asked).rejects.toMatchObject({ message: "the process that was to answer ended with SIGKILL" });
  expect([laneEnd("SIGABRT").message, laneEnd(1).message]).toEqual([
    "it took more than the daemon gives to it",
    "the process that was to answer ended with 1",
  ]);
});
