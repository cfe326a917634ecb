// A generated tree -> the commands to time on it: wc and ripgrep as the yardsticks, then clew's own verbs.
import { join } from "node:path";
import type { Truth } from "../generate/truth.ts";
import type { Job } from "./child.ts";
import type { Entrant } from "./contest.ts";
import type { Ripgrep } from "./ripgrep.ts";

export type Field = { readonly dir: string; readonly truth: Truth; readonly ripgrep: Ripgrep | undefined };

const binary = join(import.meta.dirname, "..", "..", "bin", "clew.js");

export function clewJob(dir: string, args: readonly string[]): Job {
  // The generated tree is the only home that the command can see.
  const env = { ...process.env, HOME: dir, CLAUDE_CONFIG_DIR: dir };
  return { program: process.execPath, args: [binary, ...args], env };
}

export function ripgrepJob(field: Field, path: string): Job | undefined {
  if (field.ripgrep === undefined) return undefined;
  const { word } = field.truth.needles;
  return {
    program: field.ripgrep.path,
    args: ["--text", "--no-ignore", "--hidden", "--no-filename", "--count", "--glob", "*.jsonl", word, path],
  };
}

export function entrants(field: Field): readonly Entrant[] {
  const { dir, truth } = field;
  const projects = join(dir, "projects");
  const largest = join(dir, truth.largest.path);
  const clew = (name: string, target: Entrant["target"], args: readonly string[]): Entrant => ({
    name: `clew ${name}`,
    target,
    job: clewJob(dir, args),
  });
  const everyFile = 'find "$1" -name "*.jsonl" -print0 | xargs -0 wc -l';
  return [
    { name: "wc -l", target: "tree", role: "wc", job: { program: "sh", args: ["-c", everyFile, "sh", projects] } },
    ...search(field, "tree", projects),
    clew("ls --all", "tree", ["ls", "--all"]),
    clew("doctor", "tree", ["doctor"]),
    { name: "wc -l", target: "largest", role: "wc", job: { program: "wc", args: ["-l", largest] } },
    ...search(field, "largest", largest),
    clew("lines --summary", "largest", ["lines", largest, "--summary"]),
    clew("entries", "largest", ["entries", largest]),
    clew("session --summary", "largest", ["session", largest, "--summary"]),
    clew("request", "largest", ["request", largest]),
    clew("show", "largest", ["show", largest]),
  ];
}

function search(field: Field, target: Entrant["target"], path: string): readonly Entrant[] {
  const job = ripgrepJob(field, path);
  return job === undefined ? [] : [{ name: "rg --count", target, role: "ripgrep", job }];
}
