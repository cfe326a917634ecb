// Tables of figures as people read them: by week and month, with a total below, and titles that keep to their column.
import { describe, expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { say, smallLog } from "./small-log.ts";
import { demoHome, scratchFolder, writeLog } from "./tree.ts";

const home = demoHome();
const table = async (...args: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const { out } = await clew([...args, "--dir", home, "--no-index"]);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/));
};

describe.each(["stats", "cost"])("%s", (command) => {
  test("counts by week, from Monday on, and by month", async () => {
    const names = async (by: string) => (await table(command, "--by", by, "--since", "2026-11")).map(([name]) => name);
    expect(await names("week")).toEqual(["WEEK OF", "2026-11-09", "total"]);
    expect(await names("month")).toEqual(["MONTH", "2026-11", "total"]);
  });

  test.each(["day", "week", "project", "session", "model", "tool", "agent"])(
    "by %s ends with a total, which is not in the JSON",
    async (by) => {
      const rows = await table(command, "--by", by);
      expect(rows.at(-1)?.[0]).toBe("total");
      const json = await clew([command, "--by", by, "--json", "--dir", home, "--no-index"]);
      expect(json.out.trimEnd().split("\n")).toHaveLength(rows.length - 2);
      expect(json.out).not.toContain('"total"');
    },
  );
});

test("the total of a table is the sum of its rows, also of those that a limit left out", async () => {
  const all = await table("stats", "--by", "day");
  const turns = all.slice(1, -1).reduce((sum, [, count]) => sum + Number(count), 0);
  expect(all.at(-1)?.[1]).toBe(String(turns));
  expect((await table("stats", "--by", "day", "--limit", "1")).at(-1)).toEqual(all.at(-1));
});

test("a title that is not the last column keeps to 60 columns where nothing else cuts it", async () => {
  const long = scratchFolder();
  const log = smallLog({ sessionId: "11111111-1111-4111-8111-111111111111" });
  log.prompt(`weave ${"on and ".repeat(30)}`);
  log.answer("msg_1", say("yes"));
  writeLog(long, "-home-ada-loom/11111111-1111-4111-8111-111111111111", log.text());
  const { out } = await clew(["stats", "--by", "session", "--dir", long, "--no-index"], { columns: 10_000 });
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThan(160);
  expect(out).toContain("…");
});
