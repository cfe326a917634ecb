// A folder whose name holds a control character -> no line names it, and every way to resume still works.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Io } from "../../src/cli/index.ts";
import { slugOf } from "../../src/format/index.ts";
import { clew } from "../cli/fake-io.ts";
import { smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { isMissing, shells, startedBy } from "./shells.ts";

const id = "0000aaaa-0000-4000-8000-000000000001";
const because = "cannot print a line for this folder: its name holds control characters";

function scene(name: string) {
  const base = scratchFolder();
  const folder = join(base, name);
  mkdirSync(folder);
  const home = join(base, "home");
  const log = smallLog({ sessionId: id, envelope: { cwd: folder } });
  log.prompt("warp and weft");
  writeLog(home, `${slugOf(folder)}/${id}`, log.text());
  return { base, folder, home };
}

describe.each(shells)("$name", (shell) => {
  test.skipIf(isMissing(shell))("runs nothing but clew for a folder with a tab and a quote in its name", async () => {
    const { base, home } = scene("a\t'; canary; #");
    const { out } = await clew(["resume", "0000aaaa", "--print"], { homes: [home] });
    const [started] = await startedBy(shell, [out.replace(/\n$/, "")], base);
    expect(started).toEqual([{ program: "clew", folder: base, home: "", words: ["resume", id] }]);
  });
});

describe("a folder with an escape sequence in its name", () => {
  const { base, folder, home } = scene("warp\u001B[31m");

  test("is refused in a line to paste, and the line that is printed starts Claude Code there", async () => {
    const { out, err, code } = await clew(["resume", id, "--print"], { homes: [home] });
    expect({ out, code }).toEqual({ out: `clew resume ${id}\n`, code: 0 });
    expect(err).toBe(`clew: ${because}; this line starts Claude Code there itself\n`);
    const runs: unknown[] = [];
    const run: Io["run"] = (command, args, { cwd }) => runs.push([command, ...args, cwd]) - 1;
    expect((await clew(out.trim().split(" ").slice(1), { homes: [home], run })).code).toBe(0);
    expect(runs).toEqual([["claude", "--resume", id, folder]]);
  });

  test("is refused by a search, for people and for programs", async () => {
    const search = ["search", "warp", "--no-index"];
    const { out } = await clew(search, { homes: [home] });
    expect(out).toContain(`\n  clew resume ${id}\n  ${because}\n`);
    const found: unknown = JSON.parse((await clew([...search, "--json"], { homes: [home] })).out);
    expect(found).toMatchObject({ resume: `clew resume ${id}` });
  });

  test("is refused below a session that was just made", async () => {
    const world = { homes: [home], dataDir: join(base, "data") };
    const { out } = await clew(["clone", id, "--force"], world);
    expect(out).toMatch(/\ngo on with: clew resume [0-9a-f-]{36}\n/);
    expect(out).toMatch(new RegExp(`\n  ${because}\n$`));
  });

  test("of a home that Claude Code would not look into, is found by the line that names the home", async () => {
    const { out } = await clew(["resume", id, "--print", "--dir", home], { homes: [join(base, "own")] });
    expect(out).toBe(`clew resume ${id} --dir ${home}\n`);
  });
});

test("no line is printed for a config home with control characters in its name", async () => {
  const { base, folder } = scene("plain");
  const home = join(base, "home\u202E");
  const log = smallLog({ sessionId: id, envelope: { cwd: folder } });
  log.prompt("warp and weft");
  writeLog(home, `${slugOf(folder)}/${id}`, log.text());
  const world = { homes: [join(base, "own")] };
  const { out, err, code } = await clew(["resume", id, "--print", "--dir", home], world);
  expect({ out, code }).toEqual({ out: "", code: 2 });
  expect(err).toBe(
    "clew: cannot print a line for this config home: its name holds control characters " +
      `(start Claude Code with \`clew resume ${id} --dir HOME\`)\n`,
  );
  const found: unknown = JSON.parse((await clew(["search", "warp", "--no-index", "--json", "--dir", home], world)).out);
  expect(found).toMatchObject({ resume: null });
});
