// Seeds -> the reports of a process with a small heap on those bombs; fails where the process did not live to the end.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BombReport } from "./bomb-child.ts";

const child = fileURLToPath(new URL("./bomb-child.ts", import.meta.url));

export type GroupReport = {
  readonly seeds: readonly number[];
  /** Empty where all is well. */
  readonly wrong: readonly BombReport[];
  readonly maxRssMb: number;
};

export async function bombGroup(seeds: readonly number[]): Promise<GroupReport> {
  const args = ["--max-old-space-size=256", child, ...seeds.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  const reports = stdout.split("\n").flatMap((line) => (line === "" ? [] : [reportIn(line)]));
  return {
    seeds: reports.map(({ seed }) => seed),
    wrong: reports.filter(({ wrong }) => wrong.length > 0),
    maxRssMb: Math.max(...reports.map(({ maxRssMb }) => maxRssMb)),
  };
}

function reportIn(line: string): BombReport {
  const value: unknown = JSON.parse(line);
  if (!isReport(value)) throw new Error(`not a report: ${line}`);
  return value;
}

/** Only our own process writes such a line. */
function isReport(value: unknown): value is BombReport {
  return typeof value === "object" && value !== null && "seed" in value && "wrong" in value;
}
