// A tree -> `clew stats` without an index beside ripgrep and ccusage in the same rounds: time, memory, and every figure against the truth.
import { type Ccusage, ccusageJob } from "./ccusage.ts";
import { checkStats } from "./checks.ts";
import { type Entrant, contest } from "./contest.ts";
import { type Field, bytesOf, clewJob, needleJob } from "./field.ts";
import type { Limit } from "./limit.ts";
import { type Section, secondsOf } from "./section.ts";

const [clewName, ripgrepName, ccusageName] = ["clew stats --no-index", "rg -uuu -c", "ccusage claude session"];

export async function statsSection(field: Field, ccusage: Ccusage | undefined, rounds: number): Promise<Section> {
  const needle = needleJob(field);
  const target = "tree";
  const entrants: readonly Entrant[] = [
    ...(needle === undefined ? [] : [{ name: ripgrepName, target, job: needle } as const]),
    ...(ccusage === undefined ? [] : [{ name: ccusageName, target, job: ccusageJob(ccusage, field) } as const]),
    { name: clewName, target, job: clewJob(field, ["stats", "--no-index"]) },
    { name: `${clewName} --threads 1`, target, job: clewJob(field, ["stats", "--no-index", "--threads", "1"]) },
  ];
  const rows = await contest(entrants, rounds);
  const clew = secondsOf(rows, clewName);
  const peak = rows.find(({ name }) => name === clewName)?.peakRssMb;
  const limits: readonly Limit[] = [
    ...(needle === undefined ? [] : [overRipgrep(clew / secondsOf(rows, ripgrepName))]),
    ...(ccusage === undefined ? [] : [overCcusage(clew / secondsOf(rows, ccusageName))]),
    // The high-water mark goes by what is read, not by how busy the machine is.
    ...(peak === undefined
      ? []
      : [{ what: "stats: peak memory", figure: peak, most: 200, unit: " MB", force: "kept" } as const]),
  ];
  const checks = [
    ...(await checkStats(field, ["--no-index", "--threads", "1"])),
    ...(await checkStats(field, ["--no-index", "--threads", "2"])),
  ];
  return { title: "stats: everything counted, no index", rows, bytes: bytesOf(field), limits, checks, notes: [] };
}

const overRipgrep = (figure: number): Limit => ({
  what: "stats over ripgrep",
  figure,
  most: 4,
  goal: 3,
  unit: "x",
  force: "told",
});
const overCcusage = (figure: number): Limit => ({
  what: "stats over ccusage",
  figure,
  most: 0.5,
  goal: 0.33,
  unit: "x",
  force: "told",
});
