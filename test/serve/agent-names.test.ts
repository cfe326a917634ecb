// Agents whose logs lie in any order, without a file that names them -> listed as they were called, by what the calls say.
import { expect, test } from "vitest";
import { openSession } from "../../src/store/index.ts";
import { call, say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";

const id = "56565656-5656-4656-8656-565656565656";

test("agents stand in the order of their calls, and are called by the descriptions of these", () => {
  const home = scratchFolder();
  const log = smallLog({ sessionId: id });
  log.prompt("Weave");
  const agents = [
    ["a999999", "Warp the loom in full detail", "Warp"],
    ["a111111", "Weave the weft in full detail", "Weft"],
  ] as const;
  for (const [agentId, prompt, description] of agents) {
    log.answer(`m_${agentId}`, call(`toolu_${agentId}`, "Agent", { prompt, description }));
    log.result(`toolu_${agentId}`, "Done", { toolUseResult: { agentId } });
    const own = smallLog({ sessionId: id, envelope: { isSidechain: true, agentId } });
    own.prompt(prompt);
    own.answer(`n_${agentId}`, say("Done"));
    writeLog(home, `-home-ada-loom/${id}/subagents/agent-${agentId}`, own.text());
  }
  const { session, close } = openSession(writeLog(home, `-home-ada-loom/${id}`, log.text()));
  close();
  expect(session.agents.map((agent) => [agent.id, agent.description])).toEqual([
    ["a999999", "Warp"],
    ["a111111", "Weft"],
  ]);
});
