// What is known to be missing or unknown in a figure -> its grade: exact, floor or unpriced; the worst part decides.

export type Grade = "exact" | "floor" | "unpriced";

/** Stable names: scripts match them. */
export type ReasonCode =
  | "no-final-usage"
  | "damaged-lines"
  | "missing-agent-logs"
  | "unreadable-logs"
  | "cloud-endpoint"
  | "unknown-model"
  | "unknown-variant";

export type Reason = {
  readonly code: ReasonCode;
  readonly grade: Grade;
  /** Of whatever the explanation speaks of. */
  readonly count: number;
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
  "damaged-lines": "floor",
  "missing-agent-logs": "floor",
  "unreadable-logs": "floor",
  "cloud-endpoint": "floor",
  "unknown-model": "unpriced",
  "unknown-variant": "unpriced",
};

const explanations: Readonly<Record<ReasonCode, string>> = {
  "no-final-usage": "messages whose client never wrote the final count of output tokens",
  "damaged-lines": "lines that cannot be read and may have told of more",
  "missing-agent-logs": "agents that were started and answered, but whose logs are gone",
  "unreadable-logs": "logs that could not be opened",
  "cloud-endpoint": "messages by way of a cloud, at the maker's own price: a regional endpoint costs more",
  "unknown-model": "messages of models that the price list does not have",
  "unknown-variant": "messages of a tier, speed or region that the price list does not have",
};

/** Nothing where nothing is missing. */
export function reasonFor(code: ReasonCode, count: number, names: readonly string[] = []): readonly Reason[] {
  if (count === 0) return [];
  return [{ code, grade: gradeOfCode[code], count, explanation: explanations[code], names }];
}
