// Entries whose times run backwards, expressions and texts that are too much for the engine -> what a search finds of them.
import { describe, expect, it } from "vitest";
import { literalQuery, parseQuery, searchFiles, searchLogs } from "../../src/find/index.ts";
import { evaluate } from "../../src/find/query/evaluate.ts";
import { discover } from "../../src/store/index.ts";
import { craft } from "../craft.ts";
import { makeTree } from "../store/tree.ts";

const id = "11111111-2222-4333-8444-555555555555";

function backwards(): string {
  const made = craft();
  made.prompt("hello one", { timestamp: "2025-11-10T10:00:00.000Z" });
  made.prompt("hello two", { timestamp: "2025-10-01T10:00:00.700Z" });
  made.prompt("hello three", { timestamp: "2025-11-12T10:00:00.000Z" });
  return made.text();
}

const home = makeTree({ [`projects/-home-ada-loom/${id}.jsonl`]: backwards() });

async function lines(text: string): Promise<readonly number[]> {
  const spanOf = (value: string) => {
    const startMs = Date.parse(value);
    return Number.isNaN(startMs) ? undefined : { startMs, endMs: undefined };
  };
  const parsed = parseQuery(text, spanOf);
  if (parsed.kind === "problem") throw new Error(parsed.problem.message);
  const { places } = await searchLogs(searchFiles(discover([home])), parsed.query);
  return [...places].map(({ line }) => line).toSorted((a, b) => a - b);
}

describe("a time in a query", () => {
  it.each([
    ["hello before:2025-11-01T00:00:00Z", [2]],
    ["hello since:2025-11-01T00:00:00Z", [1, 3]],
    ["hello since:2025-10-01T10:00:00.500Z before:2025-10-01T10:00:00.800Z", [2]],
    ["hello before:2025-10-01T10:00:00.500Z", []],
  ])("is compared with the entry's own: %s", async (query, expected) => {
    expect(await lines(query)).toEqual(expected);
  });
});

describe("what an engine cannot do", () => {
  it("an expression with many optional pieces is refused, and says where", () => {
    const parsed = parseQuery(`loom /${"a?".repeat(60)}${"a".repeat(60)}/`, () => undefined);
    if (parsed.kind !== "problem") throw new Error("it was taken");
    expect(parsed.problem.column).toBe(6);
    expect(parsed.problem.message).toContain("more than 24 pieces with a question mark");
    expect(parseQuery("/(?:ab)?c??(?=d)[?]*?\\?/", () => undefined)).toMatchObject({ kind: "query" });
  });

  it("a very long text is looked for as it is written", () => {
    const text = "a".repeat(40_000);
    const part = {
      kind: "prompt",
      role: "user",
      callId: undefined,
      tool: undefined,
      isError: false,
      isHuman: true,
    } as const;
    const context = { slug: "", sessionId: "", isAgentFile: false, title: () => "", folder: () => undefined };
    const around = { ...context, latestSeconds: 0, timeMs: 0, branch: undefined, model: undefined, isSidechain: false };
    const found = (held: string): boolean =>
      evaluate(literalQuery(text), { ...part, text: held }, { ...around, call: () => undefined });
    expect(found(`x${text}`)).toBe(true);
    expect(found("a".repeat(39_999))).toBe(false);
  });
});
