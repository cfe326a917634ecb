// A tree -> the first index beside a bare insert of the same text, its size, and what search and ls cost with it in place.
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { needleWord } from "../generate/truth.ts";
import { type Check, checkNeedles, checkStats } from "./checks.ts";
import type { Job, Ran } from "./child.ts";
import { contest, median, rowOf, runToEnd } from "./contest.ts";
import { type Field, bytesOf, clewJob, nodeJob } from "./field.ts";
import { numberAt, parsed } from "./figure.ts";
import type { Limit } from "./limit.ts";
import { type Section, secondsOf } from "./section.ts";

const insertScript = join(import.meta.dirname, "fts-insert.ts");
const cache = "index-cache";

/** The tree, and beside it a home of our own: a tree is never written to. */
const besideOf = ({ scratch }: Field): string => join(scratch, "beside");

function indexedJob(field: Field, args: readonly string[]): Job {
  mkdirSync(join(besideOf(field), "projects"), { recursive: true });
  return clewJob(field, [...args, "--dir", field.dir, "--dir", besideOf(field)], cache);
}

export type IndexRounds = { readonly builds: number; readonly looks: number };

export async function indexSection(field: Field, rounds: IndexRounds): Promise<readonly Section[]> {
  const first = await firstIndex(field, rounds.builds);
  return [first, await lookups(field, rounds.looks)];
}

async function firstIndex(field: Field, rounds: number): Promise<Section> {
  const [built, inserted, inserts]: [Ran[], Ran[], number[]] = [[], [], []];
  let [textBytes, bareBytes] = [Number.NaN, Number.NaN];
  const database = join(field.scratch, "bare.sqlite");
  mkdirSync(field.scratch, { recursive: true });
  for (let round = 0; round < rounds; round += 1) {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${database}${suffix}`, { force: true });
    rmSync(join(field.scratch, cache), { recursive: true, force: true });
    const args = [...process.execArgv, insertScript, field.dir, database];
    const bare = await runToEnd("the bare insert", { program: process.execPath, args, keep: "stdout" });
    const said = parsed(bare.stdout);
    inserted.push(bare);
    inserts.push(numberAt(said, "insertSeconds") ?? Number.NaN);
    textBytes = numberAt(said, "textBytes") ?? Number.NaN;
    bareBytes = numberAt(said, "dbBytes") ?? Number.NaN;
    built.push(await runToEnd("clew index", indexedJob(field, ["index"])));
  }
  const target = "tree";
  const rows = [
    rowOf({ name: "bare FTS5: parse and insert", target }, inserted),
    rowOf({ name: "clew index", target }, built),
  ];
  const insertSeconds = median(inserts);
  const indexBytes = sizeOf(join(field.scratch, cache));
  const mb = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
  return {
    title: "first index",
    rows,
    bytes: bytesOf(field),
    limits: [
      {
        what: "first index over the bare inserts alone",
        figure: secondsOf(rows, "clew index") / insertSeconds,
        most: 1.5,
        unit: "x",
        force: "told",
      },
      { what: "index over text", figure: indexBytes / textBytes, most: 0.6, unit: "x", force: "kept" },
    ],
    checks: await checkStats(field, ["--dir", field.dir], cache),
    notes: [
      `bare inserts alone: ${insertSeconds.toFixed(3)} s; text ${mb(textBytes)} MB, bare table ${mb(bareBytes)} MB, index ${mb(indexBytes)} MB`,
    ],
  };
}

/** With the index in place: what people wait for. */
async function lookups(field: Field, rounds: number): Promise<Section> {
  const target = "none";
  const rows = await contest(
    [
      { name: "node -e 0", target, job: nodeJob },
      { name: "clew search", target, job: indexedJob(field, ["search", needleWord]) },
      { name: "clew ls", target, job: indexedJob(field, ["ls"]) },
    ],
    rounds,
  );
  const node = secondsOf(rows, "node -e 0");
  const appended = await appends(field, rounds);
  const over = (name: string): Limit => ({
    what: `${name} with an index, over node -e 0`,
    figure: 1000 * (secondsOf(rows, name) - node),
    most: 150,
    unit: " ms",
    force: "told",
  });
  const found = await checkNeedles(field, indexedJob(field, ["search", needleWord, "--json"]));
  return {
    title: "with the index in place",
    rows,
    bytes: 0,
    limits: [
      over("clew search"),
      over("clew ls"),
      {
        what: "search after a line was appended, over one without",
        figure: appended.extraMs,
        most: 50,
        unit: " ms",
        force: "told",
      },
    ],
    checks: [...found, ...appended.checks],
    notes: [],
  };
}

/** Each round appends a line with a new word to a log of its own, and looks for it at once and then again. */
async function appends(
  field: Field,
  rounds: number,
): Promise<{ readonly extraMs: number; readonly checks: readonly Check[] }> {
  const folder = join(besideOf(field), "projects", "-bench-append");
  const sessionId = "0a11d000-0000-4000-8000-000000000001";
  const [fresh, settled]: [number[], number[]] = [[], []];
  let found = 0;
  mkdirSync(folder, { recursive: true });
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const word = `appendedword${round}`;
      const entry = { type: "user", uuid: `bench-${round}`, sessionId, message: { role: "user", content: word } };
      appendFileSync(
        join(folder, `${sessionId}.jsonl`),
        `${JSON.stringify({ ...entry, timestamp: "2026-11-01T10:00:00.000Z" })}\n`,
      );
      const job = { ...indexedJob(field, ["search", word, "--json"]), keep: "stdout" } as const;
      const [at, again] = [await runToEnd("clew search", job), await runToEnd("clew search", job)];
      if (at.stdout.split("\n").filter((line) => line.startsWith("{")).length === 1) found += 1;
      // The first makes the log known at all.
      if (round === 0) continue;
      fresh.push(at.seconds);
      settled.push(again.seconds);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    extraMs: 1000 * (median(fresh) - median(settled)),
    checks: [{ what: "search: appended lines found at once", expected: rounds + 1, got: found }],
  };
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .reduce((sum, item) => sum + statSync(join(item.parentPath, item.name)).size, 0);
}
