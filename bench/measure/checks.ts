// What commands printed -> where it differs from what the generator knows; an empty list is what we want.
import { join } from "node:path";
import { runChild } from "./child.ts";
import { figure } from "./figure.ts";
import { type Field, clewJob, ripgrepJob } from "./entrants.ts";

export type Check = { readonly what: string; readonly expected: number; readonly got: number | undefined };

export async function checkTruth(field: Field): Promise<readonly Check[]> {
  const { dir, truth } = field;
  const { largest } = truth;
  const damaged = Object.values(largest.damage).reduce((sum, lines) => sum + lines, 0);
  const listed = await answer(clewJob(dir, ["ls", "--json"]));
  const lines = await answer(clewJob(dir, ["lines", join(dir, largest.path), "--summary", "--json"]));
  const counts = await answer(ripgrepJob(field, join(dir, "projects")));
  return [
    { what: "ls: sessions", expected: truth.sessions, got: listed === undefined ? undefined : rowCount(listed) },
    { what: "lines --summary: lines", expected: largest.lines, got: figure(lines, "lines") },
    { what: "lines --summary: bytes", expected: largest.bytes, got: figure(lines, "bytes") },
    { what: "lines --summary: blank", expected: largest.blank, got: figure(lines, "blank") },
    { what: "lines --summary: damaged", expected: damaged, got: figure(lines, "damaged") },
    ...(counts === undefined
      ? []
      : [
          {
            what: "rg: lines with the needle",
            expected: truth.needles.lines,
            got: counts.split("\n").reduce((sum, count) => sum + Number(count), 0),
          },
        ]),
  ];
}

export const differs = (check: Check): boolean => check.got !== check.expected;

async function answer(job: ReturnType<typeof ripgrepJob>): Promise<string | undefined> {
  if (job === undefined) return undefined;
  return (await runChild({ ...job, keep: "stdout" })).stdout;
}

// A listing is JSON lines, one object per session.
const rowCount = (text: string): number => text.split("\n").filter((line) => line.startsWith("{")).length;
