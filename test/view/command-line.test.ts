// Words -> the line to paste, letter by letter; test/paste runs such lines in real shells.
import { expect, test } from "vitest";
import { commandLine, unprintable } from "../../src/view/index.ts";

test.each([
  ["src/app.ts", "src/app.ts"],
  ["--at=B1.2", "--at=B1.2"],
  ["", "''"],
  ["a b", "'a b'"],
  ["it's", `'it'\\''s'`],
  ["'", `\\'`],
  ["a\\b", `'a'"\\\\"'b'`],
  ["$(rm -rf ~)", "'$(rm -rf ~)'"],
  ["=ls", "'=ls'"],
  ["%self", "'%self'"],
  ["~", "'~'"],
  ["a!b", "'a!b'"],
  ["織", "'織'"],
])("the word %j is written as %s", (word, written) => {
  expect(commandLine(["clew", word])).toBe(`clew ${written}`);
});

test.each(["\t", "\n", "\r", "\0", "\u001B", "\u007F", "\u0085", "\u202E", "\u2028", "\u200B", "\uFEFF", "\uD800"])(
  "a word with %j in it is replaced by a placeholder",
  (character) => {
    const word = `a${character}b`;
    expect(commandLine(["clew", "lines", word, "--json"], "FILE")).toBe("clew lines FILE --json");
    expect(commandLine(["clew", word])).toBe("clew NAME");
    expect(unprintable(word)).toBe("its name holds control characters");
  },
);

test("a word that a terminal would cut is replaced by a placeholder", () => {
  const path = `/${"織".repeat(500)}`;
  expect(commandLine([path])).toBe(`'${path}'`);
  expect(unprintable(`${path}${path}`)).toBe("its name is too long");
  expect(unprintable("\\".repeat(500))).toBe("its name is too long");
  expect(commandLine(["cd", `${path}${path}`], "FOLDER")).toBe("cd FOLDER");
});
