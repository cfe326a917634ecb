// Groups of events and the last answer -> the summaries of all files, replayed only where a group has changed; and that answer as it is kept.
import type { LogPlace, OrderedEvent } from "../../graph/index.ts";
import type { KeptAnswer } from "../../store/index.ts";
import type { FileSummary } from "../recover/file-row.ts";
import { groupMark } from "./file-stamp.ts";
import { lastTouchedFirst } from "./first-files.ts";
import type { EvidencePool } from "./read-evidence.ts";

export type AnswerContext = {
  readonly homes: readonly string[];
  /** What a log was like when it was read. */
  readonly stampOf: (log: string) => string;
  readonly summarise: EvidencePool["summarise"];
  /** Rows of the last answer, by the mark of their group. */
  readonly last: (mark: string) => readonly FileSummary[] | undefined;
};

export type Answered = {
  /** The last touched first. */
  readonly rows: readonly FileSummary[];
  readonly packed: () => Pick<KeptAnswer, "count" | "rows" | "marks">;
};

export async function answerFor(
  groups: readonly (readonly OrderedEvent[])[],
  context: AnswerContext,
): Promise<Answered> {
  const marks = groups.map((group) => groupMark(group, context));
  const found = marks.map((mark) => context.last(mark));
  // As they stand in the logs: what is read for one is at hand for the next.
  const open = groups
    .flatMap((group, at) => (found[at] === undefined ? [{ group, at }] : []))
    .sort((a, b) => byPlace(a.group[0]?.at, b.group[0]?.at));
  const fresh = await context.summarise(open.map(({ group }) => group));
  open.forEach(({ at }, place) => (found[at] = fresh[place] ?? []));
  const placed = found.flatMap((rows, group) => (rows ?? []).map((row) => ({ row, group })));
  placed.sort((a, b) => lastTouchedFirst(a.row, b.row));
  const rows = placed.map(({ row }) => row);
  return {
    rows,
    packed() {
      const places: number[][] = groups.map(() => []);
      placed.forEach(({ group }, at) => places[group]?.push(at));
      return {
        count: rows.length,
        rows: packedRows(rows),
        marks: marks.map((mark, group) => [mark, ...(places[group] ?? [])].join(" ")).join("\n"),
      };
    },
  };
}

export const packedRows = (rows: readonly FileSummary[]): string => rows.map((row) => JSON.stringify(row)).join("\n");

function byPlace(a: LogPlace | undefined, b: LogPlace | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.log === b.log ? a.offset - b.offset : a.log < b.log ? -1 : 1;
}

/** The first rows of an answer; of the others nothing is parsed. */
export function rowsIn(text: string, most: number): readonly FileSummary[] {
  const rows: FileSummary[] = [];
  for (let start = 0; start < text.length && rows.length < most;) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    rows.push(rowOf(text.slice(start, end)));
    start = end + 1;
  }
  return rows;
}

export function keptRows(answer: KeptAnswer | undefined): AnswerContext["last"] {
  if (answer === undefined) return () => undefined;
  const lines = answer.rows === "" ? [] : answer.rows.split("\n");
  const groups = new Map(
    answer.marks.split("\n").map((line) => {
      const [mark = "", ...places] = line.split(" ");
      return [mark, places] as const;
    }),
  );
  return (mark) => groups.get(mark)?.flatMap((place) => rowOf(lines[Number(place)] ?? ""));
}

function rowOf(line: string): FileSummary {
  const row: unknown = JSON.parse(line);
  if (!isRow(row)) throw new Error("a row that nobody kept");
  return row;
}

/** Only our own code writes such a line. */
function isRow(value: unknown): value is FileSummary {
  return typeof value === "object" && value !== null && "path" in value && "lastMs" in value;
}
