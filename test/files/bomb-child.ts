// A process with a small heap: seeds -> each bomb under some commands and questions of the daemon, one JSON line each.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answersOf } from "../../src/cli/serve/answers.ts";
import { WorldError } from "../../src/store/index.ts";
import { clew, nowMs } from "../cli/fake-io.ts";
import { type Bomb, bombOf, innocent, target } from "./bombs.ts";

export type BombReport = {
  readonly seed: number;
  readonly name: string;
  readonly runs: number;
  /** Empty where all is well. */
  readonly wrong: readonly string[];
  /** Of the process so far. */
  readonly maxRssMb: number;
  readonly cpuMs: number;
};

const steps: readonly (readonly string[])[] = [
  ["files"],
  ["files", "log", target],
  ["files", "show", target],
  ["files", "show", target, "--at", "v2", "--json"],
  ["files", "diff", target, "v1", "v2"],
  ["files", "diff", target, "v2", "v20", "--json"],
  ["blame", target],
  ["show", "SESSION"],
  ["recover", target, "--partial", "--out", "OUT"],
];

const questions: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["files", {}],
  ["file-versions", { path: target }],
  ["file-content", { path: target }],
  ["file-content", { path: target, version: "3" }],
  ["file-diff", { path: target, from: "1", to: "2" }],
];

/** Two commands and a question of each bomb, in turn; always the list of files and a recovery. */
async function check(seed: number, home: string): Promise<Omit<BombReport, "maxRssMb" | "cpuMs">> {
  const bomb = bombOf(seed);
  const folder = join(home, "projects", "-p");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${bomb.session}.jsonl`), bomb.lines.map((line) => `${line}\n`).join(""));
  const wrong: string[] = [];
  const run = async (args: readonly string[]) => {
    const outcome = await clew(args, { homes: [home], cwd: "/p" });
    if (/\n\s+at .*:\d+:\d+/.test(outcome.err)) wrong.push(`${args.join(" ")}: ${outcome.err.slice(0, 500)}`);
    return outcome;
  };
  const { out } = await run(["files", "--json"]);
  if (!out.includes(JSON.stringify(innocent.path))) wrong.push("the innocent file is not listed");
  if (bomb.isBeyond && !out.includes('"too-large"')) wrong.push("the list does not report what is too large");
  await checkRecovery(bomb, home, { run, wrong });
  for (const step of [steps[seed % steps.length], steps[(seed * 5 + 3) % steps.length]]) {
    const args = step?.map((word) => (word === "OUT" ? join(home, "more") : word === "SESSION" ? bomb.session : word));
    await run(args ?? []);
  }
  await ask(questions[seed % questions.length] ?? ["files", {}], home, wrong);
  return { seed, name: bomb.name, runs: 5, wrong };
}

type Running = { readonly run: (args: readonly string[]) => Promise<unknown>; readonly wrong: string[] };

async function checkRecovery({ last }: Bomb, home: string, { run, wrong }: Running): Promise<void> {
  const out = join(home, "out");
  const paths = last === undefined ? [innocent.path] : [innocent.path, target];
  await run(["recover", ...paths, "--out", out]);
  if (readFileSync(join(out, innocent.path), "utf8") !== innocent.text) wrong.push("the innocent file is another");
  if (last !== undefined && readFileSync(join(out, target), "utf8") !== last) wrong.push("the last text is another");
}

async function ask([about, args]: (typeof questions)[number], home: string, wrong: string[]): Promise<void> {
  const settings = { homes: [home], cwd: "/", timeZone: "UTC", cacheDir: "/dev/null/c", dataDir: "/dev/null/d" };
  try {
    const answer = answersOf({ ...settings, command: "clew", demoHome: "/nowhere" });
    const { status } = await answer({ about, args, nowMs }, () => undefined);
    if (status !== 200) wrong.push(`${about}: ${status}`);
  } catch (error) {
    // What is not known is refused in words.
    if (!(error instanceof WorldError)) wrong.push(`${about}: ${String(error)}`);
  }
}

for (const seed of process.argv.slice(2).map(Number)) {
  const home = mkdtempSync(join(tmpdir(), "clew-bomb-"));
  const before = process.cpuUsage();
  try {
    const found = await check(seed, home);
    const { user, system } = process.cpuUsage(before);
    const maxRssMb = Math.round(process.resourceUsage().maxRSS / 1024);
    const report: BombReport = { ...found, maxRssMb, cpuMs: Math.round((user + system) / 1000) };
    process.stdout.write(`${JSON.stringify(report)}\n`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
process.exit(0);
