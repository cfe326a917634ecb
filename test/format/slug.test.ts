// Working directories -> the names of their project folders, by cases and by law.
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { longSlugOf, slugOf } from "../../src/format/index.ts";
import { seeded } from "../craft.ts";

describe("the slug", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["/home/ada/loom", "-home-ada-loom"],
    ["/home/ada/My Loom", "-home-ada-My-Loom"],
    ["/home/ada/loom_v1.2", "-home-ada-loom-v1-2"],
    ["/home/ada/@a+b~(c),%d:'e\"", "-home-ada--a-b--c---d--e-"],
    ["E:\\workspaces\\project", "E--workspaces-project"],
    ["/home/ada/織機", "-home-ada---"],
    ["/home/ada/😀", "-home-ada---"],
    ["/home/ada/é", "-home-ada--"],
    ["/home/ada/e\u0301", "-home-ada-e-"],
    ["/", "-"],
    ["", ""],
    ["--", "--"],
  ];
  test.each(cases)("of %j is %j", (cwd, slug) => {
    expect(slugOf(cwd)).toBe(slug);
  });

  const long: readonly (readonly [string, string, string])[] = [
    ["200 characters", `/${"x".repeat(199)}`, "xxxxx"],
    ["201 characters", `/home/ada/${"x".repeat(191)}`, "xxxxx-u3zu2i"],
    ["many folders", `/home/ada/${"deep/".repeat(50)}`, "deep--67ppci"],
    ["200 characters that all look alike in it", `/home/ada/${"漢".repeat(200)}`, "------wwyn66"],
  ];
  test.each(long)("of a path of %s is cut at 200 and told apart by a hash of the whole path", (_what, cwd, end) => {
    expect(slugOf(cwd).slice(195)).toBe(end);
  });

  it("has a dash for each UTF-16 unit that is no ASCII letter or digit, and nothing else", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom("a", "Z", "9", "/", "_", " ", "é", "漢", "😀", "\ud83d", "\n"),
          maxLength: 40,
        }),
        (cwd) => {
          const slug = slugOf(cwd);
          expect(slug).toMatch(/^[a-zA-Z0-9-]*$/);
          expect(slug).toHaveLength(cwd.length);
          for (let at = 0; at < cwd.length; at++) expect(slug[at] === "-" || slug[at] === cwd[at]).toBe(true);
          expect(slugOf(slug)).toBe(slug);
        },
      ),
      seeded(500),
    );
  });

  it("is never longer than 200 and its hash; older clients never cut", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 190, maxLength: 400 }), (cwd) => {
        expect(longSlugOf(cwd)).toHaveLength(cwd.length);
        expect(slugOf(cwd).slice(0, 200)).toBe(longSlugOf(cwd).slice(0, 200));
        expect(slugOf(cwd).slice(200)).toMatch(cwd.length <= 200 ? /^$/ : /^-[0-9a-z]{1,6}$/);
      }),
      seeded(300),
    );
  });
});
