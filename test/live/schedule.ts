// A seed -> a schedule of what programs do to logs, played on real files in front of a tail, and held against the oracle.
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { type LiveDisk, nodeLiveDisk, openTail } from "../../src/live/index.ts";
import { type Random, randomFrom } from "../catalog/random.ts";
import { handClock } from "./hand-clock.ts";
import { type Holding, type Thing, oracle } from "./oracle.ts";
import { told } from "./told.ts";

const settleMs = 100;
const missingLooks = 3;

export function checkSchedule(seed: number, holding: Holding, steps = 60): void {
  const home = fs.mkdtempSync(join(tmpdir(), "clew-tail-"));
  const clock = handClock(1_800_000_000_000);
  const random = randomFrom(seed);
  const shut = new Set<string>();
  // Twice: a file that another took the name of, and that is not held open, is waited for once before it is given up.
  const looksEach = holding === "few-held" ? 2 : 1;
  const heard = told();
  const expected = oracle(missingLooks, holding);
  const files = playground(home, random, holding);
  const tail = openTail({
    homes: [home],
    clock,
    onEvent: heard.take,
    disk: sometimesShut(shut),
    limits: {
      chunkBytes: 2048,
      settleMs,
      missingMs: settleMs * (missingLooks * looksEach - 0.5),
      openFiles: holding === "all-held" ? 256 : 1,
      // Only `sweep` looks.
      beatMs: 1e9,
    },
  });
  const look = (): void => {
    for (let times = 0; times < looksEach; times += 1) {
      clock.advance(settleMs);
      tail.sweep();
    }
    expected.look(files.names, (path) => shut.has(path));
  };
  try {
    clock.advance(0);
    for (let step = 0; step < steps; step += 1) {
      if (holding === "few-held") look();
      files.act((path) => shut.has(path));
      // Who is neither held nor seen cannot be told from one that has its number.
      if (holding === "all-held" && random.chance(0.1)) toggle(shut, random, [...files.names.keys()]);
      if (random.chance(0.5)) look();
    }
    shut.clear();
    // Twice: a file that moved under another's name may leave its own to be found.
    for (let times = 0; times < 2; times += 1) look();
    expect(heard.lines(), `schedule ${seed}, ${holding}`).toEqual(expected.lines());
  } finally {
    tail.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

function toggle(shut: Set<string>, random: Random, paths: readonly string[]): void {
  const [first, ...others] = paths;
  if (first === undefined) return;
  const path = random.pick([first, ...others]);
  if (!shut.delete(path)) shut.add(path);
}

/** No hints: looking alone must find everything. */
function sometimesShut(shut: ReadonlySet<string>): LiveDisk {
  const look: LiveDisk["look"] = (path) => {
    if (shut.has(path)) throw Object.assign(new Error("shut"), { code: "EACCES" });
    return nodeLiveDisk.look(path);
  };
  return { ...nodeLiveDisk, look, watch: () => () => undefined };
}

type Playground = {
  readonly names: ReadonlyMap<string, Thing>;
  /** One thing happens to a file that may be touched. */
  readonly act: (isShut: (path: string) => boolean) => void;
};

function playground(home: string, random: Random, holding: Holding): Playground {
  const folders = ["projects/-p", "projects/-q", "projects/-p/11111111-1111-4111-8111-111111111111/subagents"];
  const paths = folders.flatMap((folder) =>
    ["agent-a1", "agent-b2", "agent-c3"].map((name) => join(home, folder, `${name}.jsonl`)),
  );
  const names = new Map<string, Thing>();
  let count = 0;
  for (const folder of folders) fs.mkdirSync(join(home, folder), { recursive: true });

  const line = (): string => {
    count += 1;
    const filling = random.chance(0.08) ? random.below(9000) : random.below(200);
    const nul = random.chance(0.1) ? "\0".repeat(1 + random.below(40)) : "";
    const end = random.chance(0.1) ? "\r\n" : "\n";
    return `${JSON.stringify({ type: "user", uuid: `u${count}`, text: "x".repeat(filling) })}${nul}${end}`;
  };
  const lines = (): Buffer => Buffer.from(Array.from({ length: 1 + random.below(5) }, line).join(""));
  const some = (bytes: Buffer): Buffer => bytes.subarray(0, random.below(bytes.length));

  /** Real time is coarser than these steps: each change gets a time of its own. */
  function stamp(path: string): void {
    count += 1;
    const time = 1_700_000_000 + count;
    for (const each of [path, dirname(path)]) if (fs.existsSync(each)) fs.utimesSync(each, time, time);
  }

  function put(path: string, content: Buffer): void {
    const thing = names.get(path) ?? { content };
    thing.content = content;
    names.set(path, thing);
    // In place: the inode stays.
    fs.writeFileSync(path, content);
    stamp(path);
  }

  function remove(path: string): void {
    names.delete(path);
    fs.rmSync(path);
    stamp(path);
  }

  function rename(from: string, to: string): void {
    const thing = names.get(from);
    if (thing === undefined || from === to) return;
    // A file that nothing could be told of, and that is not held, is a new one under its new name.
    if (holding === "few-held" && !thing.content.includes(0x0a)) return;
    names.delete(from);
    names.set(to, thing);
    fs.renameSync(from, to);
    for (const path of [from, to]) stamp(path);
  }

  function replace(path: string, content: Buffer): void {
    fs.writeFileSync(`${path}.part`, content);
    fs.renameSync(`${path}.part`, path);
    names.set(path, { content });
    stamp(path);
  }

  const actions: readonly [Act, ...Act[]] = [
    (path, old) => put(path, Buffer.concat([old, lines()])),
    (path, old) => put(path, Buffer.concat([old, some(lines())])),
    (path, old) => put(path, Buffer.concat([old, Buffer.alloc(random.below(300))])),
    (path, old) => put(path, some(Buffer.concat([old, Buffer.from("x")]))),
    (path, old) => put(path, Buffer.concat([some(old), lines(), lines()])),
    (path) => put(path, lines()),
    (path) => put(path, Buffer.alloc(0)),
    (path) => replace(path, lines()),
    (path, old) => replace(path, Buffer.concat([old, lines()])),
    (path) => remove(path),
    (path) => {
      remove(path);
      put(path, lines());
    },
    (path, old) => {
      remove(path);
      put(path, Buffer.concat([old, lines()]));
    },
    (path) => {
      fs.chmodSync(path, random.pick([0o400, 0o600, 0o644]));
      fs.chmodSync(path, 0o600);
    },
    (path, _old, to) => rename(path, to),
    (path, _old, to) => rename(path, to),
  ];

  return {
    names,
    act(isShut) {
      const free = paths.filter((path) => !isShut(path));
      const [first, ...others] = free;
      if (first === undefined) return;
      const path = random.pick([first, ...others]);
      const thing = names.get(path);
      // New logs come often, and growth is what mostly happens.
      if (thing === undefined) put(path, random.chance(0.7) ? lines() : some(lines()));
      else
        (random.chance(0.4) ? actions[0] : random.pick(actions))(path, thing.content, random.pick([first, ...others]));
    },
  };
}

type Act = (path: string, old: Buffer, to: string) => void;
