// Logs with a long line, or much that says nothing, at their end -> where they stand, told the same by one look and by following.
import * as fs from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LiveDisk, type LiveSession, type Processes, openBoard, readStatuses } from "../../src/live/index.ts";
import { discover } from "../../src/store/index.ts";
import { type Stage, noHints, openStage } from "./stage.ts";
import { answer, bash, call, prompt, result } from "./status-case.ts";

const id = "11111111-1111-4111-8111-111111111111";
const processes: Processes = {
  ownPid: 1,
  domain: () => undefined,
  running: (pid) => (pid === 7 ? { start: "100", startedMs: 0 } : undefined),
};
let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

function write(name: string, entries: readonly object[], version = "2.0.36"): void {
  const timestamp = new Date(stage.clock.nowMs()).toISOString();
  const lines = entries.map((entry) => `${JSON.stringify({ sessionId: id, version, timestamp, ...entry })}\n`);
  stage.write(name, lines.join(""));
  fs.utimesSync(stage.path(name), stage.clock.nowMs() / 1000, stage.clock.nowMs() / 1000);
}

function say(status: string, more: object = {}): void {
  const entry = { sessionId: id, procStart: "100", status, statusUpdatedAt: stage.clock.nowMs(), ...more };
  fs.mkdirSync(join(stage.home, "sessions"), { recursive: true });
  fs.writeFileSync(join(stage.home, "sessions", "7.json"), JSON.stringify(entry));
}

const told = ({ status: { status, call: named, agents }, path }: LiveSession): object => ({
  status,
  call: named?.id,
  agents,
  hasPath: path !== undefined,
});

/** By one look, which is the same as by following. */
function seen(disk: LiveDisk = noHints): readonly object[] {
  const { home, clock } = stage;
  const board = openBoard({ homes: [home], clock, processes, disk, onChange: () => undefined });
  clock.advance(1000);
  board.look();
  const followed = board.sessions().map(told);
  board.close();
  const options = { homes: [home], nowMs: clock.nowMs(), processes, recentMs: 86_400_000 };
  expect(readStatuses(discover([home]), options).map(told)).toEqual(followed);
  return followed;
}

const long = (bytes: number): string => "x".repeat(bytes);
const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: long(400_000) } };
const attachment = { type: "attachment", attachment: { type: "file", content: long(50_000) } };
const asked = call("q", "AskUserQuestion", { questions: [{ question: "Which colour?" }] });

const cases = [
  {
    sentence: "a prompt with a pasted picture is worked on",
    entries: [prompt(), answer(), { type: "user", message: { role: "user", content: [picture] } }],
    wanted: { status: "working", call: undefined, agents: 0, hasPath: true },
  },
  {
    sentence: "a long question is asked",
    entries: [prompt(), call("q", "AskUserQuestion", { questions: [{ question: long(300_000) }] })],
    wanted: { status: "asking_question", call: "q", agents: 0, hasPath: true },
  },
  {
    sentence: "the result of reading a picture is worked on",
    entries: [prompt(), call("r", "Read", {}), result("r", { toolUseResult: { file: { base64: long(400_000) } } })],
    wanted: { status: "working", call: undefined, agents: 0, hasPath: true },
  },
  {
    sentence: "a question is open behind many attachments",
    entries: [prompt(), asked, ...Array.from({ length: 8 }, () => attachment)],
    wanted: { status: "asking_question", call: "q", agents: 0, hasPath: true },
  },
  {
    sentence: "a command runs beside calls whose long results are given",
    entries: [
      prompt(),
      bash("b"),
      ...["r1", "r2"].map((name) => call(name, "Read", {})),
      ...["r1", "r2"].map((name) => result(name, { toolUseResult: { file: { base64: long(200_000) } } })),
    ],
    wanted: { status: "running_command", call: "b", agents: 0, hasPath: true },
  },
];

test.each(cases)("$sentence, for a look and for the board", ({ entries, wanted }) => {
  write(`${id}.jsonl`, entries);
  expect(seen()).toEqual([wanted]);
});

test("approval of a long call names the call and the log, for a look and for the board", () => {
  write(`${id}.jsonl`, [prompt(), call("w", "Write", { file_path: "/a", content: long(300_000) })], "2.1.325");
  say("waiting", { waitingFor: "permission prompt" });
  expect(seen()).toEqual([{ status: "waiting_approval", call: "w", agents: 0, hasPath: true }]);
});

test("the log of a session that a client has open is known, however old it is, for a look and for the board", () => {
  write(`${id}.jsonl`, [prompt(), answer()], "2.1.325");
  stage.clock.advance(3 * 86_400_000);
  say("idle", { statusUpdatedAt: stage.clock.nowMs() - 3 * 86_400_000 });
  expect(seen()).toEqual([{ status: "idle", call: undefined, agents: 0, hasPath: true }]);
});

test("an agent that works by itself, started long before, is known by its notes, for a look and for the board", () => {
  const agent = `${id}/subagents/agent-a1234567890abcdef`;
  write(`${agent}.jsonl`, [prompt(), bash("b")], "2.1.325");
  stage.clock.advance(2000);
  write(`${id}.jsonl`, [prompt(), answer()], "2.1.325");
  stage.write(`${agent}.meta.json`, JSON.stringify({ agentType: "x", requestShape: "background" }));
  expect(seen()).toEqual([{ status: "working", call: undefined, agents: 1, hasPath: true }]);
  stage.write(`${agent}.meta.json`, JSON.stringify({ agentType: "x", requestShape: "background", finished: true }));
  expect(seen()).toEqual([{ status: "waiting_input", call: undefined, agents: 0, hasPath: true }]);
});

test("agents whose logs stand beside those of the sessions count, for a look and for the board", () => {
  write(`${id}.jsonl`, [prompt(), answer()]);
  stage.clock.advance(2000);
  write("agent-0a1b2c3d.jsonl", [prompt(), bash("b")]);
  write("agent-0a1b2c3e.jsonl", [{ ...prompt("Warmup"), sessionId: id.replaceAll("1", "2") }]);
  expect(seen()).toEqual([{ status: "working", call: undefined, agents: 1, hasPath: true }]);
});

test("what comes behind a long line is followed", () => {
  write(`${id}.jsonl`, [prompt(), { ...prompt(), more: long(400_000) }]);
  const { home, clock } = stage;
  const board = openBoard({ homes: [home], clock, processes, disk: noHints, onChange: () => undefined });
  clock.advance(1000);
  board.look();
  const timestamp = new Date(clock.nowMs()).toISOString();
  stage.append(`${id}.jsonl`, `${JSON.stringify({ sessionId: id, timestamp, ...answer() })}\n`);
  clock.advance(1000);
  board.look();
  expect(board.sessions().map(({ status }) => status.status)).toEqual(["waiting_input"]);
  board.close();
});

test("of a log whose last lines tell enough no more is read", () => {
  const old = Array.from({ length: 40 }, () => attachment);
  write(`${id}.jsonl`, [...old, prompt(), answer()]);
  let readBytes = 0;
  const read: LiveDisk["read"] = (descriptor, buffer, offset) => {
    readBytes += buffer.length;
    return noHints.read(descriptor, buffer, offset);
  };
  seen({ ...noHints, read });
  expect(readBytes).toBeLessThan(300 * 1024);
});
