// The tables of file evidence <-> what each log tells of files, and the answer that was made of all of it; opaque texts, kept whole.
import { checksum } from "./checksum.ts";
import { inTransaction } from "./insertion.ts";
import { isRow, numberIn, textIn } from "./row.ts";
import type { Database } from "./sqlite.ts";
import { filesWithin } from "./within-homes.ts";

export type KeptLog = {
  readonly path: string;
  /** What the file was like when it was read: with another one this is worth nothing. */
  readonly stamp: string;
  readonly packed: string;
};

/** all: each file that ever was; first: only those that were touched last. */
export type AnswerReach = "all" | "first";

export type KeptAnswer = {
  readonly reach: AnswerReach;
  /** Of all logs and backups that it was made of. */
  readonly state: string;
  /** Of all files, also where only the first are told. */
  readonly count: number;
  /** One line for each, in the order in which they are shown. */
  readonly rows: string;
  /** By what the rows can be used again when only some logs have changed. */
  readonly marks: string;
};

export type FileNews = {
  readonly homes: readonly string[];
  /** Those that were read now. */
  readonly logs: readonly KeptLog[];
  /** All that are there; others in these homes are forgotten. */
  readonly present: ReadonlySet<string>;
  readonly answers: readonly KeptAnswer[];
};

export type AnswerKey = { readonly homes: readonly string[]; readonly reach: AnswerReach };

export type FileMemory = {
  /** The answer for these homes, if it was made of just that state. */
  readonly answer: (key: AnswerKey, state: string) => Pick<KeptAnswer, "count" | "rows"> | undefined;
  /** The last answer for them, whatever it was made of. */
  readonly lastAnswer: (key: AnswerKey) => KeptAnswer | undefined;
  readonly logs: () => Iterable<KeptLog>;
  /** False while another process writes: then nothing is kept. */
  readonly keep: (news: FileNews) => boolean;
};

export type MemoryPlace = {
  readonly reading: <T>(look: () => T) => T;
  /** False while another process writes. */
  readonly exclusively: (work: () => void) => boolean;
  /** Another one after it was made anew. */
  readonly database: () => Database;
};

export const fileMemory = ({ reading, exclusively, database }: MemoryPlace): FileMemory => ({
  answer: (key, state) => reading(() => keptAnswer(database(), key, state)),
  lastAnswer: (key) => reading(() => lastAnswer(database(), key)),
  logs: () => reading(() => keptLogs(database())),
  keep: (news) => exclusively(() => keepNews(database(), news)),
});

const keyOf = ({ homes, reach }: AnswerKey): string => JSON.stringify(reach === "all" ? homes : { [reach]: homes });

function keptAnswer(database: Database, key: AnswerKey, state: string): ReturnType<FileMemory["answer"]> {
  const known = database.prepare("SELECT 1 FROM touched WHERE homes = ? AND state = ?").get(keyOf(key), state);
  return isRow(known) ? lastAnswer(database, key) : undefined;
}

/** Undefined where bytes have changed by themselves. */
function lastAnswer(database: Database, key: AnswerKey): KeptAnswer | undefined {
  const row = database.prepare("SELECT state, sum, count, rows, marks FROM touched WHERE homes = ?").get(keyOf(key));
  if (!isRow(row)) return undefined;
  const answer = {
    reach: key.reach,
    state: textIn(row, "state"),
    count: numberIn(row, "count"),
    rows: textIn(row, "rows"),
    marks: textIn(row, "marks"),
  };
  return numberIn(row, "sum") === sumOf(answer) ? answer : undefined;
}

const sumOf = ({ state, count, rows, marks }: KeptAnswer): number => checksum(state, `${count}`, rows, marks);

function* keptLogs(database: Database): Generator<KeptLog, void, undefined> {
  for (const row of database.prepare("SELECT path, stamp, sum, packed FROM evidence").iterate()) {
    const log = { path: textIn(row, "path"), stamp: textIn(row, "stamp"), packed: textIn(row, "packed") };
    if (numberIn(row, "sum") === checksum(log.path, log.stamp, log.packed)) yield log;
  }
}

/** Homes that are not asked for any more are forgotten when too many others were. */
const mostAnswers = 16;

function keepNews(database: Database, { homes, logs, present, answers }: FileNews): void {
  inTransaction(database, () => {
    const put = database.prepare("INSERT OR REPLACE INTO evidence (path, stamp, sum, packed) VALUES (?, ?, ?, ?)");
    for (const { path, stamp, packed } of logs) put.run(path, stamp, checksum(path, stamp, packed), packed);
    const { condition, values } = filesWithin(homes);
    const drop = database.prepare("DELETE FROM evidence WHERE path = ?");
    for (const row of database.prepare(`SELECT path FROM evidence WHERE ${condition}`).all(...values))
      if (!present.has(textIn(row, "path"))) drop.run(textIn(row, "path"));
    const tell = database.prepare(
      "INSERT OR REPLACE INTO touched (homes, state, sum, count, rows, marks) VALUES (?, ?, ?, ?, ?, ?)",
    );
    for (const answer of answers) {
      const { reach, state, count, rows, marks } = answer;
      tell.run(keyOf({ homes, reach }), state, sumOf(answer), count, rows, marks);
    }
    database.exec(
      `DELETE FROM touched WHERE rowid NOT IN (SELECT rowid FROM touched ORDER BY rowid DESC LIMIT ${mostAnswers})`,
    );
  });
}

/** What was made of logs that are to be forgotten is forgotten with them. */
export function forgetEvidence(database: Database, homes: readonly string[]): void {
  const { condition, values } = filesWithin(homes);
  database.prepare(`DELETE FROM evidence WHERE ${condition}`).run(...values);
  database.exec("DELETE FROM touched");
}
