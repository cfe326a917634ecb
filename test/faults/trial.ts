// One seed -> one trial: a command with a fault, the next command, and all that the oracle finds wrong.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { nodeWorld, undo } from "../../src/store/index.ts";
import { updated } from "../catalog/open-catalog.ts";
import { type Random, randomFrom } from "../catalog/random.ts";
import { damageIn, rowsOf } from "../catalog/rows.ts";
import { type FaultyCommand, commands, nextCommands } from "./commands.ts";
import { type FaultKind, type Faulted, faultKinds, picked, runFaulted } from "./fault-kinds.ts";
import {
  type Expected,
  type Finding,
  type Judged,
  cacheOf,
  expectedOf,
  judgeAtOnce,
  judgeSettled,
  judgeUndone,
  lookBefore,
  undoableOperation,
} from "./oracle.ts";
import { type Lane, dataDirOf } from "./scene.ts";
import { type Ended, type Point, longestMs, pointsOf, runClew, runTraced } from "./traced.ts";

export type Trial = {
  readonly trial: number;
  readonly command: string;
  readonly kind: FaultKind;
  readonly told: string;
  readonly hasTakenEffect: boolean;
  /** How the process ended: its exit code, or the signal. */
  readonly ended: string;
  readonly findings: readonly Finding[];
};

export type Recorded = { readonly points: readonly Point[]; readonly expected: Expected };

/** The system calls and the effect of a command without a fault. */
export async function record(lane: Lane, name: string): Promise<Recorded> {
  const before = lookBefore(lane.run);
  const ended = await runTraced({ run: lane.run, args: commandOf(name).args(lane) }, []);
  if (ended.code !== 0) throw new Error(`${name}: ${ended.code} ${ended.errors}`);
  return { points: pointsOf(ended.log, lane.run), expected: expectedOf(before) };
}

function commandOf(name: string): FaultyCommand {
  const command = commands[name];
  if (command === undefined) throw new Error(`no command ${name}`);
  return command;
}

export type Planned = {
  readonly trial: number;
  readonly command: string;
  readonly kind: FaultKind;
  readonly random: Random;
};

/** Commands take turns; kinds are drawn by their weight. */
export function plannedTrial(trial: number, kinds: readonly FaultKind[]): Planned {
  const random = randomFrom(trial);
  const names = Object.keys(commands);
  const all = kinds.flatMap((kind) => Array.from({ length: faultKinds[kind] }, () => kind));
  return { trial, command: names[trial % names.length] ?? "clone", kind: picked(random, all), random };
}

export async function runTrial(lane: Lane, planned: Planned, recorded: Recorded): Promise<Trial> {
  const { trial, command: name, kind, random } = planned;
  const command = commandOf(name);
  const before = lookBefore(lane.run);
  const job = { lane, args: command.args(lane), points: recorded.points, random };
  const startMs = Date.now();
  const faulted = await runFaulted(kind, job);
  const findings: Finding[] = [];
  if (Date.now() - startMs >= longestMs) findings.push({ wrong: "next failed", what: `${name} did not end` });
  findings.push(...judgeAtOnce(before, command));
  const args = picked(random, nextCommands);
  const { code, output, errors } = await runClew({ run: lane.run, args });
  const judged: Judged = { before, command, expected: recorded.expected, next: { args, code, output, errors } };
  findings.push(...judgeSettled(judged));
  if (command.isUndoable) findings.push(...undone(judged));
  if (name === "index") findings.push(...(await wrongIndex(lane.run)));
  const { told, hasTakenEffect, ended } = faulted;
  return {
    trial,
    command: name,
    kind,
    told: withWords(told, faulted, args),
    hasTakenEffect,
    ended: endText(ended),
    findings,
  };
}

const endText = ({ code, signal }: Ended): string => signal ?? String(code);

const withWords = (told: string, { ended }: Faulted, next: readonly string[]): string =>
  `${told}; ${ended.errors.trim().split("\n")[0]?.slice(0, 200) ?? ""}; next ${next[0]}`;

/** In this process and without the second between two looks: what was made a moment ago is not waited for. */
function undone(judged: Judged): readonly Finding[] {
  const { before } = judged;
  const operation = undoableOperation(before);
  if (operation === undefined) return [];
  try {
    undo({ op: operation.op, args: [] }, { ...nodeWorld(dataDirOf(before.run)), pause: () => undefined });
    return judgeUndone(judged);
  } catch (error) {
    return [{ wrong: "not undoable", what: String(error) }];
  }
}

async function wrongIndex(run: string): Promise<readonly Finding[]> {
  const [home, cacheDir, fresh] = [join(run, "home"), cacheOf(run), join(run, "cache", "fresh")];
  const nowMs = Date.now();
  await updated({ home, cacheDir, nowMs });
  await updated({ home, cacheDir: fresh, nowMs });
  const isSame = JSON.stringify(rowsOf(cacheDir)) === JSON.stringify(rowsOf(fresh));
  const damage = damageIn(cacheDir);
  rmSync(fresh, { recursive: true, force: true });
  return isSame && damage.length === 0
    ? []
    : [{ wrong: "changed", what: `the index differs from a fresh scan ${damage.join()}` }];
}
