// Short shell commands that name very many files or folders -> few acts, quickly, and what cannot be worked out is in doubt.
import { describe, expect, test } from "vitest";
import { type ShellAct, shellActs } from "../../src/graph/index.ts";
import { pathMatcher } from "../../src/graph/files/path-matcher.ts";
import { doubtMatcher } from "../../src/graph/files/shell-doubt.ts";

const words = (count: number, letter: string): string =>
  Array.from({ length: count }, (_, at) => `${letter}${at}`).join(" ");

const mayMeet = (acts: readonly ShellAct[], path: string): boolean =>
  acts.some((act) => act.kind === "doubt" && doubtMatcher(act)(path));

describe("a command of 3 kB", () => {
  const loops: readonly (readonly [string, string, string])[] = [
    [
      "changes to 64 folders four times",
      `for x in ${words(64, "d")}; do ${"cd $x; ".repeat(4)} rm foo; done`,
      "/proj/d3/d9/d9/d1/foo",
    ],
    [
      "changes to 64 folders 300 times",
      `for x in ${words(64, "d")}; do ${"cd $x; ".repeat(300)} rm foo; done`,
      "/proj/d3/foo",
    ],
    [
      "removes 64 x 64 x 64 names",
      `for x in ${words(64, "d")}; do ${"cd $x; ".repeat(2)} rm $x$x$x; done`,
      "/proj/d3/d3d3d3",
    ],
    ["names 300 words that fit an unknown one", `rm $v0-$v1-Q ${words(300, "a-b-Q")}`, "/proj/a-b-Q299"],
    ["moves back and forth", `${"pushd $a; popd; ".repeat(200)} mv $b $c ${words(100, "f")}`, "/proj/f7"],
  ];
  test.each(loops)("that %s gives few acts, and the file is in doubt", (_, command, path) => {
    const acts = shellActs(command, "/proj");
    expect(acts.length).toBeLessThanOrEqual(20_000);
    expect(mayMeet(acts, path) || acts.some((act) => act.path === path)).toBe(true);
  });

  test("with 60 alternatives in a row is matched at once", () => {
    const acts = shellActs(`rm ${"{a,a}".repeat(60)}x`, "/proj");
    expect(mayMeet(acts, `/proj/${"a".repeat(60)}x`)).toBe(true);
    expect(mayMeet(acts, `/proj/${"a".repeat(60)}y`)).toBe(false);
  });

  test("with 40 unknown parts in a word is matched at once", () => {
    const parts = Array.from({ length: 40 }, (_, at) => `$v${at}`).join("-");
    expect(shellActs(`rm ${parts}-Q a${"-".repeat(300)}`, "/proj").length).toBeLessThanOrEqual(20_000);
  });
});

describe("alternatives in a pattern", () => {
  const source = "(?:a|b(?:c|[^/]*d)|)e(?:f|g)";
  test.each(["aef", "bceg", "bxydef", "eg"])("match %s", (path) => {
    expect(pathMatcher(source, { below: false, flags: "su" })(path)).toBe(true);
    expect(new RegExp(`^(?:${source})$`, "su").test(path)).toBe(true);
  });
  test.each(["ae", "bef", "abeg", "b/def", "aefx", ""])("do not match %j", (path) => {
    expect(pathMatcher(source, { below: false, flags: "su" })(path)).toBe(false);
    expect(new RegExp(`^(?:${source})$`, "su").test(path)).toBe(false);
  });
  test("match what is below as well, if that is wanted", () => {
    expect(pathMatcher(source, { below: true, flags: "su" })("aef/x/y")).toBe(true);
    expect(pathMatcher(source, { below: false, flags: "su" })("aef/x/y")).toBe(false);
  });
});
