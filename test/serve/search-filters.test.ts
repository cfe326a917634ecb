// Filters of the session list in a search: only sessions that pass are searched, and every count is about those.
import { beforeAll, expect, test } from "vitest";
import { arrayField, isObject, stringField } from "../../src/format/index.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { type ServedHome, served } from "./served.ts";

const [plain, damaged, forked] = [1, 2, 3].map((n) => `66666666-6666-4666-8666-66666666666${n}`);

function logOf(sessionId: string, cwd: string) {
  const log = smallLog({ sessionId, envelope: { cwd, gitBranch: sessionId === forked ? "weft" : "warp" } });
  log.prompt(`Weave a herringbone for ${sessionId}`);
  log.answer(`m-${sessionId}`, say("Woven, a herringbone"));
  return log;
}

let home: ServedHome;
beforeAll(async () => {
  const folder = scratchFolder();
  writeLog(folder, `-home-ada-loom/${plain}`, logOf(plain ?? "", "/home/ada/loom").text());
  const torn = logOf(damaged ?? "", "/home/ada/loom").text();
  writeLog(folder, `-home-ada-loom/${damaged}`, `${torn}{"type":"user","message":{"ro\n`);
  writeLog(folder, `-home-ada-kiln/${forked}`, logOf(forked ?? "", "/home/ada/kiln").text());
  const agent = smallLog({ sessionId: forked ?? "", envelope: { isSidechain: true, agentId: "a1b2c3" } });
  agent.prompt("Count the herringbone threads");
  writeLog(folder, `-home-ada-kiln/${forked}/subagents/agent-a1b2c3`, agent.text());
  home = await served(folder);
});

async function found(filter: string) {
  const answer = (await home.api(`/search?q=herringbone${filter}`)).json();
  const sessions = (arrayField(answer, "sessions") ?? []).filter(isObject);
  const { total, moreSessions } = answer;
  return {
    ids: sessions.map((session) => stringField(session, "sessionId") ?? "").toSorted((a, b) => a.localeCompare(b)),
    total,
    moreSessions,
  };
}

test.each([
  ["", [plain, damaged, forked], 7],
  ["&tag=damaged", [damaged], 2],
  ["&project=kiln", [forked], 3],
  ["&branch=warp", [plain, damaged], 4],
  ["&status=waiting_approval,asking_question", [], 0],
  ["&since=2001-01-01&project=loom&tag=damaged", [damaged], 2],
])("the filter %j leaves %j", async (filter, ids, total) => {
  expect(await found(filter)).toEqual({ ids, total, moreSessions: 0 });
});

test("a filter that is not known is refused by name", async () => {
  const told = await home.api("/search?q=herringbone&status=waiting_approval,asleep");
  expect([told.status, JSON.stringify(told.json())]).toEqual([400, expect.stringContaining("asleep")]);
});
