// One way at a time to write past the one output function -> the law finds it; so the law can fail.
import { expect, it } from "vitest";
import { checkStreams } from "./stream-rules.ts";
import { parsed } from "./syntax.ts";

const found = (code: string, path = "src/cli/one.ts"): readonly string[] =>
  checkStreams(path, parsed(`// In -> out.\n${code}\n`));
const past = "src/cli/one.ts:2: writes past the one output function: ";

it.each([
  ["console", "console.log(1);", "console"],
  ["process.stdout", "process.stdout.write(text);", "process.stdout"],
  ["process.stderr by a computed name", 'process["stderr"].write(text);', "process.stderr"],
  ["a stream taken out of process", "const { stderr: err } = process;", "process.stderr"],
  ["an imported stream", 'import { stdin, stdout as out } from "node:process";', "import of stdout"],
  ["a raw write of Node's own", "process._rawDebug(text);", "process._rawDebug"],
  ["a write to a descriptor", "writeSync(1, text);", "writeSync to a stream"],
  ["the same as a member", "fs.writeSync(2, text);", "writeSync to a stream"],
  ["a whole file to a descriptor", "writeFileSync(1, text);", "writeFileSync to a stream"],
  ["a write to the terminal by its path", 'appendFileSync("/dev/tty", text);', "appendFileSync to a stream"],
  ["a stream on a descriptor", 'createWriteStream("", { fd: 2 });', "createWriteStream to a stream"],
  ["a terminal stream", "new tty.WriteStream(1);\nnew WriteStream(1);", "WriteStream"],
  ["a program that inherits a stream", 'spawn(a, b, { stdio: "inherit" });', "stdio"],
  ["a program with a stream by number", 'spawn(a, b, { stdio: ["pipe", 1, "pipe"] });', "stdio"],
  ["a program with streams that nobody can see", "spawn(a, b, { stdio: somewhere });", "stdio"],
])("finds %s", (_way, code, use) => {
  expect(found(code)).toEqual([past.replace(":2:", `:${use === "WriteStream" ? 3 : 2}:`) + use]);
});

it.each([
  ["a write to a file", "writeSync(descriptor, text); writeFileSync(path, text);"],
  ["a result's own stream", "child.stdout.on('data', take); const { stdout } = spawnSync(a, b);"],
  ["programs with pipes", 'spawn(a, b, { stdio: ["ignore", "pipe", "ipc"] }); spawn(a, b, { stdio: "pipe" });'],
  ["a variable of that name", "export const at = (console: string) => console;"],
  ["a comment and a string", 'export const at = "process.stdout"; // console.log'],
])("leaves alone %s", (_case, code) => {
  expect(found(code)).toEqual([]);
});

it("lets the one output file write, and nobody keep an exception that is not needed", () => {
  expect(found("writeSync(1, text);", "src/cli/output/streams.ts")).toEqual([]);
  expect(found("export const nothing = 1;", "src/cli/start-program.ts")).toEqual([
    "src/cli/start-program.ts: does not need its exception for stdio",
  ]);
});
