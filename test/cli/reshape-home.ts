// Nothing -> a config home with one session and all that belongs to it, and the command line on it with a clock that stands still.
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { Io } from "../../src/cli/index.ts";
import { isObject } from "../../src/format/index.ts";
import { type World, nodeWorld } from "../../src/store/index.ts";
import { type Outcome, clew, nowMs } from "./fake-io.ts";
import { type SmallLog, call, say, smallLog, think } from "./small-log.ts";
import { scratchFolder, stateOf, writeLog } from "./tree.ts";

export const weaveId = "a7a7a7a7-0000-4000-8000-000000000007";
export const agentId = "a8a8a8a8a8a8a8a8a";
const project = "-home-ada-loom";
const oldTime = new Date(nowMs - 24 * 60 * 60 * 1000);

/** As it is printed; a test says what it expects of it. */
export type Printed = { readonly [field: string]: unknown };

export type ReshapeHome = {
  readonly home: string;
  readonly data: string;
  /** The session's log, and the folder it stands in. */
  readonly path: string;
  readonly folder: string;
  readonly io: Partial<Io>;
  readonly run: (...args: readonly string[]) => Promise<Outcome>;
  /** With --json: every object that was printed, of a command that went well. */
  readonly all: (...args: readonly string[]) => Promise<readonly Printed[]>;
  readonly json: (...args: readonly string[]) => Promise<Printed>;
  /** Every file of home and data folder. */
  readonly state: () => ReadonlyMap<string, string>;
};

export function reshapeHome(log: string = weave(6), given: Partial<Io> = {}): ReshapeHome {
  const root = scratchFolder();
  const home = join(root, "home");
  const data = join(root, "data");
  mkdirSync(data);
  const path = writeLog(home, `${project}/${weaveId}`, log);
  const io = { homes: [home], cwd: root, dataDir: data, world: stillWorld(data), ...given };
  const run = (...args: readonly string[]): Promise<Outcome> => clew(args, io);
  async function all(...args: readonly string[]): Promise<readonly Printed[]> {
    const { code, out, err } = await run(...args, "--json");
    expect({ code, err }).toMatchObject({ code: 0 });
    return out.trimEnd().split("\n").map(parsed);
  }
  return {
    home,
    data,
    path,
    folder: dirname(path),
    io,
    run,
    all,
    json: async (...args) => (await all(...args))[0] ?? {},
    state: () => new Map([...stateOf(home), ...stateOf(data)]),
  };
}

/** Waiting makes it later, and nothing else does. */
function stillWorld(dataDir: string): World {
  let now = nowMs;
  return { ...nodeWorld(dataDir), nowMs: () => now, pause: (ms) => void (now += ms) };
}

export function parsed(line: string): Printed {
  const value: unknown = JSON.parse(line);
  if (!isObject(value)) throw new Error(`no object: ${line}`);
  return value;
}

/** A session that is not in use was not written to a moment ago. */
export function aged(path: unknown): string {
  const text = String(path);
  utimesSync(text, oldTime, oldTime);
  return text;
}

export const bytesAt = (path: unknown): string => readFileSync(String(path), "utf8");

/** Each turn thinks, reads a large file and answers. */
export function weave(turns: number, more: (log: SmallLog) => void = () => undefined): string {
  const log = smallLog({ sessionId: weaveId });
  for (let turn = 1; turn <= turns; turn++) {
    log.prompt(`Weave row ${turn}.`);
    log.answer(`msg_${turn}`, think(`Row ${turn} needs thought.`));
    log.answer(`msg_${turn}`, call(`toolu_${turn}`, turn === 2 ? "Bash" : "Read", { file_path: `row-${turn}.txt` }));
    log.result(`toolu_${turn}`, `row ${turn} `.repeat(600), { toolUseResult: { stdout: "copy" } });
    log.answer(`msg_${turn}b`, say(`Row ${turn} is woven. It took a while.`));
  }
  more(log);
  return log.text();
}

/** What stands beside a log in a real home. */
export function addSidecars({ home, folder }: ReshapeHome): void {
  const own = join(folder, weaveId);
  const agent = smallLog({ sessionId: weaveId, envelope: { isSidechain: true, agentId } });
  agent.prompt("Count the threads.");
  agent.answer("msg_a", say("240"));
  put(join(own, "subagents", `agent-${agentId}.jsonl`), agent.text());
  put(join(own, "subagents", `agent-${agentId}.meta.json`), '{"agentType":"Explore"}');
  put(join(own, "tool-results", "b12345678.txt"), "a long output");
  put(join(home, "file-history", weaveId, "0123456789abcdef@v1"), "as it was");
  put(join(home, "todos", `${weaveId}-agent-${weaveId}.json`), "[]");
  put(join(home, "tasks", weaveId, "1.json"), '{"id":"1"}');
}

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  aged(path);
}

/** A registry in which this very process has the session open. */
export function register({ home }: ReshapeHome, sessionId: string): void {
  put(
    join(home, "sessions", `${process.pid}.json`),
    JSON.stringify({ pid: process.pid, sessionId, startedAt: Date.now() }),
  );
}

/** What `move` says of a folder that nobody has made. */
export const notThere = (folder: string): string =>
  `clew: ${folder} is not there yet: make it before you go on with the session there\n`;
