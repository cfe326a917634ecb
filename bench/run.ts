// Size and seed -> a generated tree, clew measured on it beside other tools, limits and totals; exit 1 when a total or an enforced limit is broken.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compareBuilds, limitsOfRows, rowText } from "./measure/against-section.ts";
import { findCcusage } from "./measure/ccusage.ts";
import { differs } from "./measure/checks.ts";
import { ContestError } from "./measure/contest.ts";
import { type Field, bytesOf, isOwnTree } from "./measure/field.ts";
import { filesSection } from "./measure/files-section.ts";
import { growthSection } from "./measure/growth-section.ts";
import { indexSection } from "./measure/index-section.ts";
import { isBroken, limitText } from "./measure/limit.ts";
import { readingSection, startSection } from "./measure/reading-section.ts";
import { reshapeSection } from "./measure/reshape-section.ts";
import { findRipgrep } from "./measure/ripgrep.ts";
import { searchSection } from "./measure/search-section.ts";
import { type Section, sectionText } from "./measure/section.ts";
import { statsSection } from "./measure/stats-section.ts";
import { type Tree, cachedTree, readTree } from "./measure/tree-cache.ts";

const usage =
  "usage: npm run bench -- [--smoke | --full] [--size-mb N] [--seed S] [--tree DIR] [--only PART,...] [--rounds N] [--cache DIR] [--json]\n" +
  "       npm run bench -- --against DIR   CPU of every command beside another built checkout, 21 rounds in turn";
const parts = ["reading", "start", "stats", "search", "index", "growth", "reshape", "files"] as const;
type Part = (typeof parts)[number];

/** A comparison of two builds runs every command often, so its tree is small. */
const comparedMb = 32;
const comparedRounds = 21;

const wholeBlame = { lines: 5000, versions: 300 } as const;

const sizes = {
  smoke: {
    mb: 16,
    rounds: 2,
    starts: 5,
    builds: 1,
    growthMb: [4, 16],
    sessionMb: 8,
    blame: { lines: 300, versions: 20 },
  },
  usual: {
    mb: 256,
    rounds: 7,
    starts: 31,
    builds: 3,
    growthMb: [50, 256],
    sessionMb: 200,
    blame: wholeBlame,
  },
  full: {
    mb: 1024,
    rounds: 7,
    starts: 31,
    builds: 3,
    growthMb: [50, 500, 4096],
    sessionMb: 200,
    blame: wholeBlame,
  },
} as const;

type Options = {
  readonly size: keyof typeof sizes;
  readonly mb: number;
  readonly seed: number;
  readonly rounds: number;
  readonly only: readonly Part[];
  readonly tree: string | undefined;
  readonly cache: string;
  /** Another built checkout to compare with, in place of the parts. */
  readonly against: string | undefined;
  readonly output: "text" | "json";
};

async function bench(options: Options, scratch: string): Promise<number> {
  const { seed, cache, size } = options;
  const treeOf = (mb: number): Tree => cachedTree({ cache, sizeMb: mb, seed });
  const ripgrep = await findRipgrep();
  const fieldOf = (tree: Tree): Field => ({ ...tree, ripgrep, scratch });
  const field = fieldOf(options.tree === undefined ? treeOf(options.mb) : readTree(resolve(options.tree)));
  say(`${(bytesOf(field) / 1_048_576).toFixed(1)} MB, ${ripgrep?.version ?? "no ripgrep here: its rows are left out"}`);

  if (options.against !== undefined) return compare(field, options, resolve(options.against));
  const { rounds } = options;
  const { starts, builds, growthMb, sessionMb, blame } = sizes[size];
  const work: { readonly [part in Part]: () => Promise<readonly Section[]> } = {
    reading: async () => (isOwnTree(field) ? [await readingSection(field, Math.min(rounds, 5))] : []),
    start: async () => [await startSection(field, starts)],
    stats: async () => [
      await statsSection(field, await findCcusage(cache, size === "full" ? "fetch" : "look"), rounds),
    ],
    search: async () => [await searchSection(field, rounds)],
    index: () => indexSection(field, { builds, looks: Math.max(rounds, starts >> 1) }),
    growth: async () => [
      await growthSection(
        growthMb.map((mb) => fieldOf(treeOf(mb))),
        Math.min(rounds, 3),
      ),
    ],
    reshape: async () => [await reshapeSection(field, sessionMb, Math.min(rounds, 3))],
    files: () => filesSection(field, { rounds, ...blame }),
  };
  const sections: Section[] = [];
  for (const part of parts.filter((name) => options.only.includes(name))) {
    for (const section of await work[part]()) {
      sections.push(section);
      if (options.output === "text") print(sectionText(section));
    }
  }
  return conclude(sections, { options, ripgrep: ripgrep?.version });
}

async function compare(field: Field, { rounds, size }: Options, other: string): Promise<number> {
  print(`median CPU of ${rounds} runs each, in turn: the other build, this build`);
  const rows = await compareBuilds(field, {
    other,
    rounds,
    blame: sizes[size].blame,
    onRow: (row) => print(rowText(row)),
  });
  const broken = limitsOfRows(rows).filter(isBroken);
  for (const limit of broken) say(limitText(limit));
  print(`${rows.length - broken.length} of ${rows.length} commands cost at most 10 % + 5 ms more`);
  return broken.length === 0 ? 0 : 1;
}

type End = { readonly options: Options; readonly ripgrep: string | undefined };

function conclude(sections: readonly Section[], { options, ripgrep }: End): number {
  const limits = sections.flatMap((section) => section.limits);
  const checks = sections.flatMap((section) => section.checks);
  const wrong = checks.filter(differs);
  if (options.output === "json") {
    const { version: node, platform, arch } = process;
    const machine = { node, platform, arch, cores: availableParallelism(), ripgrep };
    print(JSON.stringify({ machine, seed: options.seed, sections, limits }));
  } else {
    print("\n== limits");
    if (limits.length > 0 && options.tree === undefined && options.mb < sizes.full.mb)
      print(`set for ${sizes.full.mb} MB: on a smaller tree Node's own start weighs more`);
    for (const limit of limits) print(limitText(limit));
    print(`\ntotals: ${checks.length - wrong.length} of ${checks.length} agree with the generator`);
  }
  for (const { what, expected, got } of wrong) say(`${what}: ${got ?? "nothing"} instead of ${expected}`);
  const broken = limits.filter(isBroken);
  for (const limit of broken) say(limitText(limit));
  return wrong.length === 0 && broken.length === 0 ? 0 : 1;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const say = (text: string): void => void process.stderr.write(`${text}\n`);

function optionsOf(): Options | undefined {
  const { values } = parseArgs({
    options: {
      "size-mb": { type: "string" },
      seed: { type: "string", default: "1" },
      rounds: { type: "string" },
      tree: { type: "string" },
      only: { type: "string", default: parts.join() },
      cache: { type: "string", default: join(import.meta.dirname, "..", ".cache", "bench") },
      smoke: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      against: { type: "string" },
    },
  });
  const size = values.full ? "full" : values.smoke ? "smoke" : "usual";
  const named = values.only.split(",");
  const only = parts.filter((part) => named.includes(part));
  const [mb, seed, rounds] = [
    Number(values["size-mb"] ?? (values.against === undefined ? sizes[size].mb : comparedMb)),
    Number(values.seed),
    Number(values.rounds ?? (values.against === undefined ? sizes[size].rounds : comparedRounds)),
  ];
  const isSound = mb > 0 && Number.isInteger(seed) && Number.isInteger(rounds) && rounds > 0;
  if (!isSound || only.length !== named.length) return undefined;
  const { cache, tree, against } = values;
  return { size, mb, seed, rounds, only, tree, against, cache: resolve(cache), output: values.json ? "json" : "text" };
}

async function main(): Promise<number> {
  const options = optionsOf();
  if (options === undefined) {
    say(`${usage}\nparts: ${parts.join(", ")}`);
    return 2;
  }
  const scratch = mkdtempSync(join(tmpdir(), "clew-bench-"));
  try {
    return await bench(options, scratch);
  } catch (error) {
    if (!(error instanceof ContestError)) throw error;
    say(error.message);
    return 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main();
