// Folders with any name -> the line that resumes there.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ResumeTarget, resumeLine } from "../../src/cli/resume-line.ts";
import { slugOf } from "../../src/format/index.ts";
import { lines } from "../find/stats-log.ts";
import { isMissing, shells, startedBy } from "../paste/shells.ts";
import { clew } from "./fake-io.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const id = "11111111-0000-4000-8000-000000000001";
const lineFor = (target: ResumeTarget) => resumeLine({ command: "clew" }, target);

test("a line that resumes in a folder with a blank and quotes in its name is quoted as people do it", async () => {
  const home = scratchFolder();
  const cwd = join(scratchFolder(), "my 'wool'");
  mkdirSync(cwd);
  writeLog(home, `${slugOf(cwd)}/${id}`, lines({ cwd, sessionId: id }).prompt("p1").text());
  const { out, err, code } = await clew(["resume", "--no-index", "--print", id], { homes: [home] });
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(out).toBe(`cd '${dirname(cwd)}/my '\\''wool'\\' && claude --resume ${id}\n`);
});

/** Without `./` the first two are options or places of a stack, and the third is looked up in CDPATH. */
describe.each(["-P", "+1", "tmp"])("a relative folder called %s", (name) => {
  for (const shell of shells)
    test.skipIf(isMissing(shell))(`is reached in ${shell.name}`, async () => {
      const base = scratchFolder();
      mkdirSync(join(base, name));
      const { line = "" } = lineFor({ sessionId: id, folder: name });
      const [started] = await startedBy(shell, [line], base);
      expect(started).toMatchObject([{ program: "claude", folder: join(base, name) }]);
    });
});

test("a folder that no path can be is left out of the line, and refused in one when it is to be run", async () => {
  expect(lineFor({ sessionId: id, folder: "/home/ada\0/loom" }).line).toBe(`claude --resume ${id}`);
  const home = scratchFolder();
  writeLog(home, `-home-ada/${id}`, lines({ cwd: "/home/ada\0/loom", sessionId: id }).prompt("p1").text());
  const { err, code } = await clew(["resume", "--dir", home, "--no-index", id]);
  expect(code).toBe(2);
  expect(err).toMatch(/^clew: the log of session .* does not say in which folder it was/);
});
