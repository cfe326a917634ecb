// Two builds of clew -> the CPU time of each command in both, run in turn on the same tree.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { editedFile } from "../generate/edited-file.ts";
import { needleWord } from "../generate/truth.ts";
import { giantSessionId, writeGiantSession } from "../giant/session.ts";
import { blameHistory } from "./blame-history.ts";
import type { Job } from "./child.ts";
import { ContestError, median } from "./contest.ts";
import { largestPath } from "./entrants.ts";
import { type Field, clewJob } from "./field.ts";
import type { Limit } from "./limit.ts";

export type Against = {
  /** The other checkout, built. */
  readonly other: string;
  readonly rounds: number;
  readonly blame: { readonly lines: number; readonly versions: number };
  readonly onRow: (row: AgainstRow) => void;
};

export type AgainstRow = {
  readonly name: string;
  /** Medians, user and system time of the process and all that it started. */
  readonly baseMs: number;
  readonly ourMs: number;
};

/** A command may cost a tenth more than it did, plus what a timer cannot resolve. */
const allowedRatio = 1.1;
const allowedMs = 5;

type Command = {
  readonly name: string;
  readonly args: readonly string[];
  readonly dir?: string;
  /** Run before each measured run: the cache folder of that side is given. */
  readonly prepare?: (cacheDir: string) => void;
  /** A name for the cache where the command needs one in a known state. */
  readonly cache?: string;
};

export async function compareBuilds(field: Field, options: Against): Promise<readonly AgainstRow[]> {
  const binary = join(options.other, "bin", "clew.js");
  if (!existsSync(join(options.other, "dist")))
    throw new ContestError(`cannot compare: ${options.other} has no build; run npm run build there`);
  const rows: AgainstRow[] = [];
  for (const command of commandsOf(field, options)) {
    const row = compareCommand(field, command, { binary, rounds: options.rounds });
    options.onRow(row);
    rows.push(row);
  }
  return rows;
}

export const limitsOfRows = (rows: readonly AgainstRow[]): readonly Limit[] =>
  rows.map(({ name, baseMs, ourMs }) => ({
    what: `${name}: CPU over the other build's`,
    figure: ourMs,
    most: Math.round(baseMs * allowedRatio + allowedMs),
    unit: " ms",
    force: "kept",
  }));

export function rowText({ name, baseMs, ourMs }: AgainstRow): string {
  const ms = (value: number): string => value.toFixed(0).padStart(7);
  return `${name.padEnd(36)}${ms(baseMs)} ms${ms(ourMs)} ms  ${(ourMs / baseMs).toFixed(2)}x`;
}

type Sides = { readonly binary: string; readonly rounds: number };

function compareCommand(field: Field, command: Command, { binary, rounds }: Sides): AgainstRow {
  const times: { readonly base: number[]; readonly ours: number[] } = { base: [], ours: [] };
  for (let round = 0; round <= rounds; round += 1) {
    // Every other round starts with the other side: the second run of a pair finds a warmer machine.
    const sides = round % 2 === 0 ? (["base", "ours"] as const) : (["ours", "base"] as const);
    for (const side of sides) {
      const job = jobOf(field, command, side);
      const ms = cpuMs(command.name, side === "ours" ? job : { ...job, args: [binary, ...job.args.slice(1)] });
      // Round 0 fills caches.
      if (round > 0) times[side].push(ms);
    }
  }
  return { name: command.name, baseMs: median(times.base), ourMs: median(times.ours) };
}

function jobOf(field: Field, { args, dir, cache = "cache", prepare }: Command, side: string): Job {
  const place = `${side}-${cache}`;
  mkdirSync(join(field.scratch, place), { recursive: true });
  prepare?.(join(field.scratch, place));
  const job = clewJob({ ...field, dir: dir ?? field.dir }, args, place);
  return { ...job, env: { ...job.env, XDG_DATA_HOME: join(field.scratch, `${side}-data`) } };
}

/** Of the process and its children, as the shell that waited for it counts it. */
function cpuMs(name: string, { program, args, env }: Job): number {
  const script = 'TIMEFORMAT="cpu %3U %3S"; time "$@" >/dev/null 2>/dev/null; exit $?';
  const ran = spawnSync("bash", ["-c", script, "bash", program, ...args], { env: { ...env }, encoding: "utf8" });
  const times = /cpu (\d+\.\d+) (\d+\.\d+)/.exec(ran.stderr);
  // Exit 1: findings, or nothing found.
  if (times === null || (ran.status !== 0 && ran.status !== 1))
    throw new ContestError(`${name}: exit ${ran.status ?? "by signal"}`);
  return 1000 * (Number(times[1]) + Number(times[2]));
}

function commandsOf(field: Field, { blame }: Against): readonly Command[] {
  const largest = largestPath(field);
  const ofLargest = (...args: readonly string[]): Command => ({
    name: `clew ${args.join(" ")}`,
    args: [args[0] ?? "", largest, ...args.slice(1)],
  });
  const ofTree = (...args: readonly string[]): Command => ({ name: `clew ${args.join(" ")}`, args });
  const empty = (cacheDir: string): void => rmSync(join(cacheDir, "clew"), { recursive: true, force: true });
  return [
    ofTree("--help"),
    ofTree("ls", "--all", "--no-index"),
    ofTree("stats", "--no-index"),
    ofTree("search", needleWord, "--no-index"),
    ofTree("doctor"),
    ofTree("status"),
    ...["lines --summary", "entries", "session --summary", "request", "context", "show", "rows"].map((words) =>
      ofLargest(...words.split(" ")),
    ),
    ...["clone", "trim", "compress", "repair"].map((name) => ofLargest(name, "--dry-run")),
    { ...ofTree("index"), prepare: empty, cache: "first" },
    // Its round 0 makes the index that the commands after it use.
    { ...ofTree("index"), name: "clew index again", cache: "index" },
    { ...ofTree("search", needleWord), cache: "index" },
    { ...ofTree("ls"), cache: "index" },
    { ...ofTree("stats"), cache: "index" },
    { ...ofTree("files"), prepare: empty, cache: "files-first" },
    { ...ofTree("files"), name: "clew files again", cache: "index" },
    ...blameCommands(field, blame),
    ...reshapeCommands(field),
  ];
}

function blameCommands(field: Field, size: Against["blame"]): readonly Command[] {
  const history = blameHistory(editedFile(1, size), field.scratch);
  if (history === undefined) return [];
  return [{ name: "clew blame", args: ["blame", history.path], dir: history.home, cache: "blame" }];
}

/** Writes for real; what the run before wrote is removed first. */
function reshapeCommands(field: Field): readonly Command[] {
  const dir = join(field.scratch, "reshape");
  const folder = join(dir, "projects", "-home-dev-work-giant");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${giantSessionId}.jsonl`);
  writeGiantSession(path, { bytes: 16 * 1_048_576, entries: 4800 });
  const clear = (): void => {
    for (const name of readdirSync(folder))
      if (name !== `${giantSessionId}.jsonl`) rmSync(join(folder, name), { recursive: true, force: true });
  };
  return ["clone", "trim"].map((name) => ({
    name: `clew ${name} (written)`,
    args: [name, path, "--force"],
    dir,
    prepare: clear,
  }));
}
