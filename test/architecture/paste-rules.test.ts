// Source texts that print commands -> which of them put a line to paste together by hand; so the rule itself can fail.
import { expect, it } from "vitest";
import { checkPasteLines } from "./paste-rules.ts";

const check = (code: string, path = "src/cli/one.ts"): readonly string[] =>
  checkPasteLines(path, `// Header.\n${code}\n`);
const built = ["src/cli/one.ts:2: a line to paste is built without commandLine"];

it.each([
  ["a template with the program's name", "const hint = `see it with \\`clew show ${id}\\``;"],
  ["a value behind a flag", "const hint = `run \\`clew fork --at ${turn}\\` then`;"],
  ["a value for the command itself", "const hint = `look at it with \\`clew ${which}\\``;"],
  ["a line without backquotes", "io.err(`bring back with: clew undo ${op}\\n`);"],
  ["the program's name as a value", "const hint = `\\`${io.command} undo ${op}\\` brings it back`;"],
  ["the program's name taken out of an Io", "const hint = `\\`${command} undo ${op}\\` brings it back`;"],
  ["a value behind that name", "const line = `${io.command} ${words}`;"],
  ["a folder behind cd", "const line = `cd ${folder} && make`;"],
  ["a session of Claude Code", "const line = `claude --resume ${id}`;"],
  ["a sum", 'const line = "clew show " + id;'],
  ["a longer sum", 'const line = "see " + "clew show " + id;'],
  ["a joined list", 'const line = ["clew", "show", id].join(" ");'],
])("finds %s", (_, code) => {
  expect(check(code)).toEqual(built);
});

it("finds a value inside the text of a page", () => {
  const page = "const Page = () => <code>clew undo {props.op}</code>;";
  expect(check(page, "src/ui/page.tsx")).toEqual(["src/ui/page.tsx:2: a line to paste is built without commandLine"]);
});

it.each([
  ["a command without values", "const hint = `list them with \\`clew ls\\`, or name ${other}`;"],
  ["a value behind the command's backquote", "const hint = `\\`${io.command} history\\` tells ${what}`;"],
  ["a value on the next line", "const text = `clew undo\\n${rest}`;"],
  ["a message that begins with the program's name", "io.err(`clew: cannot show ${name}\\n`);"],
  ["a sentence about clew", "const text = `what clew made of ${name}`;"],
  ["a command by the function", 'const hint = `\\`${clewLine(io, ["undo", op])}\\` brings it back`;'],
  ["another command's name", "const text = `dry run of ${source.command} ${name}`;"],
])("leaves alone %s", (_, code) => {
  expect(check(code)).toEqual([]);
});

it("leaves alone a page with a command without values", () => {
  const page = 'const Page = () => <p>Back with <code>clew undo</code>{" "}{props.name}</p>;';
  expect(check(page, "src/ui/page.tsx")).toEqual([]);
});

it("looks at src alone", () => {
  expect(check("const line = `clew show ${id}`;", "test/one.ts")).toEqual([]);
});
