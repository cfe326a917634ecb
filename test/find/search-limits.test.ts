// Files and lines that cannot be searched, and texts that no time stands before -> what a search says of them.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Query, type SearchOptions, parseQuery, searchFiles, searchLogs } from "../../src/find/index.ts";
import { plainFinder } from "../../src/find/search/line-finder.ts";
import { candidateLines } from "../../src/find/search/log-scan.ts";
import { type Catalog, discover, openCatalog } from "../../src/store/index.ts";
import { first, searchHome, second, write } from "./search-tree.ts";

function queryOf(text: string): Query {
  const parsed = parseQuery(text, () => undefined);
  if (parsed.kind === "problem") throw new Error(parsed.problem.message);
  return parsed.query;
}

async function emptyCatalog(): Promise<Catalog> {
  const cacheDir = mkdtempSync(join(tmpdir(), "clew-search-cache-"));
  afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));
  const catalog = await openCatalog({ cacheDir, dataDir: join(cacheDir, "data"), nowMs: Date.UTC(2026, 10, 3) });
  if ("unavailable" in catalog) throw new Error(catalog.unavailable);
  return catalog;
}

describe("a search", () => {
  it("says which files it could not read, and searches the others", async () => {
    const changing = searchHome();
    const other = write(changing, `-gone/${second}.jsonl`, "{}\n");
    const files = searchFiles(discover([changing]));
    rmSync(other);
    mkdirSync(other);
    const { failed, places } = await searchLogs(files, queryOf("needle"));
    expect(failed).toEqual([`${other} is a folder`]);
    expect([...places].length).toBeGreaterThan(5);
  });

  it("says nothing of a file that went away since it was listed", async () => {
    const changing = searchHome();
    const gone = write(changing, `-gone/${second}.jsonl`, "{}\n");
    const files = searchFiles(discover([changing]));
    rmSync(gone);
    expect((await searchLogs(files, queryOf("needle"))).failed).toEqual([]);
  });

  it("counts lines that are too long to be searched", () => {
    const long = 65 * 1024 * 1024;
    const lines = [`needle 1\n`, `${"x".repeat(long)}needle 2\n`, `needle 3\n`].join("");
    const bytes = Buffer.from(lines);
    const reader = {
      read: (target: Uint8Array, offset: number) => bytes.copy(target, 0, offset),
      modifiedMs: 0,
      sizeBytes: bytes.length,
      close: () => undefined,
    };
    let count = 0;
    const onTooLong = (): void => void (count += 1);
    const found = [...candidateLines(reader, plainFinder(undefined), { from: 0, onTooLong })];
    expect(found.filter(({ bytes: line }) => line.length <= long).map(({ offset }) => offset)).toEqual([
      0,
      bytes.length - 9,
    ]);
    expect(count).toBe(1);
  });
});

describe("what stands in front of the first time of a log", () => {
  it("is placed by its last one, not by the file's own, by index and scan alike", async () => {
    const root = mkdtempSync(join(tmpdir(), "clew-leads-"));
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    const catalog = await emptyCatalog();
    const lines = [
      { type: "custom-title", customTitle: "needle" },
      { type: "user", uuid: "a", timestamp: "2025-03-01T10:00:00.000Z", message: { role: "user", content: "warp" } },
    ];
    const path = write(root, `-leads/${first}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const orders = async (options: SearchOptions): Promise<readonly string[]> => {
      const { places } = await searchLogs(searchFiles(discover([root])), queryOf("needle"), options);
      return [...places].map(({ orderSeconds }) => new Date(orderSeconds * 1000).toISOString());
    };
    await catalog.update(discover([root]));
    expect([await orders({}), await orders({ catalog })]).toEqual([
      ["2025-03-01T10:00:00.000Z"],
      ["2025-03-01T10:00:00.000Z"],
    ]);
    const later = { type: "user", uuid: "b", timestamp: "2025-03-02T10:00:00.000Z" };
    appendFileSync(path, `${JSON.stringify(later)}\n`);
    await catalog.update(discover([root]));
    expect([await orders({}), await orders({ catalog })]).toEqual([
      ["2025-03-02T10:00:00.000Z"],
      ["2025-03-02T10:00:00.000Z"],
    ]);
    catalog.close();
  });
});
