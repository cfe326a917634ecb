// Arguments -> the built command, run as a child with a bounded time; what it said and how much memory it took.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ran, runChild } from "../../bench/measure/child.ts";

const binary = join(import.meta.dirname, "..", "..", "bin", "clew.js");

export const runClew = (args: readonly string[], timeoutMs: number): Promise<Ran> =>
  runChild({ program: process.execPath, args: [binary, ...args], keep: "stdout", timeoutMs });

/** CLEW_GIANT_DIR chooses a disk with room for the full size. */
export const giantFolder = (): string => mkdtempSync(join(process.env["CLEW_GIANT_DIR"] ?? tmpdir(), "clew-giant-"));

export const hasStackTrace = (text: string): boolean => /^\s+at .+:\d+:\d+\)?$/m.test(text);
