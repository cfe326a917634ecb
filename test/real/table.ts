// Verdicts -> the lines a person reads: how many are equal, set by set, and every place where one is not.
import type { ComparableBlock, Difference } from "../../src/proof/index.ts";
import type { Verdict } from "./replay.ts";

export type Score = { readonly equal: number; readonly total: number };

/** Only sessions that the client takes can be foretold. */
export function scoreOf(verdicts: readonly Verdict[]): Score {
  const replayable = verdicts.filter(({ kind }) => kind !== "refused");
  return { equal: replayable.filter(({ kind }) => kind === "equal").length, total: replayable.length };
}

export function table(title: string, verdicts: readonly Verdict[]): string {
  const sets = [...new Set(verdicts.map(({ sample }) => sample.set))];
  const bySet = sets.map((set) =>
    scoreLine(
      `  ${set}`,
      verdicts.filter(({ sample }) => sample.set === set),
    ),
  );
  return [scoreLine(title, verdicts), ...bySet, ...verdicts.flatMap(verdictLines), ""].join("\n");
}

function scoreLine(title: string, verdicts: readonly Verdict[]): string {
  const { equal, total } = scoreOf(verdicts);
  const blocks = verdicts.reduce((sum, verdict) => sum + (verdict.kind === "equal" ? verdict.blocks : 0), 0);
  const refused = verdicts.length - total;
  return `${title}: ${equal}/${total} equal, ${blocks} blocks${refused === 0 ? "" : `, ${refused} refused`}`;
}

const mostDifferences = 8;

function verdictLines(verdict: Verdict): readonly string[] {
  const name = `${verdict.sample.set} | ${verdict.sample.name}`;
  switch (verdict.kind) {
    case "equal":
      return [];
    case "refused":
    case "failed":
      return [`  ${verdict.kind} | ${name} | ${oneLine(verdict.why)}`];
    case "differs": {
      const { differences } = verdict;
      const shown = differences.slice(0, mostDifferences).map((difference) => `      ${differenceLine(difference)}`);
      return [`  differs | ${name} | ${differences.length} differences`, ...shown];
    }
  }
}

function differenceLine(difference: Difference): string {
  switch (difference.kind) {
    case "missing":
      return `missing at ${difference.at}: ${blockLine(difference.theirs, 0)}`;
    case "extra":
      return `extra at ${difference.at}: ${blockLine(difference.ours, 0)}`;
    case "changed": {
      const { ours, theirs } = difference;
      const from = Math.max(0, firstUnlike(ours.text, theirs.text) - 20);
      return `changed at ${difference.at}: ours ${blockLine(ours, from)} | theirs ${blockLine(theirs, from)}`;
    }
  }
}

function firstUnlike(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

const blockLine = ({ role, type, id, text }: ComparableBlock, from: number): string =>
  [role, type, ...(id === undefined ? [] : [id]), `${from}:`, oneLine(text.slice(from))].join(" ");

const oneLine = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
