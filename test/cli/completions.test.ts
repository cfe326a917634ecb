// What was typed -> what a shell offers: asked of the command line itself, and of the shells that are there, with the scripts they source.
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commandNames } from "../../src/cli/app.ts";
import { slugOf } from "../../src/format/index.ts";
import { isMissing } from "../paste/shells.ts";
import { clew } from "./fake-io.ts";
import { demoHome, scratchFolder, writeLog } from "./tree.ts";

const home = demoHome();
const bot = "9b821b81-6fd5-4271-9f05-d3d5c1ef2f3c";

async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { out, err, code } = await clew(["__complete", "--", ...words], { homes: [home] });
  expect({ err, code }).toEqual({ err: "", code: 0 });
  return out.split("\n").slice(0, -1);
}
const names = async (...words: readonly string[]) => (await offered(...words)).map((line) => line.split("\t")[0]);

describe("a shell is offered", () => {
  test("every command but the hidden one, with what it does", async () => {
    expect(await names("")).toEqual(commandNames);
    expect(await offered("stats")).toEqual([expect.stringMatching(/^stats\tCount sessions/)]);
    expect((await clew(["--help"])).out).not.toContain("__complete");
  });

  test("flags where a minus stands or nothing else can, with what they do", async () => {
    expect(await offered("cost", "--ex")).toEqual(["--explain\tHow it was priced, and why a figure is not exact"]);
    expect(await names("cost", "")).toContain("--prices");
    expect(await names("show", "")).not.toContain("--full");
  });

  test.each([
    ["the values of a flag", ["tools", "--by", ""], ["tool", "file", "command"]],
    ["those that fit", ["ls", "--sort", "t"], ["turns", "title"]],
    ["the same behind a sign", ["ls", "--sort=t"], ["--sort=turns", "--sort=title"]],
    ["the same where bash made a word of the sign", ["ls", "--sort", "=", "t"], ["turns", "title"]],
    ["nothing, so files, where a flag wants any text", ["stats", "--dir", ""], []],
    ["the names of shells", ["completions", ""], ["bash", "zsh", "fish"]],
    ["commands behind help", ["help", "do"], ["doctor"]],
    ["an overview's flags before any command", ["--json", "--no"], ["--no-index"]],
    ["nothing behind words that nobody understands", ["nonsense", ""], []],
  ])("%s", async (_what, words, expected) => expect(await names(...words)).toEqual(expected));

  test("ids of sessions, by the names of their files", async () => {
    for (const command of ["show", "resume", "doctor", "context", "request"])
      expect(await offered(command, "9b82")).toEqual([`${bot}\tOpening hours for the bot`]);
    expect(await offered("show", "@")).toEqual(["@last"]);
    expect(await offered("search", "9b82")).toEqual([]);
  });

  test("the ids of all sessions, the last written first", async () => {
    const ids = (await names("show", "")).slice(1);
    expect(ids[0]).toBe(bot);
    const { out } = await clew(["ls", "--all", "--json", "--dir", home, "--no-index"]);
    expect(ids).toEqual([...out.matchAll(/"sessionId":"([^"]+)"/g)].map(([, id]) => id));
  });

  test("what a session's title would make a terminal do is not done", async () => {
    const other = scratchFolder();
    const id = "33333333-0000-4000-8000-000000000003";
    const line = JSON.stringify({ type: "custom-title", customTitle: "red\u001b[31m\tthread\nx", sessionId: id });
    writeLog(other, `-home-ada-loom/${id}`, `${line}\n`);
    expect(await offered("show", "--dir", other, "3")).toEqual([`${id}\tred␛[31m thread x`]);
  });

  test("the commands below one", async () => {
    expect(await names("files", "")).toEqual(expect.arrayContaining(["list", "show", "diff", "log"]));
    expect(await offered("files", "lo")).toEqual([expect.stringMatching(/^log\tThe versions of a file/)]);
  });

  test("before anything is typed only those of the folder one is in, if it has any", async () => {
    const cwd = scratchFolder();
    const id = "11111111-0000-4000-8000-000000000001";
    writeLog(home, `${slugOf(cwd)}/${id}`, "{}\n");
    const inFolder = await clew(["__complete", "--", "show", ""], { homes: [home], cwd });
    expect(inFolder.out).toBe(`@last\n${id}\n`);
    expect((await offered("show", "")).length).toBeGreaterThan(4);
  });

  test("those of another home that --dir names, of a plain folder of logs and behind a link too", async () => {
    const other = scratchFolder();
    const id = "22222222-0000-4000-8000-000000000002";
    writeLog(other, `-home-ada-loom/${id}`, "{}\n");
    mkdirSync(join(other, "linked", "projects"), { recursive: true });
    symlinkSync(join(other, "projects", "-home-ada-loom"), join(other, "linked", "projects", "-home-ada-loom"));
    for (const dir of [
      other,
      join(other, "projects"),
      join(other, "projects", "-home-ada-loom"),
      join(other, "linked"),
    ])
      expect(await offered("show", "--dir", dir, "2")).toEqual([id]);
    expect(await offered("show", `--dir=${other}`, "2")).toEqual([id]);
    expect(await offered("show", "--dir", join(other, "none"), "")).toEqual(["@last"]);
  });
});

describe("a script", () => {
  test.each(["bash", "zsh", "fish"])("for %s asks the hidden command and offers files else", async (shell) => {
    const { out, code } = await clew(["completions", shell]);
    expect(code).toBe(0);
    expect(out).toContain("clew __complete -- ");
    expect(out).toMatch(
      { bash: /^complete -o default -F _clew clew$/m, zsh: /^#compdef clew\n/ }[shell] ?? /complete -c clew/,
    );
    expect(out).toMatch(/-o default|_files|__fish_complete_path/);
  });

  test("for another shell is refused", async () => {
    const { err, out, code } = await clew(["completions", "tcsh"]);
    expect({ out, code }).toEqual({ out: "", code: 2 });
    expect(err).toBe('clew: there are no completions for "tcsh" (name one of bash, zsh, fish)\n');
  });
});

const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));

function inShell(shell: string, script: string): string {
  const env = { ...process.env, CLAUDE_CONFIG_DIR: home, NODE: process.execPath, CLEW: binary };
  const { stdout, stderr } = spawnSync(shell, ["-c", script], { env, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout;
}
const isThere = (shell: string): boolean => !isMissing({ name: shell, program: shell, args: [] });

describe.runIf(isThere("bash"))("bash", () => {
  const complete = (...words: readonly string[]): readonly string[] =>
    inShell(
      "bash",
      `clew() { "$NODE" "$CLEW" "$@"; }
       source <(clew completions bash)
       COMP_WORDS=(clew ${words.map((word) => `'${word}'`).join(" ")}) COMP_CWORD=${words.length}
       _clew
       printf '%s\\n' "\${COMPREPLY[@]}"`,
    )
      .trim()
      .split("\n");

  test("completes a command, a flag, its value and a session", () => {
    expect(complete("stats")).toEqual(["stats"]);
    expect(complete("stats", "--exp")).toEqual(["--explain"]);
    expect(complete("tools", "--by", "")).toEqual(["tool", "file", "command"]);
    expect(complete("show", "9b82")).toEqual([bot]);
  });

  test("completes the last session, though the sign is a word of its own to it", () => {
    expect(complete("show", "@")).toEqual(["@last"]);
    expect(complete("show", "@", "la")).toEqual(["@last"]);
  });

  test("looks at what stands before the cursor alone", () => {
    const out = inShell(
      "bash",
      `clew() { "$NODE" "$CLEW" "$@"; }
       source <(clew completions bash)
       COMP_WORDS=(clew co --json) COMP_CWORD=1
       _clew
       echo "\${COMPREPLY[*]}"`,
    );
    expect(out.trim().split(/\s+/)).toEqual(["cost", "context", "compress", "completions"]);
  });
});

describe.runIf(isThere("fish"))("fish", () => {
  test("completes a command with its help, a value and a session", () => {
    const complete = (line: string): string =>
      inShell(
        "fish",
        `function clew; $NODE $CLEW $argv; end; clew completions fish | source; complete -C '${line}'`,
      ).trim();
    expect(complete("clew stats")).toMatch(/^stats\tCount/);
    expect(complete("clew tools --by c")).toBe("command");
    expect(complete("clew show 9b")).toBe(`${bot}\tOpening hours for the bot`);
  });
});

describe.runIf(isThere("zsh"))("zsh", () => {
  test("takes the script without a word, before and after it knows compdef", () => {
    const script = `clew() { "$NODE" "$CLEW" "$@"; }; compdef() { print -r -- "$@"; }; source <(clew completions zsh)`;
    expect(inShell("zsh", script)).toBe("_clew clew\n");
  });
});
