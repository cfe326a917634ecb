// `clew stats`, `clew cost` and `clew tools` on small trees -> what they print, as text and as JSON, and what they refuse.
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type JsonObject, isObject } from "../../src/format/index.ts";
import { lines } from "../find/stats-log.ts";
import { clew } from "./fake-io.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const first = "11111111-0000-4000-8000-000000000001";
const fork = "22222222-0000-4000-8000-000000000002";

const text = lines({ sessionId: first })
  .prompt("p1")
  .call("m1", "c1", ["Bash", { command: "npm test" }])
  .result("c1", { isError: true })
  .message("m2", { input: 0, output: 1_000_000, cacheRead: 2_000_000 })
  .text();

const home = scratchFolder();
writeLog(home, `-home-ada-loom/${first}`, text);
writeLog(
  home,
  `-home-ada-loom/${fork}`,
  text + lines().message("m3", { model: "llama-9", time: "2026-03-04T00:00:00Z" }).text(),
);
writeLog(
  home,
  `-home-ada-loom/${first}/subagents/agent-a111111`,
  lines({ isSidechain: true }).message("m9", { stop: null }).text(),
);

const run = (...args: readonly string[]) => clew([...args, "--dir", home, "--no-index"]);
async function json(...args: readonly string[]): Promise<readonly JsonObject[]> {
  const { out } = await run(...args, "--json");
  return out.trim().split("\n").map(object);
}

function object(line: string): JsonObject {
  const value: unknown = JSON.parse(line);
  if (!isObject(value)) throw new Error(`no object: ${line}`);
  return value;
}

describe("clew stats", () => {
  test("prints one object with every figure, copies counted once", async () => {
    const [stats, ...more] = await json("stats");
    expect(more).toEqual([]);
    expect(stats).toMatchObject({
      sessions: 2,
      agentFiles: 1,
      files: 3,
      lines: 10,
      damaged: 0,
      turns: 1,
      calls: 1,
      results: 1,
      errors: 1,
      apiMessages: 4,
      usage: { inputTokens: 30, outputTokens: 1_000_300, cacheWriteTokens: 0, cacheReadTokens: 2_000_000 },
      tools: { Bash: { calls: 1, errors: 1 } },
      forks: 1,
      deleted: 0,
      grade: "floor",
      reasons: [{ code: "no-final-usage", count: 1, grade: "floor" }],
      timeZone: "UTC",
    });
  });

  test("says the same in one thread and in two", async () => {
    const [alone] = await json("stats", "--threads", "1");
    const [both] = await json("stats", "--threads", "2");
    expect(both).toEqual(alone);
  });

  test("prints a page for people, and with --explain why a figure is a floor", async () => {
    const { out, code } = await run("stats");
    expect(code).toBe(0);
    expect(out).toContain("sessions    2, of them 1 fork\n");
    expect(out).toMatch(/^grade +floor \(--explain says why\)$/m);
    const explained = await run("stats", "--explain");
    expect(explained.out).toContain("floor: 1 message whose client never wrote the final count of output tokens");
    expect(explained.out).toContain(`${fork} of ${first}`);
  });

  test("groups by session and says which is a fork", async () => {
    const rows = await json("stats", "--by", "session");
    expect(rows.map(({ sessionId, forkOf }) => [sessionId, forkOf])).toEqual([
      [fork, first],
      [first, null],
    ]);
  });

  test("leaves out of a group what the grouping does not tell", async () => {
    const [model] = await json("stats", "--by", "model");
    expect(model).toMatchObject({ by: "model", calls: null, turns: null });
    const [tool] = await json("stats", "--by", "tool");
    expect(tool).toMatchObject({ by: "tool", tool: "Bash", calls: 1, usage: null, apiMessages: null });
  });
});

describe("clew cost", () => {
  test("prints one object: the sum, its grade, its parts and where the prices are from", async () => {
    const [cost] = await json("cost");
    expect(cost).toMatchObject({
      grade: "unpriced",
      messages: 4,
      grades: { exact: 2, floor: 1, unpriced: 1 },
      parts: { cacheReadUsd: 1, webSearchUsd: 0 },
      prices: { isOld: false },
    });
    expect(cost?.["costUsd"]).toBeCloseTo(26.0051, 8);
  });

  test("prints a page for people", async () => {
    const { out } = await run("cost");
    expect(out).toContain("cost        at least $26.01  unpriced\n");
    expect(out).toContain("messages    4 (2 exact, 1 floor, 1 unpriced)\n");
    expect((await run("cost", "--explain")).out).toContain(
      "unpriced: 1 message of a model that the price list does not have: llama-9",
    );
  });

  test("charges what a fork repeats to its parent and lists the fork as one", async () => {
    const rows = await json("cost", "--by", "session");
    const forked = rows.find(({ sessionId }) => sessionId === fork);
    expect(forked).toMatchObject({ forkOf: first });
    expect(rows.map(({ messages }) => Number(messages)).reduce((sum, each) => sum + each, 0)).toBe(4);
  });

  test("takes a person's own prices", async () => {
    const file = join(scratchFolder(), "prices.json");
    writeFileSync(
      file,
      JSON.stringify({ date: "2026-11-01", models: [{ model: "llama-9", input: 0, output: 10_000 }] }),
    );
    const [cost] = await json("cost", "--prices", file);
    expect(cost).toMatchObject({ grade: "floor", grades: { unpriced: 0 }, prices: { date: "2026-11-01" } });
    expect((await run("cost", "--prices", join(home, "none.json"))).err).toMatch(
      /^clew: cannot read the prices in .*none\.json: no such file/,
    );
  });

  test("says in one line when the prices are older than 60 days", async () => {
    const late = await clew(["cost", "--dir", home, "--no-index"], { nowMs: Date.parse("2027-06-01") });
    expect(late.err).toMatch(/^clew: the prices are of \d{4}-\d{2}-\d{2}, more than 60 days ago \(.+\)\n$/);
    expect((await run("cost")).err).toBe("");
  });

  test("shows the last days where there are more than asked for", async () => {
    const rows = await json("cost", "--by", "day", "--limit", "1");
    expect(rows.map(({ day }) => day)).toEqual(["2026-03-04"]);
  });

  test("groups by day in a stated zone", async () => {
    const rows = await json("cost", "--by", "day", "--tz", "America/New_York");
    expect(rows.map(({ day }) => day)).toEqual(["2026-03-02", "2026-03-03"]);
  });
});

describe("clew tools", () => {
  test("tells of tools, files and commands", async () => {
    expect(await json("tools")).toMatchObject([{ by: "tool", tool: "Bash", calls: 1, errors: 1, medianMs: 1000 }]);
    expect(await json("tools", "--by", "command")).toMatchObject([{ by: "command", command: "npm test", calls: 1 }]);
    expect(await run("tools", "--by", "file")).toMatchObject({
      code: 1,
      out: "",
      err: "clew: no calls of tools about a file\n",
    });
    expect((await run("tools")).out).toMatch(/^TOOL +CALLS +ERRORS/);
  });
});

describe("with an index", () => {
  const tree = scratchFolder();
  const world = { cacheDir: join(scratchFolder(), "cache"), dataDir: join(scratchFolder(), "data") };
  const path = writeLog(tree, `-home-ada-loom/${first}`, text);
  writeLog(tree, `-home-ada-loom/${fork}`, lines().message("m8").text());
  const counted = async (...args: readonly string[]) => clew(["stats", "--json", "--dir", tree, ...args], world);

  test("everything is counted as without one, before and after a log grows", async () => {
    expect(await counted()).toEqual(await counted("--no-index"));
    appendFileSync(path, lines().message("m7", { output: 7 }).text().trimEnd());
    const grown = await counted();
    expect(grown).toEqual(await counted("--no-index"));
    expect(object(grown.out)).toMatchObject({ apiMessages: 4, lines: 6 });
  });

  test("what was counted before its log was deleted is told with --deleted", async () => {
    // A last line without its end may still grow, and is not kept.
    appendFileSync(path, "\n");
    const before = object((await counted()).out);
    rmSync(path);
    expect(object((await counted()).out)).toMatchObject({ sessions: 1, apiMessages: 1, deleted: 0 });
    const { sessions, turns, usage } = before;
    expect(object((await counted("--deleted")).out)).toMatchObject({ sessions, turns, usage, deleted: 1 });
  });
});

describe("what cannot be answered is refused in one line", () => {
  test.each([
    [["stats", "--tz", "Mars/Olympus"], '"Mars/Olympus" is not a time zone (name one like Europe/Berlin or UTC)'],
    [["cost", "--since", "2026-02-30"], '"2026-02-30" is not a time for --since (write it like 2026-03-01'],
    [["tools", "--before", "soon"], '"soon" is not a time for --before (write it like 2026-03-01'],
    [["stats", "--since", "2026-03-02", "--before", "2026-03-01"], "--since is not earlier than --before"],
  ])("%j", async (args, words) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(words);
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  test("no sessions is exit 1 and says where was looked", async () => {
    const empty = scratchFolder();
    const { code, out, err } = await clew(["stats", "--dir", empty, "--no-index"]);
    expect([code, out, err]).toEqual([1, "", `clew: no sessions in ${empty}\n`]);
    const [stats] = (await clew(["stats", "--json", "--dir", empty, "--no-index"])).out.trim().split("\n");
    expect(object(stats ?? "")).toMatchObject({ sessions: 0, files: 0, calls: 0, tools: {}, grade: "exact" });
  });

  test("an index that cannot be made is told in one line, and the logs are read", async () => {
    const { code, out, err } = await clew(["stats", "--dir", home]);
    expect(code).toBe(0);
    expect(out).toContain("sessions    2");
    expect(err).toMatch(/^clew: .*; reading the logs instead\n$/);
  });
});

describe("figures for people", () => {
  test("have a mark at each thousand, wherever they stand", async () => {
    const many = lines();
    for (let at = 0; at < 1200; at++) many.call("m1", `c${at}`, "Bash").result(`c${at}`, { isError: true });
    const folder = scratchFolder();
    writeLog(folder, `-home-ada-loom/${first}`, many.text());
    const { out } = await clew(["stats", "--dir", folder, "--no-index"]);
    expect(out).toContain("calls       1,200, 1,200 results, 1,200 errors\n");
  });

  test("stand beside a project's folder with how many others share its name", async () => {
    const folder = scratchFolder();
    ["/home/ada/my-loom", "/home/ada/my.loom", "/home/ada/my.loom", "/home/ada/my_loom"].forEach((cwd, at) =>
      writeLog(folder, `-home-ada-my-loom/${first.slice(0, -1)}${at}`, lines({ cwd }).message(`m${at}`).text()),
    );
    const { out } = await clew(["cost", "--by", "project", "--dir", folder, "--no-index"]);
    expect(out).toMatch(/^\/home\/ada\/my\.loom \+2 +4 /m);
  });

  test.each([
    ["plain letters", "/home/ada/loom/a-very-long-folder-name/that-goes-on-and-on/for-much-too-long/shuttle.ts"],
    ["wide ones", "/home/ada/織機/とても長い名前のフォルダーがどこまでもどこまでも続きます/もう一つ/shuttle.ts"],
  ])("leave the end of a path of %s where there is no room for all of it", async (_which, path) => {
    const folder = scratchFolder();
    const log = lines({ cwd: `${path}/loom` })
      .call("m1", "c1", ["Read", { file_path: path }])
      .result("c1");
    writeLog(folder, `-home-ada-loom/${first}`, log.text());
    const told = async (...args: readonly string[]) =>
      (await clew([...args, "--dir", folder, "--no-index"], { columns: 60 })).out;
    const uses = await told("tools", "--by", "file");
    expect(uses).toMatch(/^….+\/shuttle\.ts +1 /m);
    expect(await told("cost", "--by", "project")).toMatch(/^….+\/shuttle\.ts\/loom +/m);
  });

  test("tell of a tree in which agents alone are left", async () => {
    const folder = scratchFolder();
    const text = lines({ isSidechain: true }).message("m9").text();
    writeLog(folder, `-home-ada-loom/${first}/subagents/agent-a111111`, text);
    const { out, code } = await clew(["cost", "--json", "--dir", folder, "--no-index"]);
    expect(code).toBe(0);
    expect(object(out)).toMatchObject({ sessions: 0, agentFiles: 1, messages: 1 });
  });
});
