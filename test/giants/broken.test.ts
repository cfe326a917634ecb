// Session files with one monstrous defect each -> the doctor comes to an end and names it; no hang, no crash, no stack trace.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { brokenInputs } from "../../bench/giant/broken.ts";
import { giantFolder, hasStackTrace, runClew } from "./clew.ts";

const boundMs = 180_000;
const usualRssMb = 600;

describe("a doctor's visit", () => {
  const folder = giantFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(brokenInputs)(
    "ends and names what is wrong with $name",
    { timeout: boundMs * 2 },
    async ({ write, finding, rssMb = usualRssMb }) => {
      const path = join(folder, "7c2b0e63-1d2f-4c68-8b79-4e205d9f3c81.jsonl");
      write(path);
      try {
        const ran = await runClew(["doctor", path, "--json"], boundMs);
        expect(ran.stderr).toSatisfy((text: string) => !hasStackTrace(text));
        expect([0, 1]).toContain(ran.code);
        expect(ran.stdout).toMatch(finding ?? /^/);
        expect(ran.peakRssMb ?? 0).toBeLessThanOrEqual(rssMb);
      } finally {
        rmSync(path, { force: true });
      }
    },
  );
});
