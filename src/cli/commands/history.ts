// `clew history`: a session, or none -> what clew did to it and which sessions came from which.
import { type Operation, historyOf, readLineage } from "../../store/index.ts";
import { formatAge, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { ownRecords } from "../reshape/own-records.ts";
import { sessionIdNamed } from "../reshape/session-id.ts";
import { ledgerText, shortOperation, tokensText } from "../reshape/telling.ts";

export type Flags = DirFlag & JsonFlag & { readonly all: boolean };

export function history(io: Io, flags: Flags, name?: string): ExitCode {
  const all = ownRecords(io, readLineage);
  const told =
    name === undefined
      ? all.map((one) => ({ one, relation: "own" }))
      : related(sessionIdNamed(io, { flags, name, operations: all }), all);
  if (flags.json) for (const { one, relation } of told) io.out(jsonLine({ ...one, relation }));
  else for (const run of flags.all ? told.map((one) => [one]) : runsOf(told)) io.out(runText(run, io.nowMs));
  if (told.length === 0)
    io.err(`clew: ${name === undefined ? "nothing was done yet" : "nothing was done with that session"}\n`);
  return told.length === 0 ? 1 : 0;
}

type Told = { readonly one: Operation; readonly relation: string };

function related(sessionId: string, all: readonly Operation[]): readonly Told[] {
  const { own, ancestors, descendants } = historyOf(sessionId, all);
  const relations = new Map([
    ...ancestors.map((one) => [one, "ancestor"] as const),
    ...descendants.map((one) => [one, "descendant"] as const),
    ...own.map((one) => [one, "own"] as const),
  ]);
  return all.flatMap((one) => {
    const relation = relations.get(one);
    return relation === undefined ? [] : [{ one, relation }];
  });
}

/** Operations of one run, which kept all sessions or those of an age: they name none. */
function runsOf(told: readonly Told[]): readonly (readonly Told[])[] {
  const runs: Told[][] = [];
  for (const next of told) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && isOfMany(last) && isOfMany(next) && betweenMs(last, next) < pauseMs)
      runs.at(-1)?.push(next);
    else runs.push([next]);
  }
  return runs;
}

const isOfMany = ({ one }: Told): boolean =>
  one.command.startsWith("keep") && one.args.length === 0 && one.undoneBy === undefined;

/** Copying one session takes less. */
const pauseMs = 60_000;
const betweenMs = (one: Told, next: Told): number => Date.parse(next.one.time) - Date.parse(one.one.time);

function runText(run: readonly Told[], nowMs: number): string {
  const [first] = run;
  if (first === undefined) return "";
  const { one, relation } = first;
  return run.length === 1
    ? line(one, relation, nowMs)
    : `${" ".repeat(shortOperation(one.op).length)}  ${whenTexts(one, nowMs).join("  ")}  keep  ${run.length} sessions (--all tells each)\n`;
}

const whenTexts = ({ time }: Operation, nowMs: number): readonly string[] => [
  sanitizeLine(`${time.slice(0, 16).replace("T", " ")} UTC`),
  formatAge(Date.parse(time), nowMs).padEnd(6),
];

function line(one: Operation, relation: string, nowMs: number): string {
  const { op, command, sources, results, ledger, tokensSaved = 0, undoneBy, title } = one;
  const saved = tokensSaved === 0 ? "" : `, ${tokensText(tokensSaved)}`;
  const marks = [...(relation === "own" ? [] : [relation]), ...(undoneBy === undefined ? [] : ["undone"])];
  const cells = [
    shortOperation(op),
    ...whenTexts(one, nowMs),
    command,
    results.length === 0 ? short(sources) : `${short(sources)} -> ${short(results)}`,
    ...(ledger === undefined ? [] : [`${ledgerText(ledger)}${saved}`]),
    ...(title === undefined ? [] : [JSON.stringify(title.to)]),
    ...(marks.length === 0 ? [] : [`(${marks.join(", ")})`]),
  ];
  return `${cells.map(sanitizeLine).join("  ")}\n`;
}

const short = (files: Operation["sources"]): string => files.map(({ sessionId }) => sessionId.slice(0, 8)).join(", ");
