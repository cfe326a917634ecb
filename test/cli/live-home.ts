// A home with a session that this very process has open, as its registry says -> what `clew watch` says while it changes.
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { ExitCode, Io, Listener, Program } from "../../src/cli/index.ts";
import { startProgram } from "../../src/cli/start-program.ts";
import { type JsonObject, isObject } from "../../src/format/index.ts";
import { nodeProcesses } from "../../src/store/index.ts";
import { type HandClock, handClock } from "../live/hand-clock.ts";
import { clew, nowMs } from "./fake-io.ts";
import { scratchFolder } from "./tree.ts";

export const sessionId = "11111111-1111-4111-8111-111111111111";

export type LiveHome = {
  readonly home: string;
  readonly path: string;
  /** Written a moment before `atMs`. */
  readonly log: (entry: object, atMs?: number) => void;
  /** What the client says of itself. */
  readonly say: (status: string, more?: object) => void;
};

export function liveHome(title: string): LiveHome {
  const home = scratchFolder();
  const path = join(home, "projects", "-home-ada-loom", `${sessionId}.jsonl`);
  mkdirSync(join(home, "projects", "-home-ada-loom"), { recursive: true });
  mkdirSync(join(home, "sessions"));
  const { running, domain } = nodeProcesses();
  const log = (entry: object, atMs = nowMs): void => {
    const timestamp = new Date(atMs).toISOString();
    const shared = { sessionId, cwd: "/home/ada/loom", version: "2.1.325", uuid: `u-${atMs}`, timestamp };
    appendFileSync(path, `${JSON.stringify({ ...shared, ...entry })}\n`);
    utimesSync(path, atMs / 1000, atMs / 1000);
  };
  log({ type: "user", message: { role: "user", content: title } }, nowMs - 60_000);
  return {
    home,
    path,
    log,
    say(status, more = {}) {
      const registry = { sessionId, procStart: running(process.pid)?.start, pidDomain: domain(), status };
      const text = JSON.stringify({ pid: process.pid, ...registry, statusUpdatedAt: nowMs, ...more });
      writeFileSync(join(home, "sessions", `${process.pid}.json`), text);
    },
  };
}

/** Lines of JSON, one object each. */
export function objects(out: string): readonly JsonObject[] {
  return out
    .trim()
    .split("\n")
    .map((line) => {
      const value: unknown = JSON.parse(line);
      if (!isObject(value)) throw new Error(`no object: ${line}`);
      return value;
    });
}

export const bash = (id: string, command: string): object => ({
  type: "assistant",
  message: {
    role: "assistant",
    content: [{ type: "tool_use", id, name: "Bash", input: { command } }],
    stop_reason: "tool_use",
  },
});

export type Watch = {
  readonly clock: HandClock;
  readonly out: () => string;
  readonly err: () => string;
  /** Lets time pass, and what is drawn be drawn. */
  readonly pass: (ms: number) => Promise<void>;
  /** Until that is to be seen; drawing may have to load something first. */
  readonly until: (text: string) => Promise<void>;
  readonly press: (key: string) => void;
  readonly stop: () => void;
  readonly programs: readonly Program[];
  /** Until every program that was started has ended. */
  readonly ended: () => Promise<void>;
  readonly code: Promise<ExitCode>;
};

/** `start`: what starts programs; without it they run for real. */
export async function startWatch(
  args: readonly string[],
  world: Partial<Io>,
  start?: Io["live"]["start"],
): Promise<Watch> {
  const clock = handClock(nowMs);
  const out: string[] = [];
  const err: string[] = [];
  const programs: Program[] = [];
  const running: Promise<unknown>[] = [];
  let listener: Listener | undefined;
  let heard = (): void => undefined;
  const isHeard = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const live: Io["live"] = {
    clock,
    flush: () => undefined,
    environment: {},
    screen: () => ({ columns: 120, rows: 20 }),
    listen(given) {
      listener = given;
      heard();
      return () => undefined;
    },
    start(program) {
      programs.push(program);
      const ended = (start ?? ((one) => startProgram(one, process.env)))(program);
      running.push(ended);
      return ended;
    },
  };
  const write = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  const code = clew(["watch", ...args], { ...write, live, ...world }).then((outcome) => {
    heard();
    return outcome.code;
  });
  await isHeard;
  return {
    clock,
    out: () => out.join(""),
    err: () => err.join(""),
    async pass(ms) {
      clock.advance(ms);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
    },
    async until(text) {
      for (let turn = 0; turn < 500 && !out.join("").includes(text); turn++) {
        clock.advance(100);
        await new Promise((resolve) => void setTimeout(resolve, 5));
      }
    },
    press: (key) => listener?.onKey?.(key),
    stop: () => listener?.onStop("interrupted"),
    programs,
    ended: async () => void (await Promise.all(running)),
    code,
  };
}
