// Seeds -> the reports of a process with a small heap on those bombs; fails where the process did not live to the end.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { BombReport } from "./bomb-child.ts";

const child = fileURLToPath(new URL("./bomb-child.ts", import.meta.url));

export async function expectHarmless(seeds: readonly number[]): Promise<void> {
  const args = ["--max-old-space-size=256", child, ...seeds.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  const reports = stdout.split("\n").flatMap((line): readonly BombReport[] => (line === "" ? [] : [JSON.parse(line)]));
  expect(reports.map(({ seed }) => seed)).toEqual(seeds);
  expect(reports.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  expect(Math.max(...reports.map(({ maxRssMb }) => maxRssMb))).toBeLessThan(600);
}
