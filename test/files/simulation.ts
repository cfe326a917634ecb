// A seed -> a history of several sessions over one disk: the logs and backups they leave, and the truth to compare with.
import { randomFrom } from "../catalog/random.ts";
import { disturb, randomBytes } from "./random-text.ts";
import { type BackupStore, backupKey, fileHistoryKeeper } from "./simulated-backups.ts";
import { type SimulatedDisk, simulatedDisk } from "./simulated-disk.ts";
import { type LogWriter, idsFrom, writeAttachment, writeCall, writePrompt, writeResult } from "./simulated-log.ts";
import { type Asked, type SimulatedSession, askCalls, finishCall } from "./simulated-session.ts";
import type { ClientVersion } from "./simulated-tool.ts";
import { type World, anyPath, names, pathOf } from "./simulated-world.ts";

export type Simulation = {
  readonly disk: SimulatedDisk;
  /** Originals before their forks. */
  readonly logs: readonly { readonly path: string; readonly bytes: Buffer }[];
  readonly backups: BackupStore;
  /** What each call was asked by, and in which session. */
  readonly calls: ReadonlyMap<string, { readonly prompt: string; readonly session: string }>;
};

const versions = ["1.0.108", "2.0.36", "2.0.36", "2.1.45", "2.1.45", "2.1.325", "2.1.325", "2.1.325"] as const;
export function simulate(seed: number, steps: number): Simulation {
  const random = randomFrom(seed);
  const isWindows = random.chance(0.12);
  const world: World = {
    random,
    disk: simulatedDisk(Date.UTC(2026, 0, 1) + seed * 1000),
    ids: idsFrom(random.below),
    backups: new Map(),
    calls: new Map(),
    root: isWindows ? "C:\\Users\\Kim\\project" : "/home/kim/project",
    separator: isWindows ? "\\" : "/",
    projectEnds: isWindows && random.chance(0.5) ? "crlf" : "lf",
  };
  for (const name of names)
    if (random.chance(0.5)) world.disk.change(pathOf(world, name), randomBytes(random), "unlogged");
  const sessions: SimulatedSession[] = [openSession(world)];
  for (let step = 0; step < steps; step++) {
    world.disk.advance(2 + random.below(3000));
    takeStep(world, sessions);
  }
  return {
    disk: world.disk,
    logs: sessions.map(({ log }) => ({
      path: log.path,
      bytes: Buffer.from(log.lines.map((line) => `${line}\n`).join("")),
    })),
    backups: world.backups,
    calls: world.calls,
  };
}

function openSession(world: World): SimulatedSession {
  const { random, ids } = world;
  const session = ids.uuid();
  const version: ClientVersion = random.pick(versions);
  return sessionOf(world, {
    path: `${session}.jsonl`,
    version,
    session,
    cwd: world.root,
    agent: undefined,
    lines: [],
    parent: null,
  });
}

function sessionOf(world: World, log: LogWriter): SimulatedSession {
  const isTerminal = log.agent === undefined && log.version !== "1.0.108" && world.random.chance(0.6);
  return {
    log,
    keeper: isTerminal ? fileHistoryKeeper(log, world.disk, world.backups) : undefined,
    prompts: [],
    prompt: "",
    seen: new Map(),
    isEnded: false,
  };
}

function takeStep(world: World, sessions: SimulatedSession[]): void {
  const { random } = world;
  if (random.chance(0.1)) {
    changeOutside(world);
    return;
  }
  const open = sessions.filter((session) => !session.isEnded);
  if (open.length === 0 || (open.length < 4 && random.chance(0.04))) {
    sessions.push(openSession(world));
    return;
  }
  const session = open[random.below(open.length)];
  if (session === undefined) return;
  const roll = random.below(100);
  if (session.prompt === "" || (roll < 18 && session.log.agent === undefined)) ask(world, session);
  else if (roll < 21) rewind(world, session);
  else if (roll < 24) sessions.push(...forked(world, session));
  else if (roll < 28) sessions.push(...spawned(world, session));
  else if (roll < 32) mention(world, session);
  else work(world, session, open);
}

function changeOutside(world: World): void {
  const { random, disk } = world;
  const path = anyPath(world);
  const bytes = disk.read(path);
  if (bytes === undefined || random.chance(0.1))
    disk.change(path, bytes === undefined ? randomBytes(random) : undefined, "unlogged");
  else disk.change(path, disturb(random, bytes), "unlogged");
}

function ask({ ids, disk, random }: World, session: SimulatedSession): void {
  const uuid = ids.uuid();
  const text = `please ${random.pick(["add", "fix", "drop", "tidy"])} thing ${uuid.slice(-6)}`;
  session.prompts.push({ uuid, parent: session.log.parent, text });
  // The snapshot may stand in front of the prompt, or behind it.
  const isFirst = random.chance(0.5);
  if (isFirst) session.keeper?.snapshot(uuid);
  writePrompt(session.log, text, { uuid, timeMs: disk.now() });
  if (!isFirst) session.keeper?.snapshot(uuid);
  session.prompt = text;
}

/** Goes back to an earlier prompt, mostly with the files as they were. */
function rewind(world: World, session: SimulatedSession): void {
  const target = session.prompts[world.random.below(session.prompts.length)];
  if (target === undefined || session.keeper === undefined || session.prompts.length < 2) return;
  if (world.random.chance(0.7)) session.keeper.restore(target.uuid);
  session.log.parent = target.parent;
  ask(world, session);
}

/** The same lines under a new session: with a mark in newer clients, without one in older. */
function forked(world: World, from: SimulatedSession): readonly SimulatedSession[] {
  if (from.log.agent !== undefined || from.keeper === undefined) return [];
  const session = world.ids.uuid();
  const isMarked = from.log.version === "2.1.325";
  const lines = from.log.lines.map((line) => {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== "object" || entry === null || !("uuid" in entry)) return line;
    const mark = isMarked ? { forkedFrom: { sessionId: from.log.session, messageUuid: entry.uuid } } : {};
    return JSON.stringify({ ...entry, ...mark, sessionId: session });
  });
  for (const [key, bytes] of world.backups) {
    if (isMarked && key.startsWith(`${from.log.session}/`))
      world.backups.set(backupKey(session, key.slice(from.log.session.length + 1)), bytes);
  }
  const log: LogWriter = { ...from.log, path: `${session}.jsonl`, session, lines };
  const copy = sessionOf(world, log);
  ask(world, copy);
  return [copy];
}

/** An agent with a log of its own, working for the session that started it. */
function spawned(world: World, from: SimulatedSession): readonly SimulatedSession[] {
  const { log } = from;
  if (log.agent !== undefined || log.version === "1.0.108") return [];
  const { ids, disk } = world;
  const agent = `a${ids.uuid().slice(-6)}`;
  const call = {
    id: ids.call(),
    name: "Task",
    input: { description: "Help", prompt: "help", subagent_type: "general-purpose" },
  };
  const source = writeCall(log, call, { uuid: ids.uuid(), timeMs: disk.now(), message: ids.message() });
  const own = sessionOf(world, { ...log, path: `agent-${agent}.jsonl`, agent, lines: [], parent: null });
  writePrompt(own.log, "help", { uuid: ids.uuid(), timeMs: disk.now() });
  const helper: SimulatedSession = { ...own, keeper: undefined, prompt: from.prompt };
  for (let count = world.random.below(5); count >= 0; count--) {
    disk.advance(2 + world.random.below(100));
    work(world, helper, []);
  }
  disk.advance(2);
  const result = {
    callId: call.id,
    text: "done",
    isError: false,
    result: { status: "completed", agentId: agent, content: [] },
    source,
  };
  writeResult(log, result, { uuid: ids.uuid(), timeMs: disk.now() });
  return [{ ...helper, isEnded: true }];
}

function mention(world: World, session: SimulatedSession): void {
  const { disk, ids, random } = world;
  const path = anyPath(world);
  const bytes = disk.read(path);
  if (bytes === undefined || session.log.version !== "2.1.325" || bytes.length > 20_000) return;
  const lines = bytes
    .toString(bytes[0] === 0xff ? "utf16le" : "utf8")
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  const at = { uuid: ids.uuid(), timeMs: disk.now() };
  const last = session.seen.get(path);
  session.seen.set(path, bytes);
  if (last === undefined || last.equals(bytes)) {
    const file = {
      filePath: path,
      content: lines.join("\n"),
      numLines: lines.length,
      startLine: 1,
      totalLines: lines.length,
    };
    writeAttachment(
      session.log,
      { type: "file", filename: path, content: { type: "text", file }, displayPath: path },
      at,
    );
    return;
  }
  const from = random.below(lines.length);
  const snippet = lines
    .slice(from, from + 5)
    .map((line, index) => `${from + 1 + index}\t${line}`)
    .join("\n");
  writeAttachment(session.log, { type: "edited_text_file", filename: path, snippet }, at);
}

/** One or two calls, with other sessions at work between asking and getting. */
function work(world: World, session: SimulatedSession, others: readonly SimulatedSession[]): void {
  const asked: Asked[] = askCalls(world, session);
  const other = others[world.random.below(others.length + 1)];
  if (other !== undefined && other !== session && other.prompt !== "" && world.random.chance(0.3)) {
    world.disk.advance(2);
    work(world, other, []);
  }
  const isReversed = world.random.chance(0.3);
  for (const call of isReversed ? asked.toReversed() : asked) {
    world.disk.advance(2 + world.random.below(200));
    finishCall(world, session, call);
  }
}
