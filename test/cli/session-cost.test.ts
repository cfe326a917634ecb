// The cost of one session, with an index and without -> copies are charged to their owner where all logs are known, and that is told.
import { join } from "node:path";
import { expect, test } from "vitest";
import { countSession } from "../../src/cli/count-logs.ts";
import { catchingIo } from "../../src/cli/serve/lane-io.ts";
import { costBy, daysIn, listPrices } from "../../src/find/index.ts";
import { lines } from "../find/stats-log.ts";
import { nowMs } from "./fake-io.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const first = "11111111-0000-4000-8000-000000000001";
const clone = "22222222-0000-4000-8000-000000000002";
const spend = { input: 0, output: 1_000_000 };
const shared = lines({ sessionId: first }).prompt("p1").message("m1", spend).text();

const home = scratchFolder();
// Whoever has the earliest entry of its own owns what both hold.
const own = lines().message("m0", { time: "2026-03-01T10:00:00Z" }).text();
writeLog(home, `-home-ada-loom/${first}`, shared + own);
const path = writeLog(home, `-home-ada-loom/${clone}`, shared + lines().message("m2", spend).text());
const nested = lines({ isSidechain: true }).message("m3", spend).text();
writeLog(home, `-home-ada-loom/${clone}/subagents/agent-a111111`, nested);
writeLog(
  home,
  "-home-ada-loom/agent-a222222",
  lines({ isSidechain: true, sessionId: clone }).message("m4", spend).text(),
);
writeLog(
  home,
  "-home-ada-loom/agent-a333333",
  lines({ isSidechain: true, sessionId: first }).message("m5", spend).text(),
);

async function costOf(cacheDir: string) {
  const places = { cacheDir, dataDir: join(cacheDir, "data"), userDir: home, demoHome: "/nowhere" };
  const { io } = catchingIo({ homes: [home], cwd: "/", timeZone: "UTC", command: "clew", ...places }, nowMs);
  const { census, isAlone } = await countSession(io, path);
  const rows = costBy(census, { scope: { session: path }, by: "session", days: daysIn("UTC"), prices: listPrices });
  return { isAlone, rows };
}

test("with an index what it copied is charged to the session that it came from", async () => {
  const { isAlone, rows } = await costOf(scratchFolder());
  expect(isAlone).toBe(false);
  expect(rows).toMatchObject([{ costUsd: 75, messages: 3, agentFiles: 2 }]);
});

test("without one only its own logs are read: what it copied is in it too, and that is told", async () => {
  const { isAlone, rows } = await costOf("/dev/null/cache");
  expect(isAlone).toBe(true);
  expect(rows).toMatchObject([{ costUsd: 100, messages: 4, agentFiles: 2 }]);
});
