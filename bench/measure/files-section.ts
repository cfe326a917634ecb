// A tree and a file with a long history -> `clew files` beside `clew stats`, from the index beside Node's own start, `clew blame` beside `git blame`.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { editedFile } from "../generate/edited-file.ts";
import { type BlameHistory, blameHistory } from "./blame-history.ts";
import type { Check } from "./checks.ts";
import type { Job, Ran } from "./child.ts";
import { type Entrant, contest, rowOf, runToEnd } from "./contest.ts";
import { type Field, bytesOf, clewJob, nodeJob } from "./field.ts";
import { numberAt, parsed, valueAt } from "./figure.ts";
import type { Limit } from "./limit.ts";
import { type Section, secondsOf } from "./section.ts";

export type FilesSizes = { readonly rounds: number; readonly lines: number; readonly versions: number };

export async function filesSection(field: Field, sizes: FilesSizes): Promise<readonly Section[]> {
  const blamed = await blameSection(field, sizes);
  return [await listSection(field, sizes.rounds), ...(blamed === undefined ? [] : [blamed])];
}

const [statsName, firstName, nodeName, secondName] = [
  "clew stats --no-index",
  "clew files",
  "node -e 0",
  "clew files again",
];
const cache = "files-cache";

/** In turn; the first listing always finds an empty index, and the second what the first left there. */
async function listSection(field: Field, rounds: number): Promise<Section> {
  const listing = clewJob(field, ["files"], cache);
  const jobs: readonly (readonly [string, Job])[] = [
    [statsName, clewJob(field, ["stats", "--no-index"])],
    [firstName, listing],
    [nodeName, nodeJob],
    [secondName, listing],
  ];
  const runs = new Map<string, Ran[]>(jobs.map(([name]) => [name, []]));
  mkdirSync(field.scratch, { recursive: true });
  for (let round = 0; round <= rounds; round += 1) {
    rmSync(join(field.scratch, cache), { recursive: true, force: true });
    for (const [name, job] of jobs) {
      const ran = await runToEnd(name, job);
      if (round > 0) runs.get(name)?.push(ran);
    }
  }
  const rows = [...runs].map(([name, mine]) => rowOf({ name, target: "tree" }, mine));
  const limits: readonly Limit[] = [
    {
      what: "files over stats",
      figure: secondsOf(rows, firstName) / secondsOf(rows, statsName),
      most: 3,
      unit: "x",
      force: "told",
    },
    {
      what: "files with an index, over node -e 0",
      figure: 1000 * (secondsOf(rows, secondName) - secondsOf(rows, nodeName)),
      most: 200,
      unit: " ms",
      force: "told",
    },
  ];
  const checks = await checkListings(field);
  return { title: "files: what sessions touched", rows, bytes: bytesOf(field), limits, checks, notes: [] };
}

/** The first rows are the same, whether only they or all files were asked for, and whether the index knew them. */
async function checkListings(field: Field): Promise<readonly Check[]> {
  const ask = async (args: readonly string[], place: string): Promise<readonly string[]> => {
    const job = clewJob(field, ["files", "--json", ...args], place);
    const { stdout } = await runToEnd("clew files --json", { ...job, keep: "stdout" });
    return stdout.split("\n").filter((line) => line !== "");
  };
  const all = await ask([], "files-cache-all");
  const some = 30;
  const same = (rows: readonly string[]): number => rows.filter((row, at) => row === all[at]).length;
  const expected = Math.min(some, all.length);
  return [
    { what: "files: first rows", expected, got: same(await ask(["--limit", `${some}`], "files-cache-first")) },
    { what: "files: first rows again", expected, got: same(await ask(["--limit", `${some}`], "files-cache-first")) },
  ];
}

const [gitName, blameName] = ["git blame", "clew blame"];

/** Undefined where there is no git. */
async function blameSection(field: Field, { rounds, lines, versions }: FilesSizes): Promise<Section | undefined> {
  const history = blameHistory(editedFile(1, { lines, versions }), field.scratch);
  if (history === undefined) return undefined;
  const own = { ...field, dir: history.home };
  const target = "none";
  const entrants: readonly Entrant[] = [
    { name: gitName, target, job: history.git(["blame", history.path]) },
    { name: blameName, target, job: clewJob(own, ["blame", history.path], "blame-cache") },
  ];
  const rows = await contest(entrants, rounds);
  const over: Limit = {
    what: "blame over git blame",
    figure: secondsOf(rows, blameName) / secondsOf(rows, gitName),
    most: 20,
    unit: "x",
    force: "told",
  };
  return {
    title: `blame: ${lines} lines, ${versions} versions`,
    rows,
    bytes: 0,
    limits: [over],
    checks: [await checkBlame(own, history)],
    notes: [],
  };
}

/** Every line is from the same change. */
async function checkBlame(field: Field, { path, git }: BlameHistory): Promise<Check> {
  const job = clewJob(field, ["blame", path, "--json"], "blame-cache");
  const ours = await runToEnd("clew blame --json", { ...job, keep: "stdout" });
  const theirs = await runToEnd("git blame", { ...git(["blame", "--line-porcelain", path]), keep: "stdout" });
  const calls = ours.stdout
    .split("\n")
    .map(parsed)
    .filter((row) => numberAt(row, "line") !== undefined)
    .map((row) => valueAt(row, "call"));
  const commits = [...theirs.stdout.matchAll(/^summary (.*)$/gm)].map(([, name]) => name);
  const same = commits.filter((name, at) => name === calls[at]).length;
  return {
    what: "blame: lines as git has them",
    expected: commits.length,
    got: calls.length === commits.length ? same : -1,
  };
}
