// The parts of the benchmark that judge -> proof that a broken limit or total shows.
import { describe, expect, it } from "vitest";
import { differs } from "../../bench/measure/checks.ts";
import { median } from "../../bench/measure/contest.ts";
import { numberAt, valueAt } from "../../bench/measure/figure.ts";
import { type Limit, isBroken, limitText } from "../../bench/measure/limit.ts";
import { sectionText } from "../../bench/measure/section.ts";
import { clientSpelling, oddSpellings, spell } from "../../bench/generate/spelling.ts";

const limit: Limit = { what: "stats over rg", figure: 3.5, most: 4, goal: 3, unit: "x", force: "told" };

describe("a limit", () => {
  it("is met or not, and says so with its figure", () => {
    expect(limitText(limit)).toBe("met      stats over rg: 3.50x (at most 4x, goal 3x; told only)");
    expect(limitText({ ...limit, figure: 2.9 })).toContain("goal 3x met");
    expect(limitText({ ...limit, figure: 4.01 })).toMatch(/^NOT MET {2}/);
    expect(limitText({ ...limit, figure: Number.NaN })).toMatch(/^NOT MET {2}/);
  });

  it("fails a run only where it is enforced", () => {
    expect(isBroken({ ...limit, figure: 9 })).toBe(false);
    expect(isBroken({ ...limit, figure: 9, force: "kept" })).toBe(true);
    expect(isBroken({ ...limit, force: "kept" })).toBe(false);
  });
});

describe("figures", () => {
  it("are missing, not zero, where an answer has none", () => {
    expect(numberAt({ a: { b: 3 } }, "a", "b")).toBe(3);
    expect(numberAt({ a: "3" }, "a")).toBeUndefined();
    expect(valueAt(undefined, "a")).toBeUndefined();
    expect(differs({ what: "a", expected: 0, got: undefined })).toBe(true);
  });

  it("have a median of even and odd counts", () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  });

  it("stand beside every tool that is not clew", () => {
    const row = { target: "tree", role: undefined, peakRssMb: 9 } as const;
    const rows = [
      { ...row, name: "rg -c", seconds: 0.5, leastSeconds: 0.4 },
      { ...row, name: "clew stats", seconds: 1, leastSeconds: 1 },
    ];
    const text = sectionText({ title: "stats", rows, bytes: 1_048_576, limits: [], checks: [], notes: ["a note"] });
    expect(text).toMatch(/clew stats +1\.000 +1\.000 +1 +9 +2\.00\na note$/);
  });
});

describe("an odd spelling", () => {
  const entry = { type: "user", n: 3, none: undefined, list: [{ text: 'é / "\uD83D' }, null, true], empty: {} };

  it.each([clientSpelling, ...oddSpellings].map((spelling) => [spelling.name, spelling] as const))(
    "says the same: %s",
    (_name, spelling) => {
      const value: unknown = JSON.parse(spell(entry, spelling));
      expect(value).toEqual({ type: "user", n: 3, list: [{ text: 'é / "\uD83D' }, null, true], empty: {} });
    },
  );

  it("is another text than the client's, but for line ends and marks", () => {
    const texts = oddSpellings.map((spelling) => spell(entry, spelling) === JSON.stringify(entry));
    expect(texts).toEqual([false, false, false, true, true, false]);
  });
});
