// Size and seed -> a config home full of sessions and its TRUTH.json; stops at the first session that reaches the size.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { converse } from "./conversation.ts";
import { createDamage } from "./damage.ts";
import { openFork, writeAgentCopy } from "./forks.ts";
import { writeNeighbours } from "./neighbours.ts";
import { type Prose, createProse } from "./prose.ts";
import { type Rng, createWideRng } from "./rng.ts";
import { titleLine } from "./side-lines.ts";
import { drawSpelling } from "./spelling.ts";
import { type Kept, type Session, type Thread, openSessionSink, openThread } from "./thread.ts";
import { type Truth, add, emptyTruth } from "./truth.ts";
import { type Version, versionDraw, versions } from "./versions.ts";

export type TreeOptions = {
  readonly dir: string;
  readonly sizeBytes: number;
  readonly seed: number;
  /** Default: 1 line in 1,000. */
  readonly damageRate?: number;
};

export function generateTree(options: TreeOptions): Truth {
  const { dir, sizeBytes, seed } = options;
  mkdirSync(dir, { recursive: true });
  const rng = createWideRng(seed);
  const truth = emptyTruth(seed);
  const weave = rng.branch(0);
  const projects = Array.from({ length: 16 }, (_, index) => projectPath(weave, index));
  const prose = createProse(weave);
  for (let index = 0; truth.bytes < sizeBytes; index += 1) {
    const session = openSession({ options, rng: rng.branch(index + 1), truth, projects, prose, index });
    // One long session, for whoever measures single files.
    const plan =
      index === 0 ? { turns: Number.MAX_SAFE_INTEGER, bytes: sizeBytes / 8 } : { turns: turnCount(session.rng) };
    writeSession(session, plan);
    if (index % 40 === 5) writeNeighbours(session);
  }
  writeFileSync(join(dir, "TRUTH.json"), `${JSON.stringify(truth, undefined, 2)}\n`);
  return truth;
}

function writeSession(session: Session, plan: { readonly turns: number; readonly bytes?: number }): void {
  const { truth, prose, rng } = session;
  const sink = openSessionSink(session, join(session.folder, `${session.id}.jsonl`));
  const thread = openThread(session, sink);
  truth.sessions += 1;
  add(truth.versions, session.version.version);
  converse(thread, { ...plan, title: prose.title() });
  finish(thread);
  if (session.kept === undefined) return;
  if (session.version.agents.place === "nested") writeAgentCopy(session);
  const fork = openFork({ ...session, spelling: drawSpelling(rng.branch(9), 0) }, thread.turns);
  add(truth.versions, session.version.version);
  converse(fork, { turns: rng.int(0, 4), title: prose.title() });
  finish(fork);
}

function finish(thread: Thread): void {
  const { session, sink } = thread;
  if (session.rng.chance(0.4)) titleLine(thread, session.prose.title());
  sink.close({ lastMs: session.clock.ms, newline: session.damage.end(sink) });
}

type Draw = {
  readonly options: TreeOptions;
  readonly rng: Rng;
  readonly truth: Truth;
  readonly projects: readonly string[];
  readonly prose: Prose;
  readonly index: number;
};

function openSession(draw: Draw): Session {
  const { rng, truth, index, options } = draw;
  const version = chooseVersion(rng, index);
  const cwd = rng.pick(draw.projects);
  // Only sessions of a bounded length are forked, for their entries wait in memory.
  const forked = index % 9 === 1 || index % 9 === 4 || (index > 0 && rng.chance(0.04));
  const kept: Kept[] = [];
  return {
    root: options.dir,
    folder: join("projects", slugOf(cwd)),
    id: rng.uuid(),
    cwd,
    gitBranch: rng.pick(["main", "main", "feature/tide", ""]),
    version,
    surface: version.queue === "none" || rng.chance(0.7) ? "tui" : "sdk",
    rng,
    prose: draw.prose,
    truth,
    damage: createDamage(rng.branch(7), options.damageRate ?? 1 / 1000),
    clock: { ms: version.eraMs + index * 37 * 60_000 },
    ...(version.chain === "tree"
      ? {
          slug: `${rng.pick(["mossy", "quiet", "linear"])}-${rng.pick(["tickling", "cooking", "drifting"])}-${rng.pick(["gray", "otter", "parnas"])}`,
        }
      : {}),
    spelling: drawSpelling(rng.branch(8), index),
    oddities: { rng: rng.branch(6), hugeChars: index === 3 || index % 397 === 10 ? hugeChars(options.sizeBytes) : 0 },
    ...(forked ? { kept } : {}),
  };
}

const hugeChars = (sizeBytes: number): number => Math.round(Math.min(3_000_000, Math.max(200_000, sizeBytes / 100)));

// The first sessions walk through every version, newest first, so that even a small tree holds them all.
function chooseVersion(rng: Rng, index: number): Version {
  return versions.at(-1 - index) ?? rng.pick(versionDraw);
}

const turnCount = (rng: Rng): number => (rng.chance(0.05) ? rng.int(30, 120) : rng.int(1, 10));

/** Every character that is no ASCII letter or digit becomes a dash, so two folders may share a slug. */
export const slugOf = (cwd: string): string => cwd.replace(/[^a-zA-Z0-9]/g, "-");

const oddNames = [
  "/home/dev/work/日本語 app",
  "/home/dev/.dotfiles",
  "/home/dev/work/api_v2.1",
  "/home/dev/work/api-v2-1",
];

function projectPath(rng: Rng, index: number): string {
  return oddNames[index] ?? `/home/dev/work/${rng.pick(["api", "web", "infra", "ml", "mobile"])}-${rng.hex(4)}`;
}
