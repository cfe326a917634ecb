// Entries, registry and clock -> the one status that follows, with its confidence; one line per case.
import { expect, test } from "vitest";
import type { Confidence, StatusName } from "../../src/live/index.ts";
import {
  type Case,
  answer,
  apiError,
  bash,
  call,
  prompt,
  result,
  says,
  startMs,
  statusIn,
  system,
} from "./status-case.ts";

type Row = readonly [string, Case, StatusName, Confidence];

const entries = [prompt()];
const waiting = (waitingFor: string) => says("waiting", { waitingFor });
const question = { questions: [{ question: "Which colour?" }] };
const asked = [prompt(), call("q", "AskUserQuestion", question)];
const taught = [1, 2, 3, 4, 5].flatMap((at) => [bash(`b${at}`), result(`b${at}`)]);

const byRegistry: readonly Row[] = [
  ["a busy client works", { entries, owner: says("busy") }, "working", "certain"],
  [
    "a busy client with an open command runs it",
    { entries: [prompt(), bash("b")], owner: says("busy"), quiet: 900 },
    "running_command",
    "certain",
  ],
  [
    "a busy client with another open call works",
    { entries: [prompt(), call("r", "Read", {})], owner: says("busy") },
    "working",
    "certain",
  ],
  [
    "a permission prompt waits for approval",
    { entries: [prompt(), bash("b")], owner: waiting("permission prompt") },
    "waiting_approval",
    "certain",
  ],
  [
    "a permission prompt of which the log does not tell yet waits for approval",
    { entries, owner: waiting("permission prompt") },
    "waiting_approval",
    "certain",
  ],
  [
    "a request of the sandbox waits for approval",
    { entries, owner: waiting("sandbox request") },
    "waiting_approval",
    "certain",
  ],
  ["a question asks", { entries: asked, owner: waiting("input needed") }, "asking_question", "certain"],
  [
    "an open dialog waits for a person",
    { entries: [prompt(), answer()], owner: waiting("dialog open") },
    "waiting_input",
    "certain",
  ],
  [
    "an idle client waits for a prompt",
    { entries: [prompt(), answer()], owner: says("idle") },
    "waiting_input",
    "certain",
  ],
  [
    "an idle client is idle after five minutes",
    { entries: [prompt(), answer()], owner: says("idle"), quiet: 300 },
    "idle",
    "certain",
  ],
  [
    "an idle client whose turn failed shows the error",
    { entries: [prompt(), apiError(400, "API Error: 400")], owner: says("idle") },
    "error",
    "certain",
  ],
  [
    "an idle client whose turn met a limit is limited",
    { entries: [prompt(), apiError(429, "slow down")], owner: says("idle") },
    "rate_limited",
    "certain",
  ],
  [
    "a background shell is a running command",
    { entries: [prompt(), answer()], owner: says("shell") },
    "running_command",
    "certain",
  ],
  [
    "a busy client that tries again is limited",
    { entries: [prompt(), system("api_error", { error: { status: 529 } })], owner: says("busy") },
    "rate_limited",
    "certain",
  ],
  [
    "a busy client whose compacting agent works compacts",
    { entries, owner: says("busy"), agents: { "acompact-1": [prompt()] } },
    "compacting",
    "certain",
  ],
  [
    "a client that cannot be seen from here is believed less",
    { entries, owner: says("busy", { process: "elsewhere" }) },
    "working",
    "likely",
  ],
  [
    "a client that cannot be seen is no longer believed when all was quiet for an hour",
    { entries, owner: says("waiting", { process: "elsewhere", waitingFor: "permission prompt" }), quiet: 3700 },
    "waiting_approval",
    "guess",
  ],
  ["a client without a word of its own is judged by its log", { entries, owner: says(undefined) }, "working", "likely"],
  [
    "a word that nobody knows leaves the log to judge",
    { entries: [prompt(), answer()], owner: says("dreaming") },
    "waiting_input",
    "likely",
  ],
  ["a killed client has ended", { entries, owner: says("busy", { process: "gone" }) }, "ended", "certain"],
  ["a client that left has ended", { entries, owner: { kind: "left", pid: 7, atMs: startMs } }, "ended", "certain"],
  ["a session that nobody lists has ended", { entries, owner: { kind: "not-listed" }, quiet: 90 }, "ended", "likely"],
  [
    "a session that nobody lists yet may have just begun",
    { entries, owner: { kind: "not-listed" } },
    "working",
    "likely",
  ],
  [
    "an old client is in no registry, which says nothing",
    { entries, version: "2.1.45", owner: { kind: "not-listed" }, quiet: 90 },
    "working",
    "guess",
  ],
];

const byLog: readonly Row[] = [
  ["nothing tells nothing", { entries: [] }, "unknown", "guess"],
  ["a prompt is worked on", { entries }, "working", "likely"],
  ["a result is worked on", { entries: [prompt(), bash("b"), result("b")] }, "working", "likely"],
  ["an answer waits for a prompt", { entries: [prompt(), answer()] }, "waiting_input", "likely"],
  ["an answer that may go on is work", { entries: [prompt(), answer(null)] }, "working", "likely"],
  [
    "an answer that did not go on waits for a prompt",
    { entries: [prompt(), answer(null)], quiet: 15 },
    "waiting_input",
    "likely",
  ],
  [
    "an interruption waits for a prompt",
    { entries: [prompt(), bash("b"), prompt("[Request interrupted by user]")] },
    "waiting_input",
    "likely",
  ],
  [
    "a command of the client waits for a prompt",
    { entries: [prompt(), answer(), system("local_command")] },
    "waiting_input",
    "likely",
  ],
  ["an open command runs", { entries: [prompt(), bash("b")] }, "running_command", "likely"],
  [
    "an open command that is quiet for long waits for approval, perhaps",
    { entries: [prompt(), bash("b")], quiet: 60 },
    "waiting_approval",
    "guess",
  ],
  [
    "commands that took ten seconds are waited for longer than twice that",
    { entries: [prompt(), ...taught, bash("b")], quiet: 31 },
    "running_command",
    "likely",
  ],
  [
    "commands that took ten seconds are not waited for without end",
    { entries: [prompt(), ...taught, bash("b")], quiet: 33 },
    "waiting_approval",
    "guess",
  ],
  [
    "where nobody is asked, a command only runs",
    { entries: [{ ...prompt(), permissionMode: "bypassPermissions" }, bash("b")], quiet: 200 },
    "running_command",
    "likely",
  ],
  ["a question asks at once", { entries: asked }, "asking_question", "likely"],
  [
    "a plan waits for approval at once",
    { entries: [prompt(), call("p", "ExitPlanMode", {})] },
    "waiting_approval",
    "likely",
  ],
  ["silence of five minutes is idle", { entries: [prompt(), answer()], quiet: 300 }, "idle", "likely"],
  ["silence after a call is idle too, and a guess", { entries: [prompt(), bash("b")], quiet: 300 }, "idle", "guess"],
  ["a failed turn is an error", { entries: [prompt(), apiError(500, "API Error: 500")] }, "error", "likely"],
  [
    "a usage limit limits",
    { entries: [prompt(), apiError(400, "Claude AI usage limit reached")] },
    "rate_limited",
    "likely",
  ],
  [
    "a compaction that began compacts",
    { entries: [prompt(), { type: "progress", data: { hookEvent: "PreCompact" } }] },
    "compacting",
    "likely",
  ],
  [
    "an answered session whose agent works is working",
    { entries: [prompt(), answer()], agents: { a1: [prompt(), bash("b")] } },
    "working",
    "likely",
  ],
  [
    "an answered session whose agent has answered waits",
    { entries: [prompt(), answer()], agents: { a1: [prompt(), answer()] } },
    "waiting_input",
    "likely",
  ],
];

const cases = [...byRegistry, ...byLog].map(([sentence, given, ...wanted]) => ({ sentence, given, wanted }));

test.each(cases)("$sentence", ({ given, wanted }) => {
  const found = statusIn(given);
  expect([found.status, found.confidence]).toEqual(wanted);
  expect(found.evidence.every(({ text }) => text !== "")).toBe(true);
});

test("waiting for approval names the call", () => {
  const { call: named, evidence } = statusIn({
    entries: [prompt(), bash("b", "rm -r x")],
    owner: waiting("permission prompt"),
  });
  expect(named).toMatchObject({ id: "b", tool: "Bash", about: "rm -r x", agentId: undefined });
  expect(evidence.map(({ text }) => text)).toEqual([
    "process 7 says waiting, for: permission prompt (/home/sessions/7.json)",
    "waits for approval of: Bash rm -r x",
  ]);
});

test("waiting for approval of an agent's call names that call and the agent", () => {
  const { call: named } = statusIn({
    entries: [prompt(), call("a", "Agent", { description: "look" })],
    agents: { a1: [prompt(), bash("b", "ls")] },
    owner: waiting("permission prompt"),
  });
  expect(named).toMatchObject({ id: "b", tool: "Bash", agentId: "a1" });
});

test("of calls side by side the first without a result is named", () => {
  const { call: named } = statusIn({ entries: [prompt(), bash("b1"), bash("b2"), result("b1")], owner: says("busy") });
  expect(named?.id).toBe("b2");
});

test("a prompt that is written behind its answer does not have the last word", () => {
  const late = { ...prompt(), timestamp: new Date(startMs - 500).toISOString() };
  expect(statusIn({ entries: [bash("b"), late], owner: waiting("permission prompt") }).call?.id).toBe("b");
});

test("what agents said inside a session's own log of old does not count", () => {
  const aside = { ...bash("b"), isSidechain: true };
  expect(statusIn({ entries: [prompt(), answer(), aside] }).status).toBe("waiting_input");
});

test("a guess at approval says what it was learnt from", () => {
  const { evidence } = statusIn({ entries: [prompt(), ...taught, bash("b")], quiet: 33 });
  expect(evidence[0].text).toBe(
    "Bash npm test has no result, longer than 32.0 s (what 5 calls of it took): tool pending, approval likely",
  );
});

test("calls that a person had to allow teach nothing", () => {
  const allowed = [1, 2, 3, 4, 5].flatMap((at) => [
    bash(`b${at}`),
    result(`b${at}`, { permissionDecision: { decision: "accept", source: "user_temporary" } }),
  ]);
  const { evidence } = statusIn({ entries: [prompt(), ...allowed, bash("b")], quiet: 46 });
  expect(evidence[0].text).toContain("longer than 45.0 s (usual)");
});

test("idle is told since the last sign, and waiting since the client said so", () => {
  const done = [prompt(), answer()];
  expect(statusIn({ entries: done, quiet: 400 }).sinceMs).toBe(startMs + 10_000);
  expect(statusIn({ entries: done, owner: says("idle", { statusAtMs: startMs + 11_000 }) }).sinceMs).toBe(
    startMs + 11_000,
  );
});
