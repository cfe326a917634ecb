// Real logs, named by CLEW_CORPUS, damaged in every way -> mended: what they say is replayed and reached, and nothing is left to mend.
import { describe, expect, test } from "vitest";
import { open } from "../craft.ts";
import { damages } from "../damage/index.ts";
import { repaired } from "../damage/repairing.ts";
import { type Score, type Sound, replayedBlocks, requestOf, scoreOf, soundOf } from "../damage/score.ts";
import { type Base, type Trial, percent, row, seedOf, someKinds, trialOf } from "../damage/trial.ts";
import { corpusFiles, picker, say } from "./files.ts";

const seeds = 20;
const combinations = 150;
/** Larger ones say nothing new here, and take long; compacted ones are large, and get a turn of their own. */
const largestBytes = 800_000;
/** A line more or less of a shorter one is more than a twentieth. */
const fewestBlocks = 20;

const isAgent = (name: string): boolean => /(^|\/)agent-/.test(name);
const files = corpusFiles();
const sounds = new Map<string, Sound>();
const bases: readonly Base[] = files.filter(({ name, bytes }) => {
  if (isAgent(name) || bytes.length > largestBytes) return false;
  const sound = soundOf(bytes);
  sounds.set(name, sound);
  return sound.count >= fewestBlocks;
});
const compacted: readonly Base[] = files.filter(({ name, bytes }) => {
  const isCompacted = !isAgent(name) && open(bytes).log.compactions.size > 0;
  if (isCompacted) sounds.set(name, soundOf(bytes));
  return isCompacted;
});

type Outcome = {
  readonly trial: Trial;
  readonly score: Score;
  readonly client: number;
  readonly complaints: readonly string[];
};

function outcomeOf(trial: Trial): Outcome {
  const sound = sounds.get(trial.base.name);
  if (sound === undefined) throw new Error("no such session");
  const { plan, bytes } = repaired(trial.damaged);
  const score = scoreOf(sound, trial.lost, bytes);
  const again = repaired(bytes).plan.steps;
  const complaints = [
    ...(score.replayed + score.gone < 0.95 * score.blocks ? [`${score.replayed} of ${score.blocks} blocks`] : []),
    ...(score.reached < 0.99 * score.surviving ? [`${score.reached} of ${score.surviving} entries`] : []),
    ...(score.violations > 0 ? [`${score.violations} violations`] : []),
    ...again.map(({ text }) => `again: ${text}`),
    ...(keepsLines(trial.damaged, bytes, plan.placed.length) ? [] : ["lines were changed that were not to be"]),
  ];
  return { trial, score, client: replayedBlocks(sound, requestOf(trial.damaged)), complaints };
}

/** Lines that are not in the source are those that were changed or added. */
function keepsLines(before: Uint8Array, after: Uint8Array, placed: number): boolean {
  const text = (bytes: Uint8Array): readonly string[] => new TextDecoder("latin1").decode(bytes).split("\n");
  const known = new Set(text(before));
  return text(after).filter((line) => line !== "" && !known.has(line)).length <= placed;
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((all, one) => all + of(one), 0);
  const blocks = sum(({ score }) => score.blocks);
  say(
    row(name, [
      `${String(outcomes.length).padStart(3)} times`,
      `replayed ${percent(
        sum(({ score }) => score.replayed),
        blocks,
      )}`,
      `by the client unaided ${percent(
        sum(({ client }) => client),
        blocks,
      )}`,
      `reached ${percent(
        sum(({ score }) => score.reached),
        sum(({ score }) => score.surviving),
      )}`,
    ]),
  );
  expect(sum(({ score }) => score.replayed + score.gone)).toBeGreaterThanOrEqual(0.95 * blocks);
}

const complaintsOf = (outcomes: readonly Outcome[]): readonly string[] =>
  outcomes.flatMap(({ trial, complaints }) =>
    complaints.length === 0 ? [] : [`${trial.base.name} | ${trial.kinds.join(" + ")} | ${complaints.join("; ")}`],
  );

describe("repair", () => {
  test.each(files)("$name is sound and left alone", ({ name, bytes }) => {
    expect(repaired(bytes, isAgent(name) ? "agent" : "main").plan.steps).toEqual([]);
  });

  test.each(Object.keys(damages))("%s is mended twenty times of twenty", (kind) => {
    const outcomes = Array.from({ length: seeds }, (_, seed) => trialOf(bases, [kind], picker(seedOf(kind, seed))))
      .filter((trial) => trial !== undefined)
      .map(outcomeOf);
    expect(outcomes.length).toBeGreaterThanOrEqual(seeds / 2);
    report(kind, outcomes);
    expect(complaintsOf(outcomes)).toEqual([]);
  });

  test("two to four kinds of damage at once are mended in 97 of 100 cases, and never made worse by a second repair", () => {
    const outcomes = Array.from({ length: combinations }, (_, seed) => {
      const pick = picker(seedOf("several", seed));
      return trialOf(bases, someKinds(pick), pick);
    })
      .filter((trial) => trial !== undefined)
      .map(outcomeOf);
    report("two to four kinds at once", outcomes);
    const complaints = complaintsOf(outcomes);
    for (const complaint of complaints) say(`  ${complaint}`);
    expect(complaints.length).toBeLessThanOrEqual(0.03 * outcomes.length);
    expect(complaints.filter((one) => one.includes("again:"))).toEqual([]);
  });

  test("sessions that were compacted are mended without undoing it", () => {
    const outcomes = Object.keys(damages)
      .map((kind) => trialOf(compacted, [kind], picker(seedOf(kind, -1))))
      .filter((trial) => trial !== undefined)
      .map(outcomeOf);
    report("all kinds, compacted sessions", outcomes);
    expect(complaintsOf(outcomes)).toEqual([]);
  });

  test("agents' logs are mended too, and a second repair finds nothing", () => {
    const agents = files.filter(({ name, bytes }) => isAgent(name) && bytes.length > 4000);
    const left = Object.keys(damages).flatMap((kind) => {
      const pick = picker(seedOf(kind, -2));
      const base = agents[pick(agents.length)];
      const trial = base === undefined ? undefined : trialOf([base], [kind], pick);
      const result = trial === undefined ? undefined : repaired(trial.damaged, "agent");
      return result === undefined
        ? []
        : repaired(result.bytes, "agent").plan.steps.map(({ text }) => `${kind}: ${text}`);
    });
    expect(left).toEqual([]);
  });
});
