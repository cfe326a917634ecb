// The real command in a real process -> its streams and exit codes where a fake Io cannot tell: closed pipes, Ctrl-C, environment.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ids, loomHome } from "./loom.ts";
import { say, smallLog } from "./small-log.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));
const loom = loomHome();
const folder = scratchFolder();

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, [binary, ...args], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [binary, ...args], {
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });

describe("the binary", () => {
  test("ends with 0 and without a word when its reader goes away", async () => {
    const child = start(["rows", longLog()]);
    const [errors, closed] = [textOf(child.stderr), once(child, "close")];
    await once(child.stdout, "readable");
    child.stdout.destroy();
    expect(await closed).toEqual([0, null]);
    expect(await errors).toBe("");
  });

  test("ends at once on Ctrl-C, with 130 as shells see it", async () => {
    // Nobody reads: the pipe is full, and the command stands in the middle of its work.
    const child = start(["rows", longLog()]);
    await once(child.stdout, "readable");
    const ended = once(child, "exit");
    child.kill("SIGINT");
    const [code, signal]: readonly unknown[] = await Promise.race([ended, sleep(5000, ["still", "running"])]);
    child.kill("SIGKILL");
    expect(code === null ? signal : code).toBe(code === null ? "SIGINT" : 130);
  });

  test("tells done, nothing found and failed by 0, 1 and 2", () => {
    const env = { CLAUDE_CONFIG_DIR: loom };
    expect(run(["show", ids.plain], env).status).toBe(0);
    expect(run(["ls", "--project", "spindle"], env).status).toBe(1);
    expect(run(["show", "ffffffff"], env)).toMatchObject({ status: 2, stdout: "" });
    expect(run(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test("looks into CLAUDE_CONFIG_DIR, and paints only when asked to", () => {
    const plain = run(["ls"], { CLAUDE_CONFIG_DIR: loom });
    expect(plain.stdout).toContain("Count the warp");
    expect(plain.stdout).not.toContain("\u001B");
    expect(run(["ls"], { CLAUDE_CONFIG_DIR: loom, FORCE_COLOR: "1" }).stdout).toContain("\u001B[");
    expect(run(["ls"], { CLAUDE_CONFIG_DIR: loom, FORCE_COLOR: "1", NO_COLOR: "1" }).stdout).not.toContain("\u001B");
  });

  test("names itself as it was called in a clone, and never suggests npx elsewhere", () => {
    const clone = fileURLToPath(new URL("../..", import.meta.url));
    const hint = (event: string, initial: string) =>
      run(["show", "ffffffff"], { CLAUDE_CONFIG_DIR: loom, npm_lifecycle_event: event, INIT_CWD: initial }).stderr;
    expect(hint("npx", clone)).toContain("`npx clew ls`");
    expect(hint("start", clone)).toContain("`npx clew ls`");
    expect(hint("test", clone)).toContain("`clew ls`");
    for (const event of ["npx", "start"]) {
      expect(hint(event, folder)).toContain("`clew ls`");
      expect(hint(event, folder)).not.toContain("npx");
    }
  });

  test("shows the demo when the machine has no sessions", () => {
    const answer = run([], { CLAUDE_CONFIG_DIR: join(folder, "none") });
    expect(answer.stdout).toContain("this is a demo");
    expect(answer.stdout).toContain("CSV export");
    expect(answer.status).toBe(0);
  });

  test.skipIf(!("enableCompileCache" in module))("keeps compiled code in its own cache folder alone", () => {
    const [temporary, cache] = [scratchFolder(), scratchFolder()];
    const env = { CLAUDE_CONFIG_DIR: loom, TMPDIR: temporary, XDG_CACHE_HOME: cache };
    // The first run makes the folder, the second finds it.
    expect([run(["ls"], env), run(["ls"], env)].map(({ status }) => status)).toEqual([0, 0]);
    expect(readdirSync(temporary)).toEqual([]);
    const compiled = join(cache, "clew", "compiled");
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(1);
    for (const item of readdirSync(compiled, { recursive: true, withFileTypes: true }))
      expect(statSync(join(item.parentPath, item.name)).mode & 0o077).toBe(0);
  });

  test("starts as usual where compiled code cannot be kept", () => {
    const cache = scratchFolder();
    mkdirSync(join(cache, "clew"));
    writeFileSync(join(cache, "clew", "compiled"), "in the way");
    const answer = run(["ls", "--no-index"], { CLAUDE_CONFIG_DIR: loom, XDG_CACHE_HOME: cache });
    expect([answer.status, answer.stderr]).toEqual([0, ""]);
  });

  test("prints a log's bytes as they are", () => {
    expect(run(["show", longLog(), "--raw"]).stdout === longText()).toBe(true);
  });
});

// In a process of its own: a command that waited or read on for ever would hold the test itself.
describe.skipIf(process.platform === "win32")("what is no regular file is refused at once:", () => {
  test("a device without end", () => checkRefused("/dev/zero"));

  test("a pipe with a name, which nobody writes to", () => {
    const pipe = join(folder, "pipe.jsonl");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    checkRefused(pipe);
  });
});

function checkRefused(path: string): void {
  const answer = spawnSync(process.execPath, [binary, "lines", path, "--summary"], { encoding: "utf8", timeout: 5000 });
  expect(answer.stderr).toMatch(/^clew: .* is not a (regular )?file .*\n$/);
  expect(answer.status).toBe(2);
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

function longLog(): string {
  return writeLog(folder, "-long/77777777-0000-4000-8000-000000000007", longText());
}

function longText(): string {
  const log = smallLog({ sessionId: "77777777-0000-4000-8000-000000000007" });
  for (let turn = 1; turn <= 600; turn++) {
    log.prompt(`Pass the shuttle, ${turn}. Ünïcödé ☂`);
    log.answer(`msg_${turn}`, say("Passed. ".repeat(40)));
  }
  return log.text();
}
