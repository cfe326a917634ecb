// A generated tree -> the commands that read it whole, with wc and ripgrep as the yardsticks.
import { join } from "node:path";
import { needleWord } from "../generate/truth.ts";
import type { Job } from "./child.ts";
import type { Entrant } from "./contest.ts";
import { type Field, clewJob, projectsOf } from "./field.ts";
import { valueAt } from "./figure.ts";

export function largestPath({ dir, truth }: Field): string {
  const path = valueAt(truth, "largest", "path");
  return join(dir, typeof path === "string" ? path : "none");
}

export function ripgrepJob(field: Field, path: string): Job | undefined {
  if (field.ripgrep === undefined) return undefined;
  return {
    program: field.ripgrep.path,
    args: ["--text", "--no-ignore", "--hidden", "--no-filename", "--count", "--glob", "*.jsonl", needleWord, path],
  };
}

export function entrants(field: Field): readonly Entrant[] {
  const projects = projectsOf(field);
  const largest = largestPath(field);
  const clew = (name: string, target: Entrant["target"], args: readonly string[]): Entrant => ({
    name: `clew ${name}`,
    target,
    job: clewJob(field, args),
  });
  const everyFile = 'find "$1" -name "*.jsonl" -print0 | xargs -0 wc -l';
  return [
    { name: "wc -l", target: "tree", role: "wc", job: { program: "sh", args: ["-c", everyFile, "sh", projects] } },
    ...search(field, "tree", projects),
    clew("ls --all --no-index", "tree", ["ls", "--all", "--no-index"]),
    { ...clew("doctor", "tree", ["doctor"]), one: "asked" },
    { name: "wc -l", target: "largest", role: "wc", job: { program: "wc", args: ["-l", largest] } },
    ...search(field, "largest", largest),
    clew("lines --summary", "largest", ["lines", largest, "--summary"]),
    clew("entries", "largest", ["entries", largest]),
    clew("session --summary", "largest", ["session", largest, "--summary"]),
    clew("request", "largest", ["request", largest]),
    clew("context", "largest", ["context", largest]),
    clew("show", "largest", ["show", largest]),
  ];
}

function search(field: Field, target: Entrant["target"], path: string): readonly Entrant[] {
  const job = ripgrepJob(field, path);
  return job === undefined ? [] : [{ name: "rg --count", target, role: "ripgrep", job, one: "asked" }];
}
