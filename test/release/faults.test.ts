// Two thousand system faults on the built program -> a report of what they did, and not one finding.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { addProgress, currentCommit, readProgress } from "../faults/progress.ts";
import { reportOf } from "../faults/report.ts";
import { hasStrace } from "../faults/traced.ts";
import { runTrials } from "../faults/trials.ts";

const wanted = Number(process.env["CLEW_TRIALS"] ?? 2000);
const progress = fileURLToPath(new URL("../../.cache/fault-trials.jsonl", import.meta.url));
const report = fileURLToPath(new URL("../../docs/trials.md", import.meta.url));

test(`${wanted} system faults leave a home as before or wholly done, and the next command leaves nothing over`, async () => {
  expect(hasStrace(), "install strace").toBe(true);
  const root = mkdtempSync(join(tmpdir(), "clew-faults-"));
  const commit = currentCommit();
  const known = new Set(readProgress(progress).map(({ trial }) => trial));
  let took = readProgress(progress).filter(({ hasTakenEffect }) => hasTakenEffect).length;
  function* numbers(): Generator<number> {
    for (let at = 0; took < wanted; at++) if (!known.has(at)) yield at;
  }
  try {
    await runTrials({
      root,
      lanes: 2,
      trials: numbers(),
      onTrial(trial) {
        addProgress(progress, { ...trial, commit });
        if (trial.hasTakenEffect) took += 1;
      },
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const done = readProgress(progress).toSorted((a, b) => a.trial - b.trial);
  writeFileSync(report, reportOf(done, new Date().toISOString().slice(0, 10)));
  expect(done.filter(({ findings }) => findings.length > 0)).toEqual([]);
});
