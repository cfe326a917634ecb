// Agents' logs -> agents joined to the calls that started them: by meta, by result, by progress, by their words; nested and inline.
import { describe, expect, test } from "vitest";
import { isAgentId } from "../../src/format/index.ts";
import type { Agent, AgentLog, AgentMeta } from "../../src/graph/index.ts";
import { type Craft, call, craft, open, text } from "../craft.ts";

const agentWords = ({ id, layout, callId, callLine, parentAgent }: Agent): string =>
  `${id} ${layout} by ${callId ?? "nobody"} @${callLine ?? "-"} in ${parentAgent ?? "session"}`;

function agentLog(id: string, make: (hand: Craft) => void, meta?: Partial<AgentMeta>): AgentLog {
  const hand = craft();
  make(hand);
  if (!isAgentId(id)) throw new Error(id);
  const known = { agentType: undefined, description: undefined, toolUseId: undefined, ...meta };
  return {
    agentId: id,
    layout: "nested",
    path: `agent-${id}.jsonl`,
    meta: meta === undefined ? undefined : known,
    log: open(hand.bytes()).log,
  };
}

const works = (task: string) => (hand: Craft) => {
  hand.prompt(task, { isSidechain: true });
  hand.reply([text("Done")], { isSidechain: true });
};

/** A session that starts two agents with the same words, and a third with others. */
function mainBytes(more: (hand: Craft) => void = () => undefined): Uint8Array {
  const hand = craft();
  hand.prompt("Go");
  hand.reply([call("toolu_1", "Task", { prompt: "Count" })], { messageId: "m" });
  hand.reply([call("toolu_2", "Agent", { prompt: "Count" })], { messageId: "m" });
  hand.reply([call("toolu_3", "Agent", { prompt: "Sort" })], { messageId: "m" });
  more(hand);
  return hand.bytes();
}

function check(agentLogs: readonly AgentLog[], expected: readonly string[], bytes = mainBytes()): void {
  expect(open(bytes, { agentLogs }).session.agents.map(agentWords)).toEqual(expected);
}

describe("an agent is joined", () => {
  test("by its meta file", () => {
    check(
      [agentLog("a1", works("Count"), { toolUseId: "toolu_2", agentType: "explore", description: "Counting" })],
      ["a1 nested by toolu_2 @3 in session"],
    );
  });

  test("by the result that names it", () => {
    const bytes = mainBytes((hand) => {
      hand.result("toolu_2", { toolUseResult: { agentId: "a1", status: "completed" } });
    });
    check([agentLog("a1", works("Other words"))], ["a1 nested by toolu_2 @3 in session"], bytes);
    expect(open(bytes).session.calls.map(({ agentId }) => agentId)).toEqual([undefined, "a1", undefined]);
  });

  test("by a progress line that names it", () => {
    const bytes = mainBytes((hand) => {
      hand.link("progress", { data: { type: "agent_progress", agentId: "a1" }, parentToolUseID: "toolu_3" });
    });
    check([agentLog("a1", works("Other words"))], ["a1 nested by toolu_3 @4 in session"], bytes);
  });

  test("by its words, each call once", () => {
    check(
      ["a1", "a2", "a3"].map((id) => agentLog(id, works("Count"))),
      ["a1 nested by toolu_1 @2 in session", "a2 nested by toolu_2 @3 in session", "a3 nested by nobody @- in session"],
    );
  });

  test("to the call of another agent", () => {
    const parent = agentLog("a1", (hand) => {
      hand.prompt("Sort", { isSidechain: true });
      hand.reply([call("toolu_n", "Agent", { prompt: "Sort half" })], { isSidechain: true });
    });
    check(
      [parent, agentLog("a2", works("Sort half"))],
      ["a1 nested by toolu_3 @4 in session", "a2 nested by toolu_n @2 in a1"],
    );
  });

  test("to nobody when nothing tells who started it", () => {
    check(
      [agentLog("a1", works("Warmup")), agentLog("a2", () => undefined)],
      ["a1 nested by nobody @- in session", "a2 nested by nobody @- in session"],
    );
  });

  test("when it stands inline, by its words; each root is an agent of its own, in the order of their calls", () => {
    const bytes = mainBytes((hand) => {
      hand.prompt("Sort", { parentUuid: null, isSidechain: true });
      hand.reply([text("a")], { isSidechain: true });
      hand.prompt("Count", { parentUuid: null, isSidechain: true });
      hand.result("toolu_3", { parentUuid: "e4" });
    });
    check([], ["inline-7 inline by toolu_1 @2 in session", "inline-5 inline by toolu_3 @4 in session"], bytes);
  });
});

describe("an agent", () => {
  test("is told by what its meta file and its first words say", () => {
    const meta = { toolUseId: "toolu_3", agentType: "explore", description: "Sorting" };
    const [agent] = open(mainBytes(), { agentLogs: [agentLog("a1", works("Sort"), meta)] }).session.agents;
    expect(agent).toMatchObject({ agentType: "explore", description: "Sorting", task: "Sort", entries: 2 });
  });

  test("has no agents, branches or missing conversation of its own when its log is opened", () => {
    const hand = craft();
    works("Count")(hand);
    const { session } = open(hand.bytes(), { scope: "agent" });
    expect([session.agents, session.branches, session.findings]).toEqual([[], [], []]);
    expect(session.path.map(({ line }) => line)).toEqual([1, 2]);
  });
});
