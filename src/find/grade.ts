// What is known to be missing or unknown in a figure -> its grade: exact, floor or unpriced; the worst part decides.
import { plural } from "../view/index.ts";

export type Grade = "exact" | "floor" | "unpriced";

/** Stable names: scripts match them. */
export type ReasonCode =
  | "no-final-usage"
  | "no-usage"
  | "damaged-lines"
  | "missing-agent-logs"
  | "unreadable-logs"
  | "cloud-endpoint"
  | "uncounted-searches"
  | "unknown-model"
  | "unknown-variant";

export type Reason = {
  readonly code: ReasonCode;
  readonly grade: Grade;
  readonly count: number;
  /** The same in words, with the count. */
  readonly explanation: string;
  /** Names of models or variants, the most frequent first. */
  readonly names: readonly string[];
};

const rank: Readonly<Record<Grade, number>> = { exact: 0, floor: 1, unpriced: 2 };

export function worstGrade(grades: Iterable<Grade>): Grade {
  let worst: Grade = "exact";
  for (const grade of grades) if (rank[grade] > rank[worst]) worst = grade;
  return worst;
}

export const gradeOf = (reasons: readonly Reason[]): Grade => worstGrade(reasons.map(({ grade }) => grade));

export const gradeOfCode: Readonly<Record<ReasonCode, Grade>> = {
  "no-final-usage": "floor",
  "no-usage": "floor",
  "damaged-lines": "floor",
  "missing-agent-logs": "floor",
  "unreadable-logs": "floor",
  "cloud-endpoint": "floor",
  "uncounted-searches": "floor",
  "unknown-model": "unpriced",
  "unknown-variant": "unpriced",
};

/** What is counted, and what is the matter with it. */
const explanations: Readonly<Record<ReasonCode, readonly [noun: string, matter: string]>> = {
  "no-final-usage": ["message", "whose client never wrote the final count of output tokens"],
  "no-usage": ["message", "whose usage does not tell the output, or tells what is no count of tokens"],
  "damaged-lines": ["line", "that cannot be read and may have told of more"],
  "missing-agent-logs": ["agent", "that answered but left no log, or one that is gone"],
  "unreadable-logs": ["path", "that could not be opened: a log, or a folder of them"],
  "cloud-endpoint": ["message", "by way of a cloud, at the maker's own price: a regional endpoint costs more"],
  "uncounted-searches": ["call", "for a web search that does not tell how often it searched, taken for once"],
  "unknown-model": ["message", "of a model that the price list does not have"],
  "unknown-variant": ["message", "of a tier, speed or region that the price list does not have"],
};

/** Nothing where nothing is missing. */
export function reasonFor(code: ReasonCode, count: number, names: readonly string[] = []): readonly Reason[] {
  if (count === 0) return [];
  const [noun, matter] = explanations[code];
  return [{ code, grade: gradeOfCode[code], count, explanation: `${plural(count, noun)} ${matter}`, names }];
}
