// `clew history`: a session, or none -> what clew did to it and which sessions came from which.
import { type Operation, historyOf, operationTime, readLineage, typedCommand } from "../../store/index.ts";
import { formatAge, sanitizeLine } from "../../view/index.ts";
import type { DirFlag, JsonFlag } from "../flags.ts";
import { type ToldOperation, historyTable, sessionsText } from "../history-table.ts";
import type { ExitCode, Io } from "../io.ts";
import { jsonLine } from "../json-line.ts";
import { ownRecords } from "../reshape/own-records.ts";
import { sessionIdNamed } from "../reshape/session-id.ts";
import { ledgerText, shortOperation, tokensText } from "../reshape/telling.ts";

export type Flags = DirFlag & JsonFlag & { readonly all: boolean };

export async function history(io: Io, flags: Flags, name?: string): Promise<ExitCode> {
  const all = ownRecords(io, readLineage);
  const told =
    name === undefined
      ? all.map((one) => ({ one, relation: "own" }))
      : related(sessionIdNamed(io, { flags, name, operations: all }), all);
  if (flags.json) for (const { one, relation } of told) io.out(jsonLine({ ...one, relation }));
  else await print(io, flags.all ? told.map((one) => ({ ...one, count: 1 })) : runsOf(told));
  if (told.length === 0)
    io.err(`clew: ${name === undefined ? "nothing was done yet" : "nothing was done with that session"}\n`);
  return told.length === 0 ? 1 : 0;
}

/** A pipe gets all of every line, a screen as much as fits. */
async function print(io: Io, told: readonly ToldOperation[]): Promise<void> {
  if (io.isTerminal && told.length > 0) io.out(await historyTable(io, told));
  else for (const one of told) io.out(line(one, io.nowMs));
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

/** Operations of one run, which kept all sessions or those of an age, are told as one: they name none. */
function runsOf(told: readonly Told[]): readonly ToldOperation[] {
  const runs: Told[][] = [];
  for (const next of told) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && isOfMany(last) && isOfMany(next) && betweenMs(last, next) < pauseMs)
      runs.at(-1)?.push(next);
    else runs.push([next]);
  }
  return runs.flatMap(([first, ...others]) => (first === undefined ? [] : [{ ...first, count: 1 + others.length }]));
}

const isOfMany = ({ one }: Told): boolean =>
  one.command.startsWith("keep") && one.args.length === 0 && one.undoneBy === undefined;

/** Copying one session takes less. */
const pauseMs = 60_000;
const betweenMs = (one: Told, next: Told): number => Date.parse(next.one.time) - Date.parse(one.one.time);

function line({ one, relation, count }: ToldOperation, nowMs: number): string {
  const { op, ledger, tokensSaved = 0, undoneBy, title } = one;
  const when = [sanitizeLine(operationTime(one)), formatAge(Date.parse(one.time), nowMs).padEnd(6)];
  if (count > 1)
    return `${" ".repeat(shortOperation(op).length)}  ${when.join("  ")}  keep  ${count} sessions (--all tells each)\n`;
  const saved = tokensSaved === 0 ? "" : `, ${tokensText(tokensSaved)}`;
  const marks = [...(relation === "own" ? [] : [relation]), ...(undoneBy === undefined ? [] : ["undone"])];
  const cells = [
    shortOperation(op),
    ...when,
    typedCommand(one),
    sessionsText(one),
    ...(ledger === undefined ? [] : [`${ledgerText(ledger)}${saved}`]),
    ...(title === undefined ? [] : [JSON.stringify(title.to)]),
    ...(marks.length === 0 ? [] : [`(${marks.join(", ")})`]),
  ];
  return `${cells.map(sanitizeLine).join("  ")}\n`;
}
