// What commands printed -> where it differs from what the generator knows; an empty list is what we want.
import type { Job } from "./child.ts";
import { runToEnd } from "./contest.ts";
import { largestPath, ripgrepJob } from "./entrants.ts";
import { type Field, clewJob, needleJob, needlesIn, projectsOf } from "./field.ts";
import { figure, keysOf, numberAt, parsed, valueAt } from "./figure.ts";
import { statsTruth } from "./stats-truth.ts";

export type Check = { readonly what: string; readonly expected: number; readonly got: number | undefined };

export const differs = (check: Check): boolean => check.got !== check.expected;

/** Of the commands that walk through single logs. */
export async function checkReading(field: Field): Promise<readonly Check[]> {
  const { truth } = field;
  const largest = (name: string): number => numberAt(truth, "largest", name) ?? Number.NaN;
  const reasons = valueAt(truth, "largest", "damage");
  const damaged = keysOf(reasons).reduce((sum, reason) => sum + (numberAt(reasons, reason) ?? 0), 0);
  const listed = await answer(clewJob(field, ["ls", "--json", "--no-index"]));
  const lines = await answer(clewJob(field, ["lines", largestPath(field), "--summary", "--json"]));
  const counts = await answer(ripgrepJob(field, projectsOf(field)));
  const named = (name: string, expected: number): Check => ({
    what: `lines --summary: ${name}`,
    expected,
    got: figure(lines, name),
  });
  return [
    {
      what: "ls: sessions",
      expected: numberAt(truth, "sessions") ?? Number.NaN,
      got: listed === undefined ? undefined : rowCount(listed),
    },
    named("lines", largest("lines") + largest("blank")),
    named("bytes", largest("bytes")),
    named("blank", largest("blank")),
    named("damaged", damaged),
    ...(counts === undefined
      ? []
      : [
          {
            what: "rg: lines with the needle",
            expected: numberAt(truth, "needles", "lines") ?? Number.NaN,
            got: sumOf(counts),
          },
        ]),
  ];
}

/** Every figure that the truth and `clew stats --json` have in common. */
export async function checkStats(field: Field, args: readonly string[], cache = "cache"): Promise<readonly Check[]> {
  const { stdout } = await runToEnd("clew stats", {
    ...clewJob(field, ["stats", "--json", ...args], cache),
    keep: "stdout",
  });
  const counted = parsed(stdout);
  return statsTruth(field.truth).map(([path, expected]) => ({
    what: `stats ${args.join(" ")}: ${path.join(".")}`,
    expected,
    got: numberAt(counted, ...path),
  }));
}

/** Of a search for the needle; ripgrep must find what the truth says, too. */
export async function checkNeedles(field: Field, search: ReturnType<typeof clewJob>): Promise<readonly Check[]> {
  const { hits, lines } = needlesIn(field);
  const found = await answer(search);
  const counts = await answer(needleJob(field));
  return [
    { what: "search: hits", expected: hits, got: found === undefined ? undefined : rowCount(found) },
    ...(counts === undefined ? [] : [{ what: "rg: lines with the needle", expected: lines, got: sumOf(counts) }]),
  ];
}

/** Exit 1 is an answer too: nothing was found. */
async function answer(job: Job | undefined): Promise<string | undefined> {
  if (job === undefined) return undefined;
  return (await runToEnd(job.args.join(" "), { ...job, keep: "stdout" }, "asked")).stdout;
}

// A listing is JSON lines, one object per session or hit.
const rowCount = (text: string): number => text.split("\n").filter((line) => line.startsWith("{")).length;

// A count stands alone, or behind the name of its file.
const sumOf = (counts: string): number =>
  counts
    .split("\n")
    .filter((line) => line !== "")
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(":") + 1)), 0);
