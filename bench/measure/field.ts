// A tree to measure on, the tools to compare with, and the jobs of clew on it: nothing of the person's own home is seen.
import { join } from "node:path";
import { needleWord } from "../generate/truth.ts";
import type { Job } from "./child.ts";
import { numberAt, valueAt } from "./figure.ts";
import type { Ripgrep } from "./ripgrep.ts";

export type Field = {
  /** A config home: `projects` and TRUTH.json stand in it. */
  readonly dir: string;
  readonly truth: unknown;
  readonly ripgrep: Ripgrep | undefined;
  /** Where commands keep what they must not leave in the tree. */
  readonly scratch: string;
};

const binary = join(import.meta.dirname, "..", "..", "bin", "clew.js");

export const projectsOf = ({ dir }: Field): string => join(dir, "projects");

/** `cache` names one of several indexes. */
export function clewJob({ dir, scratch }: Field, args: readonly string[], cache = "cache"): Job {
  const env = {
    ...process.env,
    HOME: join(scratch, "home"),
    CLAUDE_CONFIG_DIR: dir,
    XDG_CACHE_HOME: join(scratch, cache),
    XDG_DATA_HOME: join(scratch, "data"),
  };
  return { program: process.execPath, args: [binary, ...args], env };
}

export const nodeJob: Job = { program: process.execPath, args: ["-e", "0"] };

/** ripgrep over everything in the logs' folder, as a person would ask it. */
export function needleJob(field: Field): Job | undefined {
  if (field.ripgrep === undefined) return undefined;
  return { program: field.ripgrep.path, args: ["-uuu", "-c", needleWord, projectsOf(field)] };
}

export const bytesOf = ({ truth }: Field): number => numberAt(truth, "bytes") ?? Number.NaN;

/** What a search for the needle finds: the older sort of truth knows only prompts. */
export function needlesIn({ truth }: Field): { readonly hits: number; readonly lines: number } {
  const plain = numberAt(truth, "needles");
  if (plain !== undefined) return { hits: plain, lines: plain };
  const persisted = numberAt(truth, "needles", "places", "persisted") ?? 0;
  const lines = (numberAt(truth, "needles", "lines") ?? Number.NaN) + persisted;
  return { hits: numberAt(truth, "needles", "hits") ?? Number.NaN, lines };
}

/** Whether the tree is of this project's own generator. */
export const isOwnTree = ({ truth }: Field): boolean => valueAt(truth, "largest") !== undefined;
