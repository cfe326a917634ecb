// One giant session file -> the summaries come, are right, and stay within their memory.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GiantSession, writeGiantSession } from "../../bench/giant/session.ts";
import { figure } from "../../bench/measure/figure.ts";
import { giantFolder, hasStackTrace, runClew } from "./clew.ts";

const gib = Number(process.env["CLEW_GIANT_GIB"] ?? "0.5");
const entryBytes = 4200;
const timeoutMs = Math.max(120_000, gib * 240_000);
const linesRssMb = 150;
const sessionRssMb = 600;

describe(`a session of ${gib} GiB`, () => {
  const folder = giantFolder();
  const path = join(folder, "6f1a9d52-0c1e-4b57-9a68-3d1f4c8e2b70.jsonl");
  let giant: GiantSession = { bytes: 0, entries: 0 };
  beforeAll(() => {
    giant = writeGiantSession(path, { bytes: gib * 2 ** 30, entries: Math.round((gib * 2 ** 30) / entryBytes) });
  }, timeoutMs);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(`is counted line by line in at most ${linesRssMb} MB of memory`, { timeout: timeoutMs }, async () => {
    const ran = await runClew(["lines", path, "--summary", "--json"], timeoutMs);
    expect(ran.stderr).toSatisfy((text: string) => !hasStackTrace(text));
    expect(ran.code).toBe(0);
    expect(figure(ran.stdout, "lines")).toBe(giant.entries);
    expect(figure(ran.stdout, "bytes")).toBe(giant.bytes);
    expect(ran.peakRssMb ?? 0).toBeLessThanOrEqual(linesRssMb);
  });

  it(`is read as one session in at most ${sessionRssMb} MB of memory`, { timeout: timeoutMs }, async () => {
    const ran = await runClew(["session", path, "--summary", "--json"], timeoutMs);
    expect(ran.stderr).toSatisfy((text: string) => !hasStackTrace(text));
    expect(ran.code).toBe(0);
    expect(figure(ran.stdout, "turns")).toBe(giant.entries / 4);
    expect(ran.peakRssMb ?? 0).toBeLessThanOrEqual(sessionRssMb);
  });
});
