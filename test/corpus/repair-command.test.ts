// Real logs, named by CLEW_CORPUS, damaged in every way and given to the command -> none is refused: its proof takes what the plan mends.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { aged, parsed, reshapeHome, weaveId } from "../cli/reshape-home.ts";
import { open } from "../craft.ts";
import { damages } from "../damage/index.ts";
import { repaired } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";
import { seedOf, trialOf } from "../damage/trial.ts";
import { corpusFiles, picker } from "./files.ts";

const seeds = Number(process.env["CLEW_REPAIR_SEEDS"] ?? 5);
const largestBytes = 2_000_000;
const bases = corpusFiles().filter(({ name, bytes }) => !/(^|\/)agent-/.test(name) && bytes.length <= largestBytes);

test.each(Object.keys(damages))("%s: the command mends what the plan mends", async (kind) => {
  let tried = 0;
  const complaints: string[] = [];
  for (let seed = 0; seed < seeds; seed++) {
    const trial = trialOf(bases, [kind], picker(seedOf(kind, 100 + seed)));
    if (trial === undefined) continue;
    tried += 1;
    const complaint = await complaintAbout(trial.damaged);
    if (complaint !== undefined) complaints.push(`${trial.base.name}, seed ${seed}: ${complaint}`);
  }
  expect(complaints).toEqual([]);
  expect(tried).toBeGreaterThan(0);
});

async function complaintAbout(damaged: Uint8Array): Promise<string | undefined> {
  const home = reshapeHome("");
  writeFileSync(home.path, damaged);
  aged(home.path);
  try {
    const { code, out, err } = await home.run("repair", weaveId, "--json");
    const planned = repaired(damaged, "main", weaveId);
    // Of two lines spliced into each other nothing may be left: then there is nothing to write.
    if (code !== 0) return open(planned.bytes).log.nodes.length === 0 ? undefined : err.trim();
    const { path } = parsed(out);
    if (Buffer.compare(readFileSync(home.path), damaged) !== 0) return "the source was changed";
    if (typeof path !== "string") return planned.isIdle ? undefined : "it was left as it is";
    return sent(readFileSync(path)) === sent(planned.bytes) ? undefined : "it sends something else than was planned";
  } finally {
    rmSync(dirname(home.home), { recursive: true, force: true });
  }
}

/** New ids of calls are made up by each run. */
const sent = (bytes: Uint8Array): string =>
  JSON.stringify(requestOf(bytes)).replaceAll(/"(id|tool_use_id)":"[^"]*"/g, "");
