// Damaged sessions, mended, given to the released client -> each is taken, and what the sound one said is sent again.
import { mkdir, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultPrompt } from "../../src/proof/index.ts";
import { picker } from "../corpus/files.ts";
import { damages } from "../damage/index.ts";
import { repaired } from "../damage/repairing.ts";
import { type Sound, replayedBlocks, soundOf } from "../damage/score.ts";
import { type Base, type Trial, percent, row, seedOf, trialOf } from "../damage/trial.ts";
import { type Bench, openBench } from "./bench.ts";
import { isWhole } from "./due.ts";
import { corpusSamples } from "./sessions.ts";
import { inTurns } from "./turns.ts";

const newest = "2.1.325";
const { env } = process;
const minute = 60_000;
/** How many damaged sessions of each kind are tried. */
const seeds = isWhole ? 20 : 1;
const fewestBlocks = 20;
const largestBytes = 2_000_000;

type Outcome = {
  readonly trial: Trial;
  readonly complaint: string | undefined;
  readonly blocks: number;
  readonly replayed: number;
  /** With what nothing could bring back. */
  readonly accounted: number;
};

describe("mended sessions", () => {
  let bench: Bench | undefined;
  const sounds = new Map<string, Sound>();
  const bases: Base[] = [];

  beforeAll(async () => {
    bench = await openBench([newest]);
    for (const { name, file } of corpusSamples(env["CLEW_CORPUS"])) {
      const bytes = readFileSync(file);
      if (bytes.length > largestBytes) continue;
      const sound = soundOf(bytes);
      if (sound.count < fewestBlocks) continue;
      bases.push({ name, bytes });
      sounds.set(name, sound);
    }
  }, 5 * minute);

  afterAll(() => bench?.close());

  async function outcomeOf(trial: Trial, place: number, prover: Bench["provers"][number]): Promise<Outcome> {
    const sound = sounds.get(trial.base.name);
    if (bench === undefined || sound === undefined) throw new Error("the bench was not opened");
    const folder = join(bench.scratchDir, "mended", String(place));
    await mkdir(folder, { recursive: true });
    const sessionFile = join(folder, "0e9a1500-0000-4000-8000-000000000000.jsonl");
    await writeFile(sessionFile, repaired(trial.damaged).bytes);
    const client = bench.client(newest);
    const sent = await prover.resumeSession({ client, sessionFile, timeoutMs: 90_000 });
    const gone = [...trial.lost].reduce((all, id) => all + (sound.ownBlocks.get(id) ?? 0), 0);
    const replayed = replayedBlocks(sound, sent.messages, defaultPrompt);
    const accounted = Math.min(sound.count, replayed + gone);
    const violations = Math.max(0, sent.violations.length - sound.violations);
    const complaint = !sent.accepted
      ? `refused: ${sent.error ?? ""}`
      : accounted < 0.95 * sound.count
        ? `${replayed} of ${sound.count} blocks`
        : violations > 0
          ? `${violations} violations`
          : undefined;
    return { trial, complaint, blocks: sound.count, replayed, accounted };
  }

  it(
    `${newest} takes sessions mended of every kind of damage, and sends what they said`,
    async () => {
      const trials = Object.keys(damages).flatMap((kind) =>
        Array.from({ length: seeds }, (_, seed) => trialOf(bases, [kind], picker(seedOf(kind, seed)))).filter(
          (trial) => trial !== undefined,
        ),
      );
      expect(trials.length).toBeGreaterThanOrEqual(Object.keys(damages).length * seeds * 0.9);
      const places = trials.map((trial, place) => ({ trial, place }));
      const outcomes = await inTurns(places, bench?.provers ?? [], ({ trial, place }, prover) =>
        outcomeOf(trial, place, prover),
      );
      process.stdout.write(`\n${tableOf(outcomes)}\n`);
      const broken = outcomes.flatMap(({ trial, complaint }) =>
        complaint === undefined ? [] : [`${trial.kinds.join(" + ")} | ${trial.base.name} | ${complaint}`],
      );
      expect(broken).toEqual([]);
    },
    40 * minute,
  );
});

function tableOf(outcomes: readonly Outcome[]): string {
  const kinds = [...new Set(outcomes.map(({ trial }) => trial.kinds.join(" + ")))];
  const rows = kinds.map((kind) => {
    const own = outcomes.filter(({ trial }) => trial.kinds.join(" + ") === kind);
    const sum = (of: (outcome: Outcome) => number): number => own.reduce((all, one) => all + of(one), 0);
    const taken = own.filter(({ complaint }) => complaint?.startsWith("refused") !== true).length;
    const blocks = sum((one) => one.blocks);
    return row(kind, [
      `taken ${taken}/${own.length}`,
      `replayed ${percent(
        sum((one) => one.replayed),
        blocks,
      )}`,
    ]);
  });
  return rows.join("\n");
}
