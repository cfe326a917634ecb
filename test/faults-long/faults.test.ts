// Two hundred system faults on the built program -> nothing lost, changed, partial or left over.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasStrace } from "../faults/traced.ts";
import type { Trial } from "../faults/trial.ts";
import { runTrials } from "../faults/trials.ts";

const wanted = 200;
/** Every tenth of the trials that a release runs; commands take turns, and their number has no factor in common with ten. */
const step = 10;
const isRequired = process.env["CLEW_REQUIRE_TOOLS"] !== undefined;

test.skipIf(process.platform !== "linux" || (!hasStrace() && !isRequired))(
  "200 system faults leave a home as before or wholly done, and the next command leaves nothing over (needs strace)",
  async () => {
    const root = mkdtempSync(join(tmpdir(), "clew-faults-"));
    const done: Trial[] = [];
    const took = (): readonly Trial[] => done.filter(({ hasTakenEffect }) => hasTakenEffect);
    function* numbers(): Generator<number> {
      for (let at = 0; took().length < wanted && at < wanted * 2; at++) yield at * step;
    }
    try {
      await runTrials({ root, lanes: 2, trials: numbers(), onTrial: (trial) => void done.push(trial) });
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
    expect(done.filter(({ findings }) => findings.length > 0)).toEqual([]);
    expect(took().length).toBeGreaterThanOrEqual(wanted);
  },
);
