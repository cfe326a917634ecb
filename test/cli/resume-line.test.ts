// Folders with any name -> the line that resumes there: pasted into a real shell it goes to that very folder, and a terminal obeys none of it.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resumeLine, shellQuoted } from "../../src/cli/resume-line.ts";
import { slugOf } from "../../src/format/index.ts";
import { lines } from "../find/stats-log.ts";
import type { Io } from "../../src/cli/index.ts";
import { clew } from "./fake-io.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const id = "11111111-0000-4000-8000-000000000001";

const odd = [
  ["plain", "loom"],
  ["a blank and a quote", "my 'wool'"],
  ["a line feed", "warp\nweft"],
  ["a tab and an escape", "warp\t\u001B[31mweft"],
  ["an escape before digits and a quote", "\u001B7'\\"],
  ["a bidi control", "loom\u202Emool"],
  ["a C1 control beside a wide letter", "\u0085織"],
  ["a carriage return before a line feed", "warp\r\nweft"],
] as const;

describe("a line that resumes in a folder with", () => {
  test.each(odd)("%s goes there when it is pasted, and holds nothing that a terminal obeys", async (_what, name) => {
    const home = scratchFolder();
    const cwd = join(scratchFolder(), name);
    mkdirSync(cwd);
    writeLog(home, `${slugOf(cwd)}/${id}`, lines({ cwd, sessionId: id }).prompt("p1").text());
    const { out, code } = await clew(["resume", "--no-index", "--print", id], { homes: [home] });
    expect(code).toBe(0);
    expect(out).not.toMatch(/[^\P{C}\n]|\n./u);
    const there = spawnSync("bash", ["-c", `claude() { printf %s "$PWD|$*"; }; ${out}`], { encoding: "utf8" });
    expect(there.stdout).toBe(`${cwd}|--resume ${id}`);
    const runs: string[] = [];
    const run: Io["run"] = (_command, _args, start) => runs.push(start.cwd) - 1;
    expect((await clew(["resume", "--dir", home, "--no-index", id], { run })).code).toBe(0);
    expect(runs).toEqual([cwd]);
  });
});

test("a folder that no path can be is left out of the line, and refused in one when it is to be run", async () => {
  expect(resumeLine("/home/ada\0/loom", id)).toBe(`claude --resume ${id}`);
  const home = scratchFolder();
  writeLog(home, `-home-ada/${id}`, lines({ cwd: "/home/ada\0/loom", sessionId: id }).prompt("p1").text());
  const { err, code } = await clew(["resume", "--dir", home, "--no-index", id]);
  expect(code).toBe(2);
  expect(err).toMatch(/^clew: the log of session .* does not say in which folder it was/);
});

test("what a terminal may show is quoted as people do it", () => {
  expect(shellQuoted("/home/ada/loom")).toBe("/home/ada/loom");
  expect(shellQuoted("/tmp/it's")).toBe(`'/tmp/it'\\''s'`);
  expect(shellQuoted("a\u001B1")).toBe("$'a\\0331'");
});
