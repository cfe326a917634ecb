// Size and seed -> a generated tree, every command timed on it in turn, a table; exit 1 when a total differs from the truth.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { generateTree } from "./generate/tree.ts";
import { checkTruth, differs } from "./measure/checks.ts";
import { ContestError, contest } from "./measure/contest.ts";
import { clewJob, entrants } from "./measure/entrants.ts";
import { findRipgrep } from "./measure/ripgrep.ts";
import { table } from "./measure/table.ts";

const usage = "usage: npm run bench -- [--size-mb N] [--seed S] [--smoke] [--json] [--keep DIR]";

type Options = {
  readonly sizeMb: number;
  readonly seed: number;
  readonly rounds: number;
  readonly starts: number;
  readonly dir: string;
  readonly output: "table" | "json";
};

async function bench(options: Options): Promise<number> {
  const { dir, seed, sizeMb } = options;
  const startMs = performance.now();
  const truth = generateTree({ dir, sizeBytes: sizeMb * 1_048_576, seed });
  const generatedMbPerSecond = truth.bytes / 1_048_576 / ((performance.now() - startMs) / 1000);
  say(
    `${(truth.bytes / 1_048_576).toFixed(1)} MB in ${truth.sessions} sessions and ${truth.agentFiles} agent files, made at ${generatedMbPerSecond.toFixed(0)} MB/s`,
  );

  const field = { dir, truth, ripgrep: await findRipgrep() };
  say(field.ripgrep === undefined ? "no ripgrep here: its rows and ratios are left out" : field.ripgrep.version);
  const rows = await contest(entrants(field), options.rounds);
  const starts = await contest(
    [
      { name: "node -e 0", target: "none", job: { program: process.execPath, args: ["-e", "0"] } },
      { name: "clew --help", target: "none", job: clewJob(dir, ["--help"]) },
    ],
    options.starts,
  );
  const [bareMs, helpMs] = starts.map((row) => row.seconds * 1000);
  const startup = { bareMs: bareMs ?? Number.NaN, helpMs: helpMs ?? Number.NaN };
  const checks = await checkTruth(field);
  const wrong = checks.filter(differs);

  if (options.output === "json") {
    const machine = {
      node: process.version,
      platform: process.platform,
      arch: process.arch,
      cores: availableParallelism(),
      ripgrep: field.ripgrep?.version,
    };
    print(JSON.stringify({ machine, seed, bytes: truth.bytes, generatedMbPerSecond, rows, startup, checks }));
  } else {
    print(table(rows, { tree: truth.bytes, largest: truth.largest.bytes, none: 0 }));
    print(
      `\nstart-up: clew --help ${startup.helpMs.toFixed(1)} ms, node -e 0 ${startup.bareMs.toFixed(1)} ms, difference ${(startup.helpMs - startup.bareMs).toFixed(1)} ms (median of ${options.starts})`,
    );
    print(`totals: ${checks.length - wrong.length} of ${checks.length} agree with the generator`);
  }
  for (const { what, expected, got } of wrong) say(`${what}: ${got ?? "nothing"} instead of ${expected}`);
  return wrong.length === 0 ? 0 : 1;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      "size-mb": { type: "string" },
      seed: { type: "string", default: "1" },
      smoke: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      keep: { type: "string" },
    },
  });
  const sizeMb = Number(values["size-mb"] ?? (values.smoke ? 16 : 256));
  const seed = Number(values.seed);
  if (!(sizeMb > 0) || !Number.isInteger(seed)) {
    say(usage);
    return 2;
  }
  const dir = values.keep === undefined ? mkdtempSync(join(tmpdir(), "clew-bench-")) : resolve(values.keep);
  mkdirSync(dir, { recursive: true });
  try {
    return await bench({
      sizeMb,
      seed,
      dir,
      rounds: values.smoke ? 2 : 5,
      starts: values.smoke ? 5 : 31,
      output: values.json ? "json" : "table",
    });
  } catch (error) {
    if (!(error instanceof ContestError)) throw error;
    say(error.message);
    return 1;
  } finally {
    if (values.keep === undefined) rmSync(dir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
