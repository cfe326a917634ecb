// A size -> one session of it, cloned and trimmed beside `clew entries` and a plain copy that is safe on the disk: time and memory.
import { mkdirSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { giantSessionId, writeGiantSession } from "../giant/session.ts";
import type { Ran } from "./child.ts";
import { type Entrant, type Row, rowOf, runToEnd } from "./contest.ts";
import { type Field, clewJob } from "./field.ts";
import type { Limit } from "./limit.ts";
import { type Section, secondsOf } from "./section.ts";

const [copyName, readName, trimName] = ["cp + fsync", "clew entries", "clew trim"];
/** As people say it, and as programs do. */
const cloneNames = ["clew clone", "clew clone --json"] as const;
/** About as long as a line of a working session is. */
const bytesPerEntry = 3500;

export async function reshapeSection(field: Field, sizeMb: number, rounds: number): Promise<Section> {
  const dir = join(field.scratch, "reshape");
  const folder = join(dir, "projects", "-home-dev-work-giant");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${giantSessionId}.jsonl`);
  const wanted = sizeMb * 1_048_576;
  const { bytes } = writeGiantSession(path, { bytes: wanted, entries: Math.floor(wanted / bytesPerEntry) });
  // What was written to a moment ago may be in use, and is refused.
  utimesSync(path, new Date(2026, 0, 6), new Date(2026, 0, 6));
  const own = { ...field, dir };
  const copying = { program: "sh", args: ["-c", 'cp "$1" "$2" && sync "$2"', "sh", path, join(folder, "copy.jsonl")] };
  const target = "largest" as const;
  const entrants: readonly Entrant[] = [
    { name: copyName, target, job: copying },
    { name: readName, target, job: clewJob(own, ["entries", path]) },
    ...cloneNames.map((name) => ({ name, target, job: clewJob(own, [...name.split(" ").slice(1), path]) })),
    { name: trimName, target, job: clewJob(own, ["trim", path]) },
  ];
  const rows = await timed(entrants, rounds, () => removeResults(folder));
  rmSync(dir, { recursive: true, force: true });
  return { title: "reshape: one session, all on its path", rows, bytes, limits: limitsOf(rows), checks: [], notes: [] };
}

/** In turn, as every contest; what a run writes goes at once, so that no later one finds a fuller disk. */
async function timed(entrants: readonly Entrant[], rounds: number, clear: () => void): Promise<readonly Row[]> {
  const runs = new Map<Entrant, Ran[]>(entrants.map((entrant) => [entrant, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const entrant of entrants) {
      const ran = await runToEnd(entrant.name, entrant.job);
      clear();
      if (round > 0) runs.get(entrant)?.push(ran);
    }
  }
  return [...runs].map(([entrant, mine]) => rowOf(entrant, mine));
}

function removeResults(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== `${giantSessionId}.jsonl`) rmSync(join(folder, name), { recursive: true, force: true });
}

function limitsOf(rows: readonly Row[]): readonly Limit[] {
  const peak = rows.find(({ name }) => name === trimName)?.peakRssMb;
  const over = (clone: string, name: string, most: number): Limit => ({
    what: `${clone} over ${name}`,
    figure: secondsOf(rows, clone) / secondsOf(rows, name),
    most,
    unit: "x",
    force: "told",
  });
  return [
    ...cloneNames.flatMap((clone) => [over(clone, readName, 3), over(clone, copyName, 10)]),
    ...(peak === undefined
      ? []
      : [{ what: "trim: peak memory", figure: peak, most: 300, unit: " MB", force: "kept" } as const]),
  ];
}
