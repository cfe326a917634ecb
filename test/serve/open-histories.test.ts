// Questions about files that come at once -> one reading of the logs for all of them, let go when it is old; a failed one is not kept.
import { expect, test } from "vitest";
import type { OpenFiles } from "../../src/cli/files/open-files.ts";
import type { LaneSettings } from "../../src/cli/serve/lane-io.ts";
import { type Hold, openHistories } from "../../src/cli/serve/open-histories.ts";
import { scratchFolder } from "../cli/tree.ts";

const settings: LaneSettings = {
  homes: [scratchFolder()],
  cwd: "/",
  timeZone: "UTC",
  cacheDir: "/nowhere",
  dataDir: "/nowhere",
  command: "clew",
  demoHome: "/nowhere",
  userDir: "/nowhere",
};

const nothing = (): never => {
  throw new Error("nobody asks this");
};
const filesCalled = (session: string): OpenFiles => ({
  names: { known: new Map(), folders: [], brought: nothing },
  named: nothing,
  historiesOf: nothing,
  histories: nothing,
  summaries: nothing,
  summariesOf: nothing,
  isMeant: nothing,
  session,
});

/** Each reading is of other logs than the one before: none is as good as new. */
function readings() {
  const open = new Set<string>();
  let count = 0;
  const hold: Hold = async (_settings, nowMs) => {
    const name = `reading ${(count += 1)}`;
    await Promise.resolve();
    open.add(name);
    const release = (): void => void open.delete(name);
    return { print: name, paths: new Set(), atMs: nowMs, files: filesCalled(name), release };
  };
  return { open, hold, count: () => count };
}

test("two questions that wait for the same old reading start one new reading, and the old one is let go", async () => {
  const { open, hold, count } = readings();
  const histories = openHistories(hold);
  await histories(settings, 0);
  const told = await Promise.all([histories(settings, 60_000), histories(settings, 60_001)]);
  expect(told.map(({ session }) => session)).toEqual(["reading 2", "reading 2"]);
  expect([count(), [...open]]).toEqual([2, ["reading 2"]]);
});

test("a reading that failed is told to whoever waited for it, and the next question tries again", async () => {
  const { hold } = readings();
  let isBroken = true;
  const histories = openHistories((...given) => (isBroken ? Promise.reject(new Error("no disk")) : hold(...given)));
  await expect(histories(settings, 0)).rejects.toThrow("no disk");
  isBroken = false;
  expect((await histories(settings, 1)).session).toBe("reading 1");
});
