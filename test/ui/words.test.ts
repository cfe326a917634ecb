// Small parts of the dashboard that need no page -> addresses, days, commands and changes as people get them.
/// <reference lib="dom" />
import { expect, it } from "vitest";
import { exact, text, timeMs } from "../../src/ui/api/fields.ts";
import { lastDays, sumOf } from "../../src/ui/overview/days.ts";
import { ofNow } from "../../src/ui/overview/board-order.ts";
import { recounter } from "../../src/ui/overview/recounter.ts";
import { turnWords } from "../../src/ui/reader/turn-words.ts";
import { costNote, costWords } from "../../src/ui/session/cost-words.ts";
import { damageNote, reachOf } from "../../src/ui/session/health-words.ts";
import { clewCommand, recoverCommand } from "../../src/ui/session/clew-command.ts";
import { isNameOf, wordsOf } from "../../src/ui/sessions/query-words.ts";
import { hunksBetween } from "../../src/ui/text/line-diff.ts";
import { safeAddress } from "../../src/ui/text/safe-address.ts";
import { statusesByNeed, verdictOf } from "../../src/view/index.ts";
import { handClock } from "../live/hand-clock.ts";

it.each([
  ["https://example.org/a?b#c", "https://example.org/a?b#c"],
  ["http://example.org", "http://example.org/"],
  ["mailto:ada@example.org", "mailto:ada@example.org"],
  ["javascript:alert(1)", undefined],
  [" java\nscript:alert(1)", undefined],
  ["JAVASCRIPT:alert(1)", undefined],
  ["data:text/html,x", undefined],
  ["vbscript:x", undefined],
  ["file:///etc/passwd", undefined],
  ["blob:https://example.org/x", undefined],
  ["//example.org", undefined],
  ["/sessions", undefined],
  ["", undefined],
])("the address %j leads to %j", (address, leads) => {
  expect(safeAddress(address)).toBe(leads);
});

it("text for reading shows what hides in it, text for asking stays exact", () => {
  const fields = { path: "/tmp/\u202Etxt.exe" };
  expect(text(fields, "path")).not.toContain("\u202E");
  expect(exact(fields, "path")).toBe(fields.path);
  expect(text({ path: 7 }, "path")).toBe("");
  expect(timeMs({ at: "no time" }, "at")).toBeUndefined();
});

it("what grows is counted again soon, all of it at once, and more seldom where counting takes long", () => {
  const clock = handClock(0);
  const counted: number[] = [];
  const again = recounter({ recount: () => counted.push(clock.nowMs()), after: clock.after });
  for (let at = 0; at < 50; at++) {
    again.touch();
    clock.advance(100);
  }
  expect(counted).toEqual([3000]);
  again.took(2000);
  clock.advance(1000);
  again.touch();
  clock.advance(60_000);
  expect(counted).toEqual([3000, 6000, 26_000]);
  again.touch();
  again.close();
  clock.advance(60_000);
  expect(counted).toHaveLength(3);
});

it("the board has the order of `clew status`: approval, question, input, trouble, work, rest; each the newest first", () => {
  const at = (status: (typeof statusesByNeed)[number], sinceMs: number, sessionId: string = status) => ({
    status,
    sinceMs,
    sessionId,
  });
  const given = [
    ...statusesByNeed.map((status, place) => at(status, 100 + place)).toReversed(),
    at("waiting_approval", 900, "newer"),
  ];
  expect(ofNow(given).map(({ sessionId }) => sessionId)).toEqual(["newer", ...statusesByNeed.slice(0, -1)]);
});

it.each([
  [{ sound: true, entries: 20, reached: 20 }, /^Sound.*resume it/, /^All 20 entries are reached on resume\.$/],
  [{ sound: true, entries: 20, reached: 18 }, /^Sound.*resume it/, /^18 of 20 entries.*The other 2 stand on branches/],
  [{ sound: true, entries: 2, reached: 1 }, /^Sound.*resume it/, /The other one stands/],
  [
    { sound: false, entries: 16, reached: 16 },
    /^Broken.*errors below/,
    /^All 16 entries that can be read.*the errors are/,
  ],
  [{ sound: false, entries: 16, reached: 4 }, /^Broken.*errors below/, /The other 12 stand.*behind what is broken/],
])("the verdict on %j and its reach do not contradict each other", (health, verdict, reach) => {
  const { sentence } = verdictOf({ ...health, findings: [] });
  expect(sentence).toMatch(verdict);
  expect(health.sound && sentence.includes("whole")).toBe(false);
  expect(reachOf(health)).toMatch(reach);
});

it("where lists call a session undamaged that has lines nobody can read, it is said what each means", () => {
  expect(damageNote([{ code: "damaged-line", detail: "comment" }])).toContain("a repair would mend");
  expect(damageNote([{ code: "damaged-line", detail: "torn" }])).toBeUndefined();
});

it("every day is there, also those without cost, and the last is today", () => {
  const nowMs = new Date(2026, 2, 1, 12).getTime();
  const days = lastDays([{ day: "2026-02-28", costUsd: 2, grade: "exact" }], { days: 3, nowMs });
  expect(days.map(({ day, costUsd }) => [day, costUsd])).toEqual([
    ["2026-02-27", 0],
    ["2026-02-28", 2],
    ["2026-03-01", 0],
  ]);
  expect([sumOf(days, 1), sumOf(days, 2)]).toEqual([0, 2]);
});

it("a command names its session, or says SESSION where the name cannot be printed", () => {
  expect(clewCommand(["fork", "a b", "--at", "B1.2"])).toBe("clew fork 'a b' --at B1.2");
  expect(clewCommand(["keep", "a\u001Bb"])).toBe("clew keep SESSION");
});

it("the command that recovers a file names its version", () => {
  expect(recoverCommand("a b.ts", undefined)).toBe("clew recover 'a b.ts' --out recovered");
  expect(recoverCommand("a\nb.ts", undefined)).toBe("clew recover FILE --out recovered");
});

it("an edit becomes the lines that went and came, and one too large for that comes whole", () => {
  expect(hunksBetween("a\nb\n", "a\nc\n").flatMap(({ lines }) => lines)).toEqual([" a", "-b", "+c"]);
  const many = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join("\n");
  const lines = hunksBetween(many("old"), many("new")).flatMap((hunk) => hunk.lines);
  expect(lines.filter((line) => line.startsWith("-"))).toHaveLength(3000);
  expect(lines.filter((line) => line.startsWith("+"))).toHaveLength(3000);
});

it.each([
  [[1, 2], [], "2 turns"],
  [[0, 1], [[0]], "1 turn"],
  [[1, 2], [[1]], "2 turns, 1 more on a left branch"],
  [[0], [[1], [1, 2]], "0 turns, 3 more on left branches"],
])("turns %j with branches %j are told as %j", (turns, branches, words) => {
  const told = (numbers: readonly number[]) => numbers.map((number) => ({ number }));
  expect(turnWords({ turns: told(turns), branches: branches.map((own) => ({ turns: told(own) })) })).toBe(words);
});

it.each([
  ["harbour tide", "harbour tide"],
  ['"spring tide" since:"last week" -role:tool', "spring tide"],
  ["tool:Bash almanac*", "almanac"],
  ["tide -neap", "tide"],
  ["/ti.e/i", undefined],
  ["tide OR moon", undefined],
  ["tide NOT moon", undefined],
  ["role:user", undefined],
])("the query %j leaves the words %j to find in a session", (query, words) => {
  expect(wordsOf(query)).toBe(words);
});

it.each([
  ["Spring and neap tides", true],
  ["  spring AND neap tides ", true],
  ["13e437a1", true],
  ["13E437A1-0941", true],
  ["neap", false],
  ["13e4", false],
  ["", false],
])("%j is the whole name of a session: %s", (query, isName) => {
  const session = { title: "Spring and neap tides", sessionId: "13e437a1-0941-4ee5-9c03-02e3f357e691" };
  expect(isNameOf(query, session)).toBe(isName);
});

it("what a session cost is said with how sure that is", () => {
  const cost = {
    costUsd: 1.5,
    grade: "exact",
    messages: 2,
    reasons: [],
    isAlone: false,
    pricesOf: "2026-05-01",
  } as const;
  expect(costWords(cost)).toBe("$1.50, exact");
  expect(costWords({ ...cost, grade: "floor" })).toBe("at least $1.50");
  expect(costWords({ ...cost, grade: "unpriced" })).toBe("at least $1.50, some unpriced");
  expect(costWords({ ...cost, grade: "unpriced", costUsd: 0 })).toBe("unpriced");
  expect(costNote(cost)).toContain(
    "At list prices as of 2026-05-01, agents included.\nNothing is known to be missing.",
  );
  expect(costNote({ ...cost, grade: "floor", reasons: ["1 line is damaged"], isAlone: true })).toMatch(
    /Not exact: 1 line is damaged\.\nCounted from its own logs alone/,
  );
});
