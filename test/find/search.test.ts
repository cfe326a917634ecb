// Searching a tree: by scanning, by the index, and by both together, the same is found in the same order.
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  type Query,
  type SearchOptions,
  type TimeSpan,
  hitReader,
  literalQuery,
  parseQuery,
  searchFiles,
  searchLogs,
} from "../../src/find/index.ts";
import { type Catalog, discover, openCatalog } from "../../src/store/index.ts";
import { agentId, cjkTexts, first, searchHome, second, write } from "./search-tree.ts";

const home = searchHome();
const dayMs = 24 * 60 * 60 * 1000;
const day = (words: string): TimeSpan | undefined => {
  const ms = Date.parse(words);
  return Number.isNaN(ms) ? undefined : { startMs: ms, endMs: ms + dayMs };
};

function queryOf(text: string): Query {
  const parsed = parseQuery(text, day);
  if (parsed.kind === "problem") throw new Error(parsed.problem.message);
  return parsed.query;
}

async function found(
  asked: string | Query,
  options: SearchOptions & { readonly home?: string } = {},
): Promise<readonly string[]> {
  const query = typeof asked === "string" ? queryOf(asked) : asked;
  const { home: root = home, ...rest } = options;
  const answer = await searchLogs(searchFiles(discover([root])), query, rest);
  const reader = hitReader(query, { catalog: rest.catalog, snippetLength: 80 });
  const hits = [...answer.places].flatMap((place) => reader.read(place) ?? []);
  reader.close();
  return hits.map(({ file, line, kind, tool, sessionId }) => {
    const who =
      file.kind === "agent"
        ? `agent ${file.agentId ?? ""}`
        : file.kind === "tool-result"
          ? "output"
          : sessionId.slice(0, 1);
    return `${who}:${line} ${tool === undefined ? "" : `${tool} `}${kind}`;
  });
}

describe("scanning", () => {
  it("finds words in prompts, thinking, calls, results, replies, agents and escaped text, newest first", async () => {
    expect(await found("needle")).toEqual([
      "1:10 prompt",
      "1:7 reply",
      "1:6 Read result",
      "1:4 Bash result",
      "1:3 Bash call",
      "1:2 thinking",
      `agent ${agentId}:2 reply`,
      "1:1 prompt",
      `agent ${agentId}:1 prompt`,
      "2:2 reply",
    ]);
  });

  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["xylographic-needle", ["1:1 prompt"]],
    ['"needle of the loom"', ["1:1 prompt"]],
    ["needle loom -xylographic", ["1:4 Bash result", "1:3 Bash call"]],
    ["xylographic OR haystack", [`agent ${agentId}:2 reply`, "1:1 prompt"]],
    ["needles", ["2:1 prompt"]],
    ["need* role:user", ["1:10 prompt", "1:1 prompt", `agent ${agentId}:1 prompt`, "2:1 prompt"]],
    ["needle tool:bash", ["1:4 Bash result", "1:3 Bash call"]],
    ["is:error", ["1:6 Read result"]],
    ["file:shuttle.ts", ["1:6 Read result", "1:5 Read call"]],
    ["needle is:human", ["1:10 prompt", "1:1 prompt"]],
    ["needle is:agent", [`agent ${agentId}:2 reply`, `agent ${agentId}:1 prompt`]],
    ["needle project:my-wool", ["2:2 reply"]],
    ["needle branch:feature", ["2:2 reply"]],
    ["needle session:2222", ["2:2 reply"]],
    ["needle title:mending is:human", ["1:10 prompt", "1:1 prompt"]],
    ["needle model:opus -is:agent", ["1:7 reply", "1:3 Bash call", "1:2 thinking", "2:2 reply"]],
    ["needle before:2026-10-02", ["2:2 reply"]],
    ["needle since:2026-10-02 thinking", []],
    ["mending", ["1:20 title"]],
    ["shuttle kept", ["output:2 result"]],
    ["étude", ["1:10 prompt"]],
    ["bobbinwinder", []],
    ["torn", []],
    ["/n[e]+dles?\\b/ -is:agent role:user", ["1:10 prompt", "1:1 prompt", "2:1 prompt"]],
    ["/bobbin/", ["1:8 note"]],
    ["/Shuttle$/m", ["output:2 result"]],
  ];
  for (const [text, places] of cases) it(`answers ${text}`, async () => expect(await found(text)).toEqual(places));

  it("finds a literal text inside words, with its signs, in either case unless capitals ask", async () => {
    expect(await found(literalQuery("raphic-need"))).toEqual(["1:1 prompt"]);
    expect(await found(literalQuery('newline\\backslash "quoted" a/b'))).toEqual(["1:7 reply"]);
    expect(await found(literalQuery("NEEDLE"))).toEqual(["1:7 reply"]);
    expect(await found(literalQuery("bobbinwinder"))).toEqual(["1:8 note"]);
    expect(await found(literalQuery("ÉTUDE"))).toEqual([]);
    expect(await found(literalQuery("étude"))).toEqual(["1:10 prompt"]);
  });

  it("gives the same with one thread and with several", async () => {
    const big = searchHome();
    const filler = `${JSON.stringify({ type: "user", message: { role: "user", content: "x".repeat(100_000) } })}\n`;
    for (let at = 0; at < 8; at++)
      write(
        big,
        `-big/${String(at).repeat(8)}-0000-4000-8000-000000000000.jsonl`,
        filler.repeat(80) + filler.replace("xxx", "x needle x"),
      );
    const one = await found("needle", { home: big, threads: 1 });
    expect(await found("needle", { home: big, threads: 3 })).toEqual(one);
    expect(one.filter((place) => place.endsWith(":81 prompt"))).toHaveLength(8);
  });

  it("finds a word in a line longer than what is read at once, and in a last line without an end", async () => {
    const long = searchHome();
    const line = (text: string): string =>
      JSON.stringify({ type: "user", uuid: "u", message: { role: "user", content: text } });
    write(
      long,
      `-long/${first}.jsonl`,
      `${line("a")}\n${line(`${"y".repeat(3_000_000)} spindle`)}\n${line("spindle")}`,
    );
    expect(await found("spindle", { home: long })).toEqual(["1:3 prompt", "1:2 prompt"]);
  });
});

describe("a regular expression", () => {
  it("with nested quantifiers answers within its deadline", async () => {
    const trap = searchHome();
    write(
      trap,
      `-trap/${first}.jsonl`,
      `${JSON.stringify({ type: "user", message: { role: "user", content: `${"a".repeat(40)}!` } })}\n`,
    );
    const startMs = performance.now();
    expect(await found("/^(a+)+$/", { home: trap, deadlineMs: 5000 })).toEqual([]);
    expect(performance.now() - startMs).toBeLessThan(5000);
  });

  it("that no engine runs in time is stopped, and what was found is kept", async () => {
    const trap = searchHome();
    write(
      trap,
      `-trap/${second}.jsonl`,
      `${JSON.stringify({ type: "user", message: { role: "user", content: `${"a".repeat(60)}!` } })}\n`,
    );
    const query = queryOf("/^(a+)+\\1$/");
    const startMs = performance.now();
    const answer = await searchLogs(searchFiles(discover([trap])), query, { deadlineMs: 1500 });
    expect(answer.isComplete).toBe(false);
    expect(answer.scanned).toBeLessThan(answer.toScan);
    expect(performance.now() - startMs).toBeLessThan(6000);
  });
});

describe("the index", () => {
  const queries = [
    "needle",
    "xylographic-needle",
    '"needle of the loom"',
    "need*",
    "needle OR wool",
    "needle -loom",
    "needle role:user",
    "tool:bash",
    "tool:bash,Read",
    "tool:bash,re*",
    "role:user,system needle",
    "needle NOT role:user",
    "needle on:2026-11-01",
    "file:*.ts",
    'project:"my wool"',
    "tool:Ba*",
    "is:error",
    "is:human",
    "needle is:agent",
    "file:shuttle",
    "project:wool",
    "title:mending needle",
    "needle branch:feature",
    "model:opus needle",
    "before:2026-10-02",
    "since:2026-11-01 needle",
    "shuttle",
    "étude",
    "-needle role:user",
    ...Object.keys(cjkTexts),
  ] as const;

  it("finds what scanning finds, in the same order, also when files have grown since", async () => {
    const root = searchHome();
    const catalog = await emptyCatalog();
    const check = async (): Promise<void> => {
      for (const text of queries)
        expect([text, await found(text, { catalog, home: root })]).toEqual([text, await found(text, { home: root })]);
    };
    await catalog.update(discover([root]));
    await check();
    const message = { role: "user", content: "one more needle" };
    const line = { type: "user", uuid: "new", timestamp: "2026-11-01T23:00:00.000Z", message };
    appendFileSync(join(root, "projects", "-home-ada-loom", `${first}.jsonl`), `${JSON.stringify(line)}\n`);
    await check();
    expect((await found("needle", { catalog, home: root }))[0]).toBe("1:21 prompt");
    await catalog.update(discover([root]));
    await check();
    expect((await found("needle", { catalog, home: root }))[0]).toBe("1:21 prompt");
    catalog.close();
  });
});

describe("the order of time", () => {
  it("is by the greatest time of an entry so far, whatever stands inside entries, by index and scan alike", async () => {
    const line = (text: string, timestamp: string | undefined, more: object = {}): string =>
      `${JSON.stringify({ type: "user", uuid: text, timestamp, ...more, message: { role: "user", content: `needle ${text}` } })}\n`;
    const root = mkdtempSync(join(tmpdir(), "clew-times-"));
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    const catalog = await emptyCatalog();
    const decoy = { snapshot: { timestamp: "2026-11-01T23:59:59.000Z" } };
    write(
      root,
      `-times/${first}.jsonl`,
      [
        line("a", undefined),
        line("b", "2026-10-05T10:00:00.000Z", decoy),
        line("c", "2026-10-01T10:00:00.000Z"),
        line("d", undefined, decoy).replaceAll('":"', '" : "'),
        line("e", "2026-10-06T12:00:00+02:00"),
        line("f", "2031-01-01T00:00:00.000Z"),
      ].join(""),
    );
    const orders = async (options: SearchOptions): Promise<readonly (readonly [number, string])[]> => {
      const { places } = await searchLogs(searchFiles(discover([root])), queryOf("needle"), options);
      return [...places].map(({ line: number, orderSeconds }) => [number, new Date(orderSeconds * 1000).toISOString()]);
    };
    const scanned = await orders({});
    expect(scanned).toEqual([
      [6, "2026-11-03T00:00:00.000Z"],
      [1, "2026-11-03T00:00:00.000Z"],
      [5, "2026-10-06T10:00:00.000Z"],
      [4, "2026-10-05T10:00:00.000Z"],
      [3, "2026-10-05T10:00:00.000Z"],
      [2, "2026-10-05T10:00:00.000Z"],
    ]);
    await catalog.update(discover([root]));
    expect(await orders({ catalog })).toEqual(scanned);
    catalog.close();
  });
});

describe("Chinese, Japanese and Korean", () => {
  for (const [asked, text] of Object.entries(cjkTexts))
    it(`finds ${asked} in ${text}`, async () => {
      const wanted = Object.values(cjkTexts).flatMap((each, at) =>
        each.includes(asked) ? [`1:${11 + at} prompt`] : [],
      );
      expect(await found(asked)).toEqual(wanted.toReversed());
    });
});

async function emptyCatalog(): Promise<Catalog> {
  const folder = mkdtempSync(join(tmpdir(), "clew-cache-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const nowMs = Date.UTC(2026, 10, 16);
  const catalog = await openCatalog({ cacheDir: join(folder, "cache"), dataDir: join(folder, "data"), nowMs });
  if ("unavailable" in catalog) throw new Error(catalog.unavailable);
  return catalog;
}
