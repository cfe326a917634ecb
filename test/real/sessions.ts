// Where sessions come from: the corpus folder, and what the clients are made to record.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Client, Prover, Scenario } from "../../src/proof/index.ts";
import { inTurns } from "./turns.ts";

export type Sample = { readonly set: string; readonly name: string; readonly file: string };

/** Main sessions only: sub-agents' files are never resumed. */
export function corpusSamples(folder: string | undefined): readonly Sample[] {
  if (folder === undefined) return [];
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const main = found.filter((path) => path.endsWith(".jsonl") && !/(^|\/)(subagents\/|agent-)/.test(path));
  return main.toSorted().map((path) => ({ set: "corpus", name: path, file: join(folder, path) }));
}

type Recording = { readonly client: Client; readonly into: string; readonly provers: readonly Prover[] };

/** Every session of the scenarios, as it was after every run. */
export async function recordedSamples(
  scenarios: readonly Scenario[],
  { client, into, provers }: Recording,
): Promise<readonly Sample[]> {
  const set = `recorded by ${client.version}`;
  const made = await inTurns(scenarios, provers, async (scenario, prover) => {
    const folder = join(into, client.version, scenario.name.replaceAll(" ", "-"));
    const { files } = await prover.recordScenario({ client, scenario, into: folder });
    if (files.length === 0) throw new Error(`${client.version} wrote nothing for "${scenario.name}"`);
    return files.map(({ run, file }) => ({ set, name: `${scenario.name}, run ${run + 1}`, file }));
  });
  return made.flat();
}

/** Of the states of one recorded scenario only the last. */
export function finalSamples(samples: readonly Sample[]): readonly Sample[] {
  const last = new Map(samples.map((sample) => [sample.name.replace(/, run \d+$/, ""), sample]));
  return [...last.values()];
}
