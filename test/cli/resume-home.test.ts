// A session in any config home -> the line that resumes it: it names the home where a client would not look into it, and only there.
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Io } from "../../src/cli/index.ts";
import { slugOf } from "../../src/format/index.ts";
import { clew } from "./fake-io.ts";
import { aged, parsed, reshapeHome, weaveId } from "./reshape-home.ts";
import { smallLog } from "./small-log.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const id = "11111111-0000-4000-8000-000000000001";

const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));

type Scene = { readonly home: string; readonly own: string; readonly work: string; readonly log: string };

/** A session in a home that is not the client's own. */
function scene(name = "other"): Scene {
  const root = scratchFolder();
  const work = join(root, "work");
  mkdirSync(work);
  const own = join(root, ".claude");
  mkdirSync(join(own, "projects"), { recursive: true });
  const home = join(root, name);
  const log = smallLog({ sessionId: id, envelope: { cwd: work } });
  log.prompt("warp and weft");
  return { home, own, work, log: writeLog(home, `${slugOf(work)}/${id}`, log.text()) };
}

const lineOf = ({ work }: Scene, setting: string): string => `cd ${work} && ${setting}claude --resume ${id}`;

describe("a session in a home that the client does not look into", () => {
  test.each([
    ["named by its id", [id]],
    ["found by its words", ["--no-index", "warp"]],
  ])("is resumed there, %s", async (_, words) => {
    const made = scene();
    const { home, own, work } = made;
    const line = lineOf(made, `CLAUDE_CONFIG_DIR=${home} `);
    expect((await clew(["resume", "--print", "--dir", home, ...words], { homes: [own] })).out).toBe(`${line}\n`);
    const starts: Parameters<Io["run"]>[2][] = [];
    const run: Io["run"] = (_command, _args, start) => starts.push(start) - 1;
    await clew(["resume", "--dir", home, ...words], { homes: [own], run });
    expect(starts).toEqual([{ cwd: work, environment: { CLAUDE_CONFIG_DIR: home } }]);
  });

  test("is told so by a search, for people and for programs", async () => {
    const made = scene();
    const search = ["search", "warp", "--no-index", "--dir", made.home];
    const line = lineOf(made, `CLAUDE_CONFIG_DIR=${made.home} `);
    expect((await clew(search, { homes: [made.own] })).out).toContain(`\n  ${line}\n`);
    expect(parsed((await clew([...search, "--json"], { homes: [made.own] })).out)["resume"]).toBe(line);
  });

  test("is known by the path of its log", async () => {
    const made = scene();
    const line = `${lineOf(made, `CLAUDE_CONFIG_DIR=${made.home} `)}\n`;
    const world = { homes: [made.own], cwd: dirname(made.home) };
    expect((await clew(["resume", "--print", made.log], world)).out).toBe(line);
  });

  test("is the second of the homes that are looked into", async () => {
    const made = scene();
    const { out } = await clew(["resume", "--print", id], { homes: [made.own, made.home] });
    expect(out).toBe(`${lineOf(made, `CLAUDE_CONFIG_DIR=${made.home} `)}\n`);
  });

  test("is found by a shell, also when its name holds quotes and signs", async () => {
    const made = scene("it's red $HOME");
    const { out } = await clew(["resume", "--print", "--dir", made.home, id], { homes: [made.own] });
    expect(out).not.toMatch(/[^\P{C}\n]|\n./u);
    const script = `claude() { printf %s "$PWD|$CLAUDE_CONFIG_DIR|$*"; }; ${out}`;
    const there = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect(there.stdout).toBe(`${made.work}|${made.home}|--resume ${id}`);
  });

  test("is told to the client that is started, and nothing is where it looks there anyway", () => {
    const { home, own, work } = scene();
    const claude = join(dirname(home), "claude");
    writeFileSync(claude, '#!/bin/sh\nprintf %s "$PWD|$CLAUDE_CONFIG_DIR|$*"\n', { mode: 0o755 });
    const clew = (cwd: string, args: readonly string[], named: string): string => {
      const env = { ...process.env, PATH: `${dirname(home)}:${process.env["PATH"]}`, CLAUDE_CONFIG_DIR: named };
      return spawnSync(process.execPath, [binary, "resume", ...args], { cwd, env, encoding: "utf8" }).stdout;
    };
    expect(clew(dirname(home), ["--dir", "other", id], own)).toBe(`${work}|${home}|--resume ${id}`);
    expect(clew(work, [id], home)).toBe(`${work}|${home}|--resume ${id}`);
    const line = `cd ${work} && CLAUDE_CONFIG_DIR=${home} claude --resume ${id}\n`;
    expect(clew(dirname(home), ["--print", "--dir", "other", id], own)).toBe(line);
    expect(clew(work, ["--print", id], home)).toBe(`cd ${work} && claude --resume ${id}\n`);
  });

  test("is what a copy goes to with --to-home", async () => {
    const made = reshapeHome();
    const toHome = join(dirname(made.home), "laptop");
    mkdirSync(toHome);
    const { resume, sessionId, path } = await made.json("move", weaveId, "--to-home", toHome);
    const line = `cd /home/ada/loom && CLAUDE_CONFIG_DIR=${toHome} claude --resume ${String(sessionId)}`;
    expect(resume).toBe(line);
    const { out } = await made.run("clone", aged(path), "--dir", toHome);
    expect(out).toMatch(/\ngo on with: cd \/home\/ada\/loom && CLAUDE_CONFIG_DIR=\S+\/laptop claude --resume \S+\n$/);
  });
});

describe("the home is left out of the line of", () => {
  test("a session in the client's own home, however that is spelled", async () => {
    const made = scene();
    const link = join(dirname(made.home), "link");
    symlinkSync(made.home, link);
    for (const [dir, own] of [
      [made.home, made.home],
      [made.home, `${made.home}/`],
      [link, made.home],
      [made.home, link],
    ] as const) {
      const { out } = await clew(["resume", "--print", "--dir", dir, id], { homes: [own] });
      expect(out).toBe(`${lineOf(made, "")}\n`);
    }
  });

  test.each([["logs"], ["projects/logs"]])("a session in %s, a plain folder", async (place) => {
    const made = scene();
    const folder = join(dirname(made.home), place);
    mkdirSync(folder, { recursive: true });
    spawnSync("cp", [made.log, folder]);
    const { out } = await clew(["resume", "--print", "--dir", folder, id], { homes: [made.own] });
    expect(out).toBe(`${lineOf(made, "")}\n`);
  });
});
