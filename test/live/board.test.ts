// A home in which a client comes, works, waits and goes -> the statuses that the board tells, in order.
import * as fs from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LiveSession, type Processes, openBoard, readStatuses } from "../../src/live/index.ts";
import { discover } from "../../src/store/index.ts";
import { type Stage, noHints, openStage } from "./stage.ts";
import { answer, bash, prompt, result } from "./status-case.ts";

const id = "11111111-1111-4111-8111-111111111111";
let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

test("a session is told through its whole life", () => {
  const pids = new Set([7]);
  const processes: Processes = {
    ownPid: 1,
    domain: () => undefined,
    running: (pid) => (pids.has(pid) ? { start: "100", startedMs: 0 } : undefined),
  };
  const heard: LiveSession[] = [];
  const board = openBoard({
    homes: [stage.home],
    clock: stage.clock,
    processes,
    disk: noHints,
    onChange: (session) => heard.push(session),
  });
  const registry = join(stage.home, "sessions", "7.json");
  const say = (status: string, more: object = {}): void => {
    fs.mkdirSync(join(stage.home, "sessions"), { recursive: true });
    const statusUpdatedAt = stage.clock.nowMs();
    fs.writeFileSync(registry, JSON.stringify({ sessionId: id, procStart: "100", status, statusUpdatedAt, ...more }));
  };
  const log = (entry: object): void => {
    const timestamp = new Date(stage.clock.nowMs()).toISOString();
    stage.append(`${id}.jsonl`, `${JSON.stringify({ version: "2.1.325", timestamp, ...entry })}\n`);
  };
  const look = (): void => {
    stage.clock.advance(1000);
    board.look();
  };
  const steps: readonly (() => void)[] = [
    () => say("idle"),
    () => (say("busy"), log(prompt())),
    () => (say("waiting", { waitingFor: "permission prompt" }), log(bash("b"))),
    () => fs.writeFileSync(registry, ""),
    () => say("busy"),
    () => (say("idle"), log(result("b")), log(answer())),
    () => stage.clock.advance(300_000),
    () => fs.rmSync(registry),
    () => say("busy"),
    () => pids.delete(7),
  ];
  for (const step of steps) {
    step();
    look();
  }
  expect(heard.map(({ status, path }) => [status.status, status.call?.id, path === undefined])).toEqual([
    ["waiting_input", undefined, true],
    ["working", undefined, false],
    ["waiting_approval", "b", false],
    ["running_command", "b", false],
    ["waiting_input", undefined, false],
    ["idle", undefined, false],
    ["ended", undefined, false],
    ["working", undefined, false],
    ["ended", undefined, false],
  ]);
  board.close();
});

test("a session that was written to lately is known from its last lines, an old one is not opened", () => {
  const now = new Date(stage.clock.nowMs()).toISOString();
  stage.write(`${id}.jsonl`, `${"x".repeat(400_000)}\n${JSON.stringify({ timestamp: now, ...prompt() })}\n`);
  stage.write("22222222-2222-4222-8222-222222222222.jsonl", `${JSON.stringify({ timestamp: now, ...prompt() })}\n`);
  const time = stage.clock.nowMs() / 1000;
  fs.utimesSync(stage.path(`${id}.jsonl`), time, time);
  fs.utimesSync(stage.path("22222222-2222-4222-8222-222222222222.jsonl"), time - 100_000, time - 100_000);
  const heard: LiveSession[] = [];
  const processes: Processes = { ownPid: 1, domain: () => undefined, running: () => undefined };
  const options = { homes: [stage.home], clock: stage.clock, processes, disk: noHints };
  const board = openBoard({ ...options, onChange: (session) => heard.push(session) });
  board.look();
  expect(heard.map(({ sessionId, status }) => [sessionId, status.status])).toEqual([[id, "working"]]);
  stage.append(`${id}.jsonl`, `${JSON.stringify({ timestamp: now, ...answer() })}\n`);
  stage.clock.advance(200);
  board.look();
  expect(heard.at(-1)?.status.status).toBe("waiting_input");
  board.close();
});

test("a session that was not used for long leaves the board, whoever left it, and comes back when it goes on", () => {
  const [quiet, closed] = [id, "22222222-2222-4222-8222-222222222222"];
  const told: string[] = [];
  const line = (): string =>
    `${JSON.stringify({ version: "2.0.1", timestamp: new Date(stage.clock.nowMs()).toISOString(), ...answer() })}\n`;
  const registry = join(stage.home, "sessions", "7.json");
  fs.mkdirSync(join(stage.home, "sessions"));
  fs.writeFileSync(registry, JSON.stringify({ sessionId: closed, procStart: "100", status: "idle" }));
  const board = openBoard({
    homes: [stage.home],
    clock: stage.clock,
    processes: { ownPid: 1, domain: () => undefined, running: () => ({ start: "100", startedMs: 0 }) },
    disk: noHints,
    recentMs: 600_000,
    onChange: ({ sessionId, status }) => told.push(`${sessionId.slice(0, 1)} ${status.status}`),
    onLeave: (sessionId) => told.push(`${sessionId.slice(0, 1)} left`),
  });
  const pass = (ms: number): void => {
    stage.clock.advance(ms);
    board.look();
  };
  pass(1000);
  for (const name of [quiet, closed]) stage.append(`${name}.jsonl`, line());
  pass(1000);
  fs.rmSync(registry);
  pass(1000);
  expect(board.sessions()).toHaveLength(2);
  told.length = 0;
  pass(600_000 - 60_000);
  expect(board.sessions()).toHaveLength(2);
  pass(120_000);
  expect(board.sessions()).toEqual([]);
  expect(told.toSorted()).toEqual(["1 idle", "1 left", "2 left"]);
  stage.append(`${quiet}.jsonl`, line());
  pass(1000);
  expect(board.sessions().map(({ sessionId }) => sessionId)).toEqual([quiet]);
  board.close();
});

test("logs that were copied, new as files and old inside, are not told of before one goes on or a client has it open", () => {
  const [copied, other] = [id, "22222222-2222-4222-8222-222222222222"];
  const heard: (readonly [string, string])[] = [];
  const line = (atMs: number): string =>
    `${JSON.stringify({ version: "2.0.1", timestamp: new Date(atMs).toISOString(), ...prompt() })}\n`;
  const copy = (name: string): void => {
    const nowMs = stage.clock.nowMs();
    stage.write(`${name}.jsonl`, line(nowMs - 30 * 86_400_000));
    fs.utimesSync(stage.path(`${name}.jsonl`), nowMs / 1000, nowMs / 1000);
  };
  for (const name of [copied, other]) copy(name);
  const board = openBoard({
    homes: [stage.home],
    clock: stage.clock,
    processes: { ownPid: 1, domain: () => undefined, running: () => ({ start: "100", startedMs: 0 }) },
    disk: noHints,
    onChange: ({ sessionId, status }) => heard.push([sessionId, status.status]),
  });
  const look = (): void => {
    stage.clock.advance(1000);
    board.look();
  };
  look();
  copy("33333333-3333-4333-8333-333333333333");
  look();
  expect([heard, board.sessions()]).toEqual([[], []]);
  stage.append(`${copied}.jsonl`, line(stage.clock.nowMs()));
  look();
  fs.mkdirSync(join(stage.home, "sessions"));
  const entry = { sessionId: other, procStart: "100", status: "busy", statusUpdatedAt: stage.clock.nowMs() };
  fs.writeFileSync(join(stage.home, "sessions", "7.json"), JSON.stringify(entry));
  look();
  expect(heard.slice(0, 2)).toEqual([
    [copied, "working"],
    [other, "working"],
  ]);
  board.close();
});

test("a log whose name is no id is told under the first id inside, as by a single look; of copies the newest speaks", () => {
  const processes: Processes = { ownPid: 1, domain: () => undefined, running: () => undefined };
  const inside = id.replaceAll("1", "a");
  const put = (name: string, ids: readonly string[], entry: object): void => {
    const timestamp = new Date(stage.clock.nowMs()).toISOString();
    stage.write(name, ids.map((sessionId) => `${JSON.stringify({ sessionId, timestamp, ...entry })}\n`).join(""));
    fs.utimesSync(stage.path(name), stage.clock.nowMs() / 1000, stage.clock.nowMs() / 1000);
  };
  put("Notes.jsonl", [inside, id], prompt());
  put("copy.jsonl", [id], prompt());
  stage.clock.advance(1000);
  put(`${id}.jsonl`, [id], answer());
  const { clock } = stage;
  const board = openBoard({ homes: [stage.home], clock, processes, disk: noHints, onChange: () => undefined });
  clock.advance(1000);
  board.look();
  const looked = readStatuses(discover([stage.home]), {
    homes: [stage.home],
    nowMs: clock.nowMs(),
    processes,
    recentMs: 60_000,
  });
  const told = (sessions: readonly LiveSession[]): readonly string[] =>
    sessions.map(({ sessionId, path = "" }) => `${sessionId} ${basename(path)}`).toSorted();
  board.close();
  expect(told(board.sessions())).toEqual([`${id} ${id}.jsonl`, `${inside} Notes.jsonl`]);
  expect(told(looked)).toEqual(told(board.sessions()));
});
