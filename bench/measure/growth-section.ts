// Trees of growing size -> what a megabyte costs in each: counting must grow with the bytes, not faster.
import { contest } from "./contest.ts";
import { type Field, bytesOf, clewJob, nodeJob } from "./field.ts";
import type { Section } from "./section.ts";

export async function growthSection(fields: readonly Field[], rounds: number): Promise<Section> {
  const sized = fields.map((field) => ({ field, mb: bytesOf(field) / 1_048_576 }));
  const rows = await contest(
    [
      { name: "node -e 0", target: "none", job: nodeJob },
      ...sized.map(({ field, mb }) => ({
        name: `clew stats --no-index, ${mb.toFixed(0)} MB`,
        target: "tree" as const,
        job: clewJob(field, ["stats", "--no-index"]),
      })),
    ],
    rounds,
  );
  const [start = Number.NaN, ...seconds] = rows.map((row) => row.seconds);
  const costs = sized.map(({ mb }, at) => (1000 * ((seconds[at] ?? Number.NaN) - start)) / mb);
  return {
    title: "growth: stats on trees of several sizes",
    rows,
    bytes: 0,
    limits: [
      {
        what: "a megabyte of the largest tree over one of the smallest",
        figure: (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN),
        most: 1.5,
        unit: "x",
        force: "told",
      },
    ],
    checks: [],
    notes: sized.map(({ mb }, at) => `${mb.toFixed(0)} MB: ${costs[at]?.toFixed(2)} ms per MB over Node's own start`),
  };
}
