// The sentences that a status rests on -> true whenever they are shown; and logs whose clock is ahead -> no false presence.
import * as fs from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LiveSession, type Processes, openBoard, readStatuses } from "../../src/live/index.ts";
import { discover } from "../../src/store/index.ts";
import { type Stage, noHints, openStage } from "./stage.ts";
import { type Case, answer, bash, prompt, says, startMs, statusIn } from "./status-case.ts";

const id = "11111111-1111-4111-8111-111111111111";
const noProcesses: Processes = { ownPid: 1, domain: () => undefined, running: () => undefined };
let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => stage.close());

const open = [prompt(), bash("b", "sleep 100")];
const cases: readonly (readonly [string, Case, number])[] = [
  ["a busy client that runs a command", { entries: open, owner: says("busy"), quiet: 1 }, 90],
  ["a client that is idle", { entries: [prompt(), answer()], owner: says("idle"), quiet: 301 }, 9000],
  ["an open command that no client speaks for", { entries: open, quiet: 1 }, 9],
  ["a log that is quiet for long", { entries: [prompt(), answer()], quiet: 301 }, 9000],
  ["an answer that nobody came back to", { entries: [prompt(), answer()], quiet: 61 }, 290],
];

test.each(cases)("the evidence of %s is the same sentence later, with its time beside it", (_, given, later) => {
  const first = statusIn(given);
  const second = statusIn({ ...given, quiet: later });
  expect([second.status, second.evidence]).toEqual([first.status, first.evidence]);
  expect(first.evidence.every(({ atMs }) => atMs !== undefined)).toBe(true);
});

test("a running command's evidence has the time of the call", () => {
  const { evidence } = statusIn({ entries: [...open], owner: says("busy") });
  expect(evidence[1]).toEqual({ source: "log", text: "Bash sleep 100 has no result yet", atMs: startMs + 10_000 });
});

test("of a session that ended nothing is said to go on", () => {
  const owner = { kind: "left", pid: 7, atMs: startMs } as const;
  const thought = {
    type: "assistant",
    message: { role: "assistant", content: [{ type: "thinking", thinking: "Hm" }] },
  };
  expect(statusIn({ entries: open, owner }).evidence[1]?.text).toBe("Bash sleep 100 was never answered");
  expect(statusIn({ entries: [prompt(), thought], owner }).evidence[1]?.text).toBe(
    "the model spoke, and did not come to an end",
  );
});

test("how long an idle session is quiet is said as the least, for it goes on being so", () => {
  const { evidence } = statusIn({ entries: [prompt(), answer()], owner: says("idle"), quiet: 9000 });
  expect(evidence[1]?.text).toBe("the model ended its turn; then quiet for more than 5 min 0 s");
});

const days = 3 * 86_400_000;

/** A log whose lines are three days ahead of the clock; its file was written to `agoMs` ago. */
function aheadLog(agoMs: number): void {
  const nowMs = stage.clock.nowMs();
  const timestamp = new Date(nowMs + days).toISOString();
  const lines = [prompt(), answer()].map((entry) => JSON.stringify({ version: "2.1.325", timestamp, ...entry }));
  stage.write(`${id}.jsonl`, `${lines.join("\n")}\n`);
  fs.mkdirSync(`${stage.home}/sessions`);
  const seconds = (nowMs - agoMs) / 1000;
  fs.utimesSync(stage.path(`${id}.jsonl`), seconds, seconds);
}

const looked = (): LiveSession | undefined => {
  const options = { homes: [stage.home], nowMs: stage.clock.nowMs(), processes: noProcesses, recentMs: Infinity };
  return readStatuses(discover([stage.home]), options)[0];
};

test("a log whose times are ahead is judged by its file's time, and it is said that they are", () => {
  aheadLog(600_000);
  const status = looked()?.status;
  expect(status).toMatchObject({ status: "ended", confidence: "likely" });
  expect(status?.evidence.at(-1)).toEqual({
    source: "clock",
    text: "times in the log are ahead of this machine's clock: the time of its file counts",
    atMs: stage.clock.nowMs() - 600_000,
  });
});

test("a log whose file is ahead as well tells nothing", () => {
  aheadLog(-days);
  expect(looked()?.status).toMatchObject({ status: "unknown", confidence: "guess" });
});

test("a followed log whose times are ahead rests once no line comes for long", () => {
  aheadLog(-days);
  const heard: LiveSession[] = [];
  const options = { homes: [stage.home], clock: stage.clock, processes: noProcesses, disk: noHints };
  const board = openBoard({ ...options, onChange: (session) => heard.push(session) });
  board.look();
  stage.clock.advance(120_000);
  board.look();
  expect(heard.map(({ status }) => status.status)).toEqual(["waiting_input", "ended"]);
  board.close();
});
