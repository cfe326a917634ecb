// The bench's generator and the demo -> proof that they write the same bytes every time and know what they wrote.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { oddSpellings } from "../bench/generate/spelling.ts";
import { generateTree } from "../bench/generate/tree.ts";
import { versions } from "../bench/generate/versions.ts";
import { makeDemo } from "../demo/make.ts";
import { recount } from "../bench/recount.ts";
import { decodeLines, splitLines } from "../src/format/index.ts";
import { textParts } from "../src/graph/index.ts";
import { discover } from "../src/store/index.ts";

const scratch = mkdtempSync(join(tmpdir(), "clew-generator-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const size = { sizeBytes: 14 * 1_048_576, damageRate: 1 / 40 };
const [first, second, other] = ["first", "second", "other"].map((name) => join(scratch, name));
const fresh = (name: string | undefined): string => name ?? scratch;
const truth = generateTree({ dir: fresh(first), seed: 1, ...size });

/** Every file of a folder, by relative path. */
function files(root: string): ReadonlyMap<string, Buffer> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return new Map(paths.map((path) => [relative(root, path), readFileSync(path)]));
}

describe("the generator", () => {
  it("writes the same bytes for the same seed", () => {
    generateTree({ dir: fresh(second), seed: 1, ...size });
    const [mine, again] = [files(fresh(first)), files(fresh(second))];
    expect([...again.keys()]).toEqual([...mine.keys()]);
    for (const [path, bytes] of mine) expect(again.get(path)?.equals(bytes), path).toBe(true);
  });

  it("writes another tree for another seed", () => {
    generateTree({ dir: fresh(other), seed: 2, ...size });
    expect([...files(fresh(other)).keys()]).not.toEqual([...files(fresh(first)).keys()]);
  });

  it("knows what it wrote: its truth equals a recount with plain JSON.parse", () => {
    const written: unknown = JSON.parse(readFileSync(join(fresh(first), "TRUTH.json"), "utf8"));
    expect(written).toEqual(truth);
    const { needleLines, ...counted } = recount(fresh(first), truth.needles.word);
    expect(needleLines).toBe(truth.needles.lines);
    const known: { readonly [key: string]: unknown } = truth;
    for (const [key, value] of Object.entries(counted)) expect.soft(value, key).toEqual(known[key]);
  });

  it("plants its needles in texts that a search looks at, but for those it calls hidden", () => {
    const home = fresh(first);
    const { sessions, agents } = discover([home]);
    const decoded = [...sessions, ...agents].flatMap(({ path }) => [...decodeLines(splitLines([readFileSync(path)]))]);
    const texts = decoded.flatMap((line) => ("raw" in line ? textParts(line.raw).map(({ text }) => text) : []));
    const saved = [...files(home)].filter(([path]) => path.includes("tool-results")).map(([, bytes]) => String(bytes));
    const found = [...texts, ...saved].filter((text) => text.includes(truth.needles.word));
    expect(found).toHaveLength(truth.needles.hits);
    expect(truth.needles.hits - (truth.needles.places.persisted ?? 0)).toBe(
      truth.needles.lines - (truth.needles.places.hidden ?? 0),
    );
  });

  it("plants every shape it promises, even in a small tree", () => {
    const told = ["none", ...versions.map(({ version }) => version)];
    expect(Object.keys(truth.versions).toSorted()).toEqual(told.toSorted());
    const damage = Object.keys(truth.damage);
    expect(damage).toEqual(expect.arrayContaining(["glued-objects", "nul-run", "torn", "torn-tail"]));
    expect(damage.length).toBeGreaterThan(6);
    expect(Object.keys(truth.spellings)).toEqual(
      expect.arrayContaining(["client", ...oddSpellings.map(({ name }) => name)]),
    );
    expect(Object.keys(truth.decoys).length).toBeGreaterThan(8);
    const places = ["prompt", "reply", "thinking", "call", "result", "note", "agent", "hidden", "persisted"];
    expect(Object.keys(truth.needles.places).toSorted()).toEqual(places.toSorted());
    const planted = {
      ...truth.prompts,
      ...truth.forks,
      branches: truth.branches,
      compactions: truth.compactions,
    };
    const more = {
      errors: truth.callErrors,
      orphans: truth.orphanCalls,
      agents: truth.agentFiles,
      copies: truth.agentCopies,
      everyUnasked: Math.max(0, truth.unasked - 5),
      lostResults: truth.orphanResults,
      idless: truth.idlessMessages,
      blank: truth.blankLines,
      open: truth.unterminatedFiles,
    };
    for (const [shape, times] of Object.entries({ ...planted, ...more, needles: truth.needles.lines }))
      expect.soft(times, shape).toBeGreaterThan(0);
  });

  it("gives each session the modification time of its last line", () => {
    const times = new Set(
      [...files(fresh(first)).keys()]
        .filter((path) => path.endsWith(".jsonl"))
        .map((path) => statSync(join(fresh(first), path)).mtimeMs),
    );
    expect(times.size).toBeGreaterThan(truth.sessions / 2);
    expect(Math.max(...times)).toBeLessThan(Date.UTC(2027, 0, 1));
  });
});

describe("the demo", () => {
  it("is what demo/make.ts writes", () => {
    const made = join(scratch, "demo");
    makeDemo(made);
    const kept = files(join(import.meta.dirname, "..", "demo", "projects"));
    const written = files(join(made, "projects"));
    expect([...kept.keys()]).toEqual([...written.keys()]);
    for (const [path, bytes] of written) expect(kept.get(path)?.equals(bytes), path).toBe(true);
  });

  it("stays small enough to ship", () => {
    const bytes = [...files(join(import.meta.dirname, "..", "demo", "projects")).values()].reduce(
      (sum, file) => sum + file.length,
      0,
    );
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(200 * 1024);
  });
});
