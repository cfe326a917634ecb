// An agent's log whose session is gone: its words are found, and no line is given to go on with what is not there.
import { expect, test } from "vitest";
import { arrayField, isObject } from "../../src/format/index.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { served } from "./served.ts";

const whole = "66666666-6666-4666-8666-666666666666";
const gone = "55555555-5555-4555-8555-555555555555";

test("a search gives a resume line for a session that has its log, and none for one that has only an agent's", async () => {
  const home = scratchFolder();
  const main = smallLog({ sessionId: whole });
  main.prompt("Weave a herringbone");
  main.answer("m1", say("Woven"));
  writeLog(home, `-home-ada-loom/${whole}`, main.text());
  const agent = smallLog({ sessionId: gone, envelope: { isSidechain: true, agentId: "a1b2c3" } });
  agent.prompt("Count the herringbone threads");
  agent.answer("m2", say("Many"));
  writeLog(home, `-home-ada-loom/${gone}/subagents/agent-a1b2c3`, agent.text());
  const { api } = await served(home);
  const found = (await api("/search?q=herringbone")).json();
  const sessions = (arrayField(found, "sessions") ?? []).filter(isObject);
  const resumes = new Map(sessions.map(({ sessionId, resume }) => [sessionId, resume]));
  expect([resumes.size, resumes.get(gone)]).toEqual([2, null]);
  expect(resumes.get(whole)).toContain(whole);
});
