// Questions to the catalog -> the right places, in the right order, and no others.
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Catalog, CatalogQuery } from "../../src/store/index.ts";
import { loomTree, nowMs, prompt, reply, result, sessionOf } from "./loom-tree.ts";
import { opened, updated } from "./open-catalog.ts";

const tree = loomTree();
const at = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 8, minute)).toISOString();
const secondsAt = (minute: number): number => Date.parse(at(minute)) / 1000;
const first = `${sessionOf(1)}.jsonl`;
const second = `${sessionOf(2)}.jsonl`;
const output = join(sessionOf(1), "tool-results", "toolu_9.txt");
let catalog: Catalog;

beforeAll(async () => {
  const call = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "grep needle" } };
  tree.write(
    first,
    [
      prompt("where is the needle", at(0)),
      reply(
        [
          { type: "thinking", thinking: "a needle, needle, needle" },
          { type: "text", text: "no needle yet" },
        ],
        at(1),
      ),
      reply([call], at(3)),
      result("toolu_1", "grep failed on needle", at(4)),
    ].join(""),
  );
  tree.write(second, [prompt("another needle", at(2)), prompt("検索エンジンの針", at(5))].join(""));
  tree.write(join(sessionOf(1), "subagents", "agent-a1234567.jsonl"), prompt("an agent's needle", at(6)));
  tree.write(output, "line one\nthe needle in an output\n");
  await updated({ ...tree, nowMs });
  catalog = await opened({ ...tree, nowMs });
  return () => catalog.close();
});

const lines = (query: Partial<CatalogQuery>): readonly string[] =>
  [...catalog.hits({ match: "needle", order: "newest", ...query })].map(
    ({ path, line, part, kind }) => `${path.split("-").at(-1)?.split("/").at(-1)?.slice(-14)} ${line}.${part} ${kind}`,
  );
const count = (query: Partial<CatalogQuery>): number => lines(query).length;

describe("hits", () => {
  test("stand where the words stand, newest first", () => {
    expect(lines({})).toEqual([
      "toolu_9.txt 1.0 result",
      "a1234567.jsonl 1.0 prompt",
      "00000001.jsonl 4.0 result",
      "00000001.jsonl 3.0 call",
      "00000002.jsonl 1.0 prompt",
      "00000001.jsonl 2.1 reply",
      "00000001.jsonl 2.0 thinking",
      "00000001.jsonl 1.0 prompt",
    ]);
  });

  test("come best first by rank, with the rank told", () => {
    const ranked = [...catalog.hits({ match: "needle", order: "rank" })];
    expect(ranked[0]).toMatchObject({ kind: "thinking" });
    expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map(({ rank }) => rank).toSorted((a, b) => a - b));
    expect(ranked).toHaveLength(8);
  });

  test.each([
    ["kinds", { kinds: ["prompt", "reply"] }, 4],
    ["roles", { roles: ["tool"] }, 3],
    ["tools in any case", { tools: ["bAsh"] }, 2],
    ["a tool that nobody called", { tools: ["Write"] }, 0],
    ["errors", { isError: true }, 1],
    ["what people said", { isHuman: true }, 3],
    ["what people did not say", { isHuman: false, kinds: ["reply"] }, 1],
    ["times from one on", { afterSeconds: secondsAt(3) }, 4],
    ["times up to one", { beforeSeconds: secondsAt(1) }, 3],
    ["a second alone", { afterSeconds: secondsAt(2), beforeSeconds: secondsAt(2) }, 1],
    ["one file", { paths: new Set([tree.path(second)]) }, 1],
    ["no file", { paths: new Set<string>() }, 0],
    ["a phrase", { match: '"no needle yet"' }, 1],
    ["words that are no phrase", { match: '"needle no yet"' }, 0],
    ["characters that no spaces part", { match: '"検 索"' }, 1],
    ["everything", { match: undefined }, 9],
  ] as const)("can be asked for by %s", (_name, query, found) => {
    expect(count(query)).toBe(found);
  });

  test("of more parts in a minute than it has room for are still in order, and within their times", async () => {
    const crowded = loomTree();
    const stamp = (second: number): string => new Date(Date.UTC(2026, 4, 1, 8, 0, second)).toISOString();
    const many = (from: number): string =>
      Array.from({ length: 1500 }, (_, place) => prompt(`crowd ${place}`, stamp(from + Math.floor(place / 50)))).join(
        "",
      );
    crowded.write(first, many(0));
    crowded.write(second, `${many(10)}${prompt("crowd later", stamp(70))}`);
    await updated({ ...crowded, nowMs });
    const other = await opened({ ...crowded, nowMs });
    const found = [...other.hits({ match: "crowd", order: "newest" })];
    expect(found).toHaveLength(3001);
    const times = found.map(({ orderSeconds }) => orderSeconds);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const second20 = Date.parse(stamp(20)) / 1000;
    const within = { match: "crowd", order: "newest", afterSeconds: second20, beforeSeconds: second20 } as const;
    expect([...other.hits(within)]).toHaveLength(100);
    other.close();
  });

  test("are the same while another process writes", async () => {
    const shared = loomTree();
    shared.write(first, prompt("needle"));
    await updated({ ...shared, nowMs });
    const reader = await opened({ ...shared, nowMs });
    expect(reader.files().size).toBe(1);
    shared.write(second, prompt("needle"));
    await updated({ ...shared, nowMs });
    expect([...reader.hits({ match: "needle", order: "newest" })]).toHaveLength(1);
    reader.close();
  });
});
