// Sessions whose agents work, work on by themselves, were interrupted or lost -> whose open call is the present one, and how many work.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/format/index.ts";
import { type AgentLogState, type Owner, type Status, statusOf } from "../../src/live/index.ts";
import { answer, bash, call, logOf, prompt, result, says, startMs } from "./status-case.ts";

type At = readonly [number, JsonObject];

const nowMs = startMs + 7_200_000;
/** So many seconds ago. */
const at = ([ago, entry]: At): JsonObject => ({ ...entry, timestamp: new Date(nowMs - ago * 1000).toISOString() });

type Given = {
  readonly main: readonly At[];
  readonly agents: Readonly<Record<string, readonly At[]>>;
  readonly owner?: Owner;
  readonly version?: string;
  /** Whose notes say so. */
  readonly background?: string;
};

function statusNow({ main, agents, owner = { kind: "no-registry" }, version = "2.1.325", background }: Given): Status {
  const own = Object.entries(agents).map(([agentId, said]): AgentLogState => ({
    agentId,
    log: { ...logOf(said.map(at), { of: "agent", version }), isBackground: agentId === background },
  }));
  return statusOf({ log: logOf(main.map(at), { version }), agents: own, owner, nowMs });
}

const told = ({ status, call: named, agents }: Status): readonly unknown[] => [status, named?.id, agents];

const task = call("t", "Task", { description: "look" });
const interruption = prompt("[Request interrupted by user]");
const asked = call("q", "AskUserQuestion", { questions: [{ question: "Which?" }] });
const interrupted: readonly At[] = [
  [3700, prompt()],
  [3690, task],
  [3600, interruption],
];
const busy = says("busy", { startedMs: startMs });
const approval = says("waiting", { waitingFor: "permission prompt", startedMs: startMs });
const launched = result("t", { toolUseResult: { isAsync: true, status: "async_launched", agentId: "a1" } });
/** Its agent goes on by itself behind a turn that was answered. */
const workedOn: readonly At[] = [
  [900, prompt()],
  [890, task],
  [889, launched],
  [60, prompt()],
  [50, answer()],
];
const noticeText = (status: string): string =>
  `<task-notification>\n<task-id>a1</task-id>\n<status>${status}</status></task-notification>`;
const notice = (status: string): JsonObject => prompt(noticeText(status));
const attached = (status: string): JsonObject => ({
  type: "attachment",
  attachment: { type: "queued_command", prompt: noticeText(status), commandMode: "task-notification" },
});

const cases: readonly (readonly [string, Given, readonly unknown[]])[] = [
  [
    "the call of an agent that was interrupted is not what a busy client does",
    { main: [...interrupted, [1, prompt()]], agents: { a1: [[3650, bash("old")]] }, owner: busy },
    ["working", undefined, 0],
  ],
  [
    "the question of an agent that was interrupted is not what waits for approval",
    { main: [...interrupted, [1, prompt()]], agents: { a1: [[3650, asked]] }, owner: approval },
    ["waiting_approval", undefined, 0],
  ],
  [
    "an agent whose call was answered as interrupted does not work on",
    {
      main: [
        [200, prompt()],
        [190, task],
        [100, result("t", { toolUseResult: "User rejected tool use" })],
        [100, interruption],
        [60, prompt()],
        [50, answer()],
      ],
      agents: { a1: [[110, bash("old")]] },
      version: "2.1.45",
    },
    ["waiting_input", undefined, 0],
  ],
  [
    "beside a new call for an agent the call of one that was interrupted is not the present one",
    {
      main: [...interrupted, [5, prompt()], [3, call("t2", "Task", { description: "more" })]],
      agents: { a1: [[3650, bash("old")]] },
      owner: busy,
    },
    ["working", "t2", 0],
  ],
  [
    "the call of an agent that was started is the present one",
    {
      main: [...interrupted, [5, prompt()], [3, call("t2", "Task", { description: "more" })]],
      agents: { a1: [[3650, bash("old")]], a2: [[2, bash("new")]] },
      owner: busy,
    },
    ["running_command", "new", 1],
  ],
  [
    "an agent that works on by itself is at work after its call was answered and others were given",
    {
      main: workedOn,
      agents: { a1: [[80, bash("b")]] },
      owner: says("idle", { startedMs: startMs, statusAtMs: nowMs - 50_000 }),
    },
    ["waiting_input", undefined, 1],
  ],
  [
    "approval is waited for of the call of an agent that works by itself, for however long",
    {
      main: workedOn,
      agents: { a1: [[800, bash("b")]] },
      owner: approval,
    },
    ["waiting_approval", "b", 1],
  ],
  [
    "an agent whose notes say that it works by itself is at work, wherever its start was told",
    {
      main: [
        [60, prompt()],
        [50, answer()],
      ],
      agents: { a1: [[80, bash("b")]] },
      background: "a1",
    },
    ["working", undefined, 1],
  ],
  [
    "an agent that wrote after the session's last word works by itself",
    {
      main: [
        [60, prompt()],
        [50, answer()],
      ],
      agents: { a1: [[20, bash("b")]] },
    },
    ["working", undefined, 1],
  ],
  [
    "an agent that was told to have been killed is not at work",
    {
      main: [
        [900, prompt()],
        [890, task],
        [889, launched],
        [60, notice("killed")],
        [50, answer()],
      ],
      agents: { a1: [[80, bash("b")]] },
      owner: approval,
      background: "a1",
    },
    ["waiting_approval", undefined, 0],
  ],
  [
    "an agent that was told in the middle of a turn to have been killed is not at work",
    {
      main: [
        [900, prompt()],
        [890, task],
        [889, launched],
        [60, attached("killed")],
        [1, prompt()],
      ],
      agents: { a1: [[80, bash("b")]] },
      owner: busy,
    },
    ["working", undefined, 0],
  ],
  [
    "an agent that goes on after it was told to have ended is at work",
    {
      main: [
        [900, prompt()],
        [890, task],
        [889, launched],
        [60, notice("completed")],
        [50, answer()],
      ],
      agents: { a1: [[20, bash("b")]] },
    },
    ["working", undefined, 1],
  ],
  [
    "agents end with the client that they worked in",
    {
      main: [
        [900, prompt()],
        [890, task],
        [889, launched],
        [1, prompt()],
      ],
      agents: { a1: [[80, bash("b")]] },
      owner: says("busy", { startedMs: nowMs - 10_000 }),
    },
    ["working", undefined, 0],
  ],
  [
    "an agent whose command runs for long is at work while a client runs it",
    {
      main: [
        [420, prompt()],
        [410, task],
      ],
      agents: { a1: [[400, bash("b")]] },
      owner: busy,
    },
    ["running_command", "b", 1],
  ],
  [
    "an agent with nothing open that is quiet for long was given up",
    {
      main: [
        [420, prompt()],
        [410, task],
      ],
      agents: { a1: [[400, prompt()]] },
      owner: busy,
    },
    ["working", "t", 0],
  ],
  [
    "an agent that works by itself and that no client speaks for is given up after five minutes",
    {
      main: workedOn,
      agents: { a1: [[400, bash("b")]] },
      version: "2.1.45",
    },
    ["waiting_input", undefined, 0],
  ],
];

test.each(cases)("%s", (_, given, wanted) => {
  expect(told(statusNow(given))).toEqual(wanted);
});
