// Small pieces of replay, each by a table: numbered lines, paths, edits, patches, line ends.
import { expect, test } from "vitest";
import { applyEdits } from "../../src/graph/files/edit-text.ts";
import { pathKey, resolvePath } from "../../src/graph/index.ts";
import { lineEndsOf } from "../../src/graph/files/line-end.ts";
import { parseNumbered } from "../../src/graph/files/numbered-text.ts";
import { applyHunks } from "../../src/graph/files/patch.ts";

test.each([
  ["arrows", "     1→a\n     2→\tb\n     3→"],
  ["padded tabs", "     1\ta\n     2\t\tb\n     3\t"],
  ["tabs", "1\ta\n2\t\tb\n3\t"],
  ["a reminder behind", "     1→a\n     2→\tb\n     3→\n\n<system-reminder>\nx\n</system-reminder>\n"],
])("numbered lines with %s lose their numbers", (_, text) => {
  expect(parseNumbered(text)).toEqual({ runs: [{ start: 1, lines: ["a", "\tb", ""] }], stray: "none" });
});

test("parts of a file keep their places", () => {
  expect(parseNumbered("7\tx\n8\ty\n20\tz")?.runs).toEqual([
    { start: 7, lines: ["x", "y"] },
    { start: 20, lines: ["z"] },
  ]);
  expect(parseNumbered("no numbers")).toBeUndefined();
});

test.each([
  ["a/b.ts", "/p", "/p/a/b.ts"],
  ["./a/../b.ts", "/p", "/p/b.ts"],
  ["/x//y/./z", undefined, "/x/y/z"],
  ["C:\\A\\b.ts", "/p", "C:\\A\\b.ts"],
  ["src/b.ts", "C:\\A", "C:\\A\\src\\b.ts"],
  ["b.ts", undefined, undefined],
  ["a\0b", "/p", undefined],
])("%s in %s is %s", (path, folder, expected) => {
  expect(resolvePath(path, folder)).toBe(expected);
});

test("Windows paths are compared without case and kept as they were", () => {
  expect(pathKey("C:\\Users\\Kim/a.TS")).toBe(pathKey("c:\\users\\kim\\A.ts"));
  expect(pathKey("/A")).not.toBe(pathKey("/a"));
});

test.each([
  { what: "the first place only", text: "a a", edit: { old: "a", next: "b", all: false }, after: "b a" },
  { what: "every place", text: "a a", edit: { old: "a", next: "b", all: true }, after: "b b" },
  { what: "the line end too", text: "a\nb\nc\n", edit: { old: "b", next: "", all: false }, after: "a\nc\n" },
  { what: "no pattern but text", text: "x", edit: { old: "x", next: "$& $1", all: false }, after: "$& $1" },
  { what: "nothing where it does not fit", text: "x", edit: { old: "y", next: "z", all: false }, after: undefined },
])("an edit replaces $what", ({ text, edit, after }) => {
  expect(applyEdits(text, [edit], Infinity).text).toBe(after);
});

const hunk = (oldStart: number, lines: readonly string[]) => ({
  oldStart,
  oldLines: lines.filter((line) => /^[- ]/.test(line)).length,
  newStart: oldStart,
  newLines: lines.filter((line) => /^[+ ]/.test(line)).length,
  lines,
});

const bare = "\\ No newline at end of file";

test.each([
  { what: "changes a line", text: "a\nb\nc\n", lines: [" a", "-b", "+B", " c"], after: "a\nB\nc\n" },
  { what: "keeps a missing final line end", text: "a\nb", lines: [" a", "-b", bare, "+c", bare], after: "a\nc" },
  { what: "adds a final line end", text: "a", lines: ["-a", bare, "+a"], after: "a\n" },
  { what: "takes tabs from the edit", text: "\ta\n", lines: ["-  a", "+  b"], guess: "\tb\n", after: "\tb\n" },
  { what: "takes no tabs from a neighbour", text: "\ta\n", lines: ["-  a", "+  b"], after: undefined },
  { what: "refuses where it does not fit", text: "x\n", lines: ["-a", "+b"], after: undefined },
])("a patch $what", ({ text, lines, guess, after }) => {
  expect(applyHunks(text, [hunk(1, lines)], { guess, indents: "open" })).toBe(after);
});

test.each([
  ["a\r\nb\r\n", "crlf"],
  ["a\nb\n", "lf"],
  ["a\r\nb\n", "lf"],
  ["", "lf"],
  ["l\n".repeat(1500) + "c\r\n".repeat(4000), undefined],
])("line ends are told by the beginning of a file, and by all of it", (text, expected) => {
  expect(lineEndsOf(text)).toBe(expected);
});
