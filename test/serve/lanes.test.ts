// A lane that is at work for long -> the questions of the others are answered meanwhile.
import { expect, test } from "vitest";
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
