// A tree and a new database -> the same text as clew indexes, put into a bare FTS5 table; prints how long the inserts alone took.
import { closeSync, openSync, readFileSync, readSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { decodeLines, splitLines } from "../../src/format/index.ts";
import { indexText, textParts } from "../../src/graph/index.ts";
import { discover } from "../../src/store/index.ts";

const chunkBytes = 1 << 20;
const batchChars = 16_000_000;

const [home, path] = process.argv.slice(2);
if (home === undefined || path === undefined) throw new Error("usage: node bench/measure/fts-insert.ts HOME DATABASE");

const database = new DatabaseSync(path);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
database.exec(
  `CREATE VIRTUAL TABLE text USING fts5(body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0")`,
);
const insert = database.prepare("INSERT INTO text (rowid, body) VALUES (?, ?)");

const wholeMs = performance.now();
let waiting: string[] = [];
let [waitingChars, count, textBytes, insertMs] = [0, 0, 0, 0];

const { sessions, agents } = discover([home]);
for (const { path: log } of [...sessions, ...agents]) {
  for (const decoded of decodeLines(splitLines(chunksOf(log)))) {
    if (decoded.kind !== "entry" && decoded.kind !== "other") continue;
    for (const { text } of textParts(decoded.raw)) add(text);
  }
}
for (const saved of savedOutputs(join(home, "projects"))) add(readFileSync(saved, "utf8"));
flush();
timed(() => database.close());
const dbBytes = statSync(path).size;
const seconds = (performance.now() - wholeMs) / 1000;
process.stdout.write(
  `${JSON.stringify({ texts: count, textBytes, dbBytes, insertSeconds: insertMs / 1000, seconds })}\n`,
);

function add(text: string): void {
  textBytes += Buffer.byteLength(text);
  waiting.push(indexText(text));
  waitingChars += text.length;
  if (waitingChars >= batchChars) flush();
}

function flush(): void {
  timed(() => {
    database.exec("BEGIN");
    for (const text of waiting) insert.run(++count, text);
    database.exec("COMMIT");
  });
  waiting = [];
  waitingChars = 0;
}

/** Only what the database does is measured, not reading and parsing. */
function timed(work: () => void): void {
  const startMs = performance.now();
  work();
  insertMs += performance.now() - startMs;
}

function* chunksOf(file: string): Generator<Uint8Array, void, undefined> {
  const descriptor = openSync(file, "r");
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(chunkBytes);
      const length = readSync(descriptor, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

function savedOutputs(projects: string): readonly string[] {
  return readdirSync(projects, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && item.parentPath.endsWith("tool-results"))
    .map((item) => join(item.parentPath, item.name));
}
