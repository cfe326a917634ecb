// A catalog's database -> all that it holds, by file and offset: equal for equal files, however it came about.
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";

export type Rows = {
  readonly files: readonly string[];
  readonly parts: readonly string[];
  /** Every word at every place. */
  readonly words: readonly string[];
};

const fileColumns =
  "path, kind, slug, stem, session, size, covered, lines, hex(head), hex(tail), base, timed_from, newest, lead, long_lines, words";
const place = "file.path || ':' || part.offset || ':' || part.ordinal";

export function rowsOf(cacheDir: string): Rows {
  const database = new DatabaseSync(join(cacheDir, "catalog.sqlite"));
  try {
    database.exec("CREATE VIRTUAL TABLE temp.word USING fts5vocab('main', 'text', 'instance')");
    const all = (sql: string): readonly string[] =>
      database
        .prepare(sql)
        .all()
        .map((row) => JSON.stringify(row))
        .sort();
    return {
      files: all(`SELECT ${fileColumns}, hex(packed) FROM file LEFT JOIN digest ON digest.file = file.id`),
      parts: all(`
        SELECT ${place} AS place, seconds, line, part.kind, role, tool.name, error, human
        FROM part JOIN file ON file.id = part.file LEFT JOIN tool ON tool.id = part.tool`),
      words: all(`
        SELECT ${place} AS place, term, word.offset
        FROM temp.word LEFT JOIN part ON part.id = word.doc LEFT JOIN file ON file.id = part.file`),
    };
  } finally {
    database.close();
  }
}

/** SQLite's own judgement, and the full-text index's. */
export function damageIn(cacheDir: string): readonly string[] {
  const database = new DatabaseSync(join(cacheDir, "catalog.sqlite"));
  try {
    database.exec("INSERT INTO text (text) VALUES ('integrity-check')");
    const rows = database.prepare("PRAGMA integrity_check").all();
    return rows.map((row) => String(row["integrity_check"])).filter((line) => line !== "ok");
  } finally {
    database.close();
  }
}
