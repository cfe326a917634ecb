// A question to the full-text index -> where its answers stand, one after the other, newest or best first; texts are not in here.
import { type PartKind, type PartRole, partKinds, partRoles } from "../../graph/index.ts";
import type { FileTable } from "./file-table.ts";
import { firstKey, lastKey, minuteOf, minuteOfKey } from "./part-key.ts";
import { DamagedRow, type Row, isRow, numberIn, optionalNumber, textIn } from "./row.ts";
import type { Database, Value } from "./sqlite.ts";

export type CatalogQuery = {
  /** In the language of FTS5; undefined for every part. */
  readonly match: string | undefined;
  readonly order: "newest" | "rank";
  /** Both ends count. */
  readonly afterSeconds?: number;
  readonly beforeSeconds?: number;
  readonly kinds?: readonly PartKind[];
  readonly roles?: readonly PartRole[];
  /** Names of tools, in any case. */
  readonly tools?: readonly string[];
  readonly isError?: boolean;
  readonly isHuman?: boolean;
  /** Only in these files; links resolved. */
  readonly paths?: Iterable<string>;
};

export type CatalogHit = {
  readonly path: string;
  /** Of its line. */
  readonly offset: number;
  readonly line: number;
  /** Place in `textParts` of the line; 0 in a tool's output. */
  readonly part: number;
  readonly kind: PartKind;
  readonly role: PartRole;
  readonly tool: string | undefined;
  readonly isError: boolean;
  readonly orderSeconds: number;
  /** By bm25, less is better; 0 where the order is by time. */
  readonly rank: number;
};

export function* findHits(
  database: Database,
  query: CatalogQuery,
  known: () => FileTable,
): Generator<CatalogHit, void, undefined> {
  const { sql, values } = statementFor(query, lateMinutes(database));
  const names = namesIn(database);
  const wanted = query.paths;
  const ids = wanted === undefined ? undefined : fileIds(known(), wanted);
  // Only where files are left out need they be told apart.
  const within = ids === undefined || ids.all ? [] : [JSON.stringify(ids.wanted)];
  const condition = within.length === 0 ? "" : " AND part.file IN (SELECT value FROM json_each(?))";
  const rows = database.prepare(sql.replace("/*files*/", condition)).iterate(...values, ...within);
  if (query.order === "rank" && query.match !== undefined) for (const row of rows) yield hitOf(rowOf(row), names);
  else yield* newestFirst(rows, names);
}

/**
 * Newest first, within a second by file, then the later place first: the same in every catalog of the same files. A
 * part's rowid lies in its own minute or behind it, so when a minute is passed everything newer than it has been seen.
 */
function* newestFirst(rows: Iterable<unknown>, names: Names): Generator<CatalogHit, void, undefined> {
  let waiting: CatalogHit[] = [];
  let current = Infinity;
  for (const found of rows) {
    const row = rowOf(found);
    const minute = minuteOfKey(numberIn(row, "id"));
    if (minute < current) {
      current = minute;
      const ready = waiting.filter((hit) => minuteOf(hit.orderSeconds) > minute);
      if (ready.length > 0) {
        waiting = waiting.filter((hit) => minuteOf(hit.orderSeconds) <= minute);
        yield* ready.sort(byTime);
      }
    }
    waiting.push(hitOf(row, names));
  }
  yield* waiting.sort(byTime);
}

function byTime(a: CatalogHit, b: CatalogHit): number {
  if (a.orderSeconds !== b.orderSeconds) return b.orderSeconds - a.orderSeconds;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return b.offset - a.offset || b.part - a.part;
}

/** By how many minutes a part stands behind its own at most. */
function lateMinutes(database: Database): number {
  return numberIn(rowOf(database.prepare("SELECT late FROM state").get()), "late");
}

type Prepared = { readonly sql: string; readonly values: readonly Value[] };

function statementFor(query: CatalogQuery, late: number): Prepared {
  const { match, order, afterSeconds, beforeSeconds, kinds, roles, tools, isError, isHuman } = query;
  const isRanked = order === "rank" && match !== undefined;
  const key = match === undefined ? "part.id" : "text.rowid";
  const source = match === undefined ? "part" : "text CROSS JOIN part ON part.id = text.rowid";
  const conditions: (readonly [string, ...Value[]])[] = [];
  if (match !== undefined) conditions.push(["text MATCH ?", match]);
  if (afterSeconds !== undefined) {
    conditions.push([`${key} >= CAST(? AS INTEGER)`, firstKey(minuteOf(afterSeconds))]);
    conditions.push(["part.seconds >= ?", afterSeconds]);
  }
  if (beforeSeconds !== undefined) {
    conditions.push([`${key} <= CAST(? AS INTEGER)`, lastKey(minuteOf(beforeSeconds) + late)]);
    conditions.push(["part.seconds <= ?", beforeSeconds]);
  }
  if (kinds !== undefined) conditions.push([`part.kind IN (${places(kinds, partKinds)})`]);
  if (roles !== undefined) conditions.push([`part.role IN (${places(roles, partRoles)})`]);
  if (tools !== undefined)
    conditions.push([
      "part.tool IN (SELECT id FROM tool WHERE lower(name) IN (SELECT lower(value) FROM json_each(?)))",
      JSON.stringify(tools),
    ]);
  if (isError !== undefined) conditions.push(["part.error = ?", isError ? 1 : 0]);
  if (isHuman !== undefined) conditions.push(["part.human = ?", isHuman ? 1 : 0]);
  const where = ["1", ...conditions.map(([condition]) => condition)].join(" AND ");
  const columns = `part.id, file, seconds, offset, line, ordinal, kind, role, tool, error, ${isRanked ? "text.rank" : "0"} AS rank`;
  return {
    sql: `SELECT ${columns} FROM ${source} WHERE ${where}/*files*/ ORDER BY ${isRanked ? "text.rank" : `${key} DESC`}`,
    values: conditions.flatMap(([, ...values]) => values),
  };
}

function places<T>(wanted: readonly T[], all: readonly T[]): string {
  return wanted.map((item) => all.indexOf(item)).join(", ");
}

function fileIds(
  known: FileTable,
  paths: Iterable<string>,
): { readonly all: boolean; readonly wanted: readonly number[] } {
  const wanted = Array.from(paths).flatMap((path) => known.id(path) ?? []);
  return { all: wanted.length === known.size, wanted };
}

type Names = { readonly path: (file: number) => string; readonly tool: (id: number) => string | undefined };

/** Looked up once each: a search often shows only a few. */
function namesIn(database: Database): Names {
  const lookUp = (sql: string): ((id: number) => string) => {
    const statement = database.prepare(sql);
    const known = new Map<number, string>();
    return (id) => {
      const name = known.get(id) ?? textIn(statement.get(id) ?? {}, "name");
      known.set(id, name);
      return name;
    };
  };
  return {
    path: lookUp("SELECT path AS name FROM file WHERE id = ?"),
    tool: lookUp("SELECT name FROM tool WHERE id = ?"),
  };
}

const rowOf = (found: unknown): Row => (isRow(found) ? found : {});

/** No date is later: a part is never placed there. */
const lastSecond = 8.64e12;

function hitOf(row: Row, names: Names): CatalogHit {
  const seconds = numberIn(row, "seconds");
  if (Math.abs(seconds) > lastSecond) throw new DamagedRow("a part at no time");
  const tool = optionalNumber(row, "tool");
  return {
    path: names.path(numberIn(row, "file")),
    offset: numberIn(row, "offset"),
    line: numberIn(row, "line"),
    part: numberIn(row, "ordinal"),
    kind: partKinds[numberIn(row, "kind")] ?? "note",
    role: partRoles[numberIn(row, "role")] ?? "system",
    tool: tool === undefined ? undefined : names.tool(tool),
    isError: numberIn(row, "error") === 1,
    orderSeconds: seconds,
    rank: numberIn(row, "rank"),
  };
}
