// A tree of our own generator -> the commands that read logs whole, beside wc and ripgrep, and what start-up costs.
import { checkReading } from "./checks.ts";
import { type Entrant, contest } from "./contest.ts";
import { entrants } from "./entrants.ts";
import { type Field, bytesOf, clewJob, nodeJob } from "./field.ts";
import { numberAt } from "./figure.ts";
import { type Section, secondsOf } from "./section.ts";
import { table } from "./table.ts";

export async function readingSection(field: Field, rounds: number): Promise<Section> {
  const rows = await contest(entrants(field), rounds);
  const sizes = { tree: bytesOf(field), largest: numberAt(field.truth, "largest", "bytes") ?? Number.NaN, none: 0 };
  return {
    title: "reading: whole logs",
    rows: [],
    bytes: sizes.tree,
    limits: [],
    checks: await checkReading(field),
    notes: [table(rows, sizes)],
  };
}

export async function startSection(field: Field, rounds: number): Promise<Section> {
  const target = "none";
  const starts: readonly Entrant[] = [
    { name: "node -e 0", target, job: nodeJob },
    { name: "clew --help", target, job: clewJob(field, ["--help"]) },
  ];
  const rows = await contest(starts, rounds);
  const extraMs = 1000 * (secondsOf(rows, "clew --help") - secondsOf(rows, "node -e 0"));
  return {
    title: "start-up",
    rows,
    bytes: 0,
    limits: [],
    checks: [],
    notes: [`clew --help takes ${extraMs.toFixed(1)} ms over Node's own start`],
  };
}
