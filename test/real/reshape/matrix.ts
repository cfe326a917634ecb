// Trials -> the table of operations by client versions that people read, and the lines about what did not hold.
import { operations } from "./operations.ts";
import type { Trial } from "./trial.ts";

export function matrix(trials: readonly Trial[]): string {
  const versions = [...new Set(trials.map(({ version }) => version))];
  const rows = operations.map(({ name }) => [name, ...versions.map((version) => cell(trials, name, version))]);
  const all = ["all", ...versions.map((version) => cell(trials, undefined, version))];
  const head = ["operation", ...versions];
  return [head, head.map(() => "---"), ...rows, all].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

function cell(trials: readonly Trial[], operation: string | undefined, version: string): string {
  const here = trials.filter(
    (trial) => trial.version === version && (operation === undefined || trial.made.operation.name === operation),
  );
  const counted = here.filter(({ outcome }) => outcome.kind !== "void");
  const kept = counted.filter(({ outcome }) => outcome.kind === "kept").length;
  return counted.length === 0 ? "" : `${kept}/${counted.length}`;
}

export const brokenLines = (trials: readonly Trial[]): readonly string[] =>
  trials.flatMap(({ made, version, outcome }) =>
    outcome.kind === "broken"
      ? [`${version} | ${made.operation.name} | ${made.sample.set} | ${made.sample.name} | ${outcome.why}`]
      : [],
  );
