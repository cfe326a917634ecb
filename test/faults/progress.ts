// Finished trials <-> a file of JSON lines, so that a run that was interrupted continues where it stopped.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isObject } from "../../src/format/index.ts";
import { type FaultKind, faultKinds } from "./fault-kinds.ts";
import { type Finding, wrongs } from "./oracle.ts";
import type { Trial } from "./trial.ts";

export type DoneTrial = Trial & { readonly commit: string };

export function readProgress(path: string): readonly DoneTrial[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8").split("\n").flatMap(trialOf);
}

export function addProgress(path: string, trial: DoneTrial): void {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `${JSON.stringify(trial)}\n`);
}

/** A line that was cut short is a trial that is run again. */
function trialOf(line: string): readonly DoneTrial[] {
  const raw = parsed(line);
  if (!isObject(raw)) return [];
  const { trial, command, kind, told, hasTakenEffect, ended, findings, commit } = raw;
  if (typeof trial !== "number" || typeof command !== "string" || !isKind(kind) || !Array.isArray(findings)) return [];
  return [
    {
      trial,
      command,
      kind,
      told: textOf(told),
      hasTakenEffect: hasTakenEffect === true,
      ended: textOf(ended),
      findings: findings.flatMap(findingOf),
      commit: textOf(commit),
    },
  ];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const isKind = (kind: unknown): kind is FaultKind => typeof kind === "string" && Object.hasOwn(faultKinds, kind);

function findingOf(raw: unknown): readonly Finding[] {
  const wrong = isObject(raw) ? wrongs.find((one) => one === raw["wrong"]) : undefined;
  return wrong === undefined || !isObject(raw) ? [] : [{ wrong, what: textOf(raw["what"]) }];
}

/** The commit that is tested, for the report. */
export function currentCommit(): string {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  return execFileSync("git", ["rev-parse", "--short=10", "HEAD"], { cwd, encoding: "utf8" }).trim();
}
