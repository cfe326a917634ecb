// `clew move FOLDER` -> the sessions that were held in it and below it, each in its own folder again; no other session is touched.
import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { slugOf } from "../../src/format/index.ts";
import { clew } from "./fake-io.ts";
import { type ReshapeHome, bytesAt, parsed, reshapeHome } from "./reshape-home.ts";
import { call, say, smallLog } from "./small-log.ts";
import { writeLog } from "./tree.ts";

const idOf = (number: number): string => `c0de000${number}-0000-4000-8000-000000000000`;

/** A session that was held in this folder; by default where the client keeps it. */
function hold(scene: ReshapeHome, number: number, { cwd, slug = slugOf(cwd) }: { cwd: string; slug?: string }): void {
  const log = smallLog({ sessionId: idOf(number), envelope: { cwd } });
  log.prompt("Weave.");
  log.answer("msg_1", call("toolu_1", "Read", { file_path: `${cwd}/a.ts` }));
  log.result("toolu_1", "a");
  log.answer("msg_2", say("Woven."));
  writeLog(scene.home, `${slug}/${idOf(number)}`, log.text());
}

function scene(...cwds: readonly string[]): ReshapeHome {
  const made = reshapeHome();
  for (const [at, cwd] of cwds.entries()) hold(made, at + 1, { cwd });
  return made;
}

const slugAt = (path: unknown): string => basename(dirname(String(path)));
const missing = (folder: string): string =>
  `clew: ${folder} is not there yet: make it before you go on with the session there\n`;

describe("a folder that the config home lies below", () => {
  test("means the sessions that were held in it, and no other", async () => {
    const made = scene("/elsewhere/a", "/elsewhere/b");
    const root = dirname(made.home);
    hold(made, 3, { cwd: join(root, "code") });
    const results = await made.all("move", ".", "--to", "/srv/new");
    expect(results).toHaveLength(1);
    expect(results[0]?.["resume"]).toContain("cd /srv/new/code && ");
  });

  test("is refused when none was held in it", async () => {
    const made = scene("/elsewhere/a");
    const before = made.state();
    for (const name of [".", made.home, join(made.home, "projects")]) {
      const { code, err } = await made.run("move", name, "--to", "/srv/new");
      expect(code).toBe(2);
      expect(err).toMatch(/^clew: no session was held in /);
    }
    expect(made.state()).toEqual(before);
  });
});

describe("a folder that was renamed", () => {
  test("takes the sessions below it along, each to the folder that has its name", async () => {
    const made = scene("/h3/code", "/h3/code/x", "/h3/code/x/y", "/h3/code-2", "/h3");
    const results = await made.all("move", "/h3/code", "--to", "/h4/code");
    const placed = new Map(results.map((one) => [slugAt(one["path"]), one]));
    expect([...placed.keys()].sort()).toEqual(["-h4-code", "-h4-code-x", "-h4-code-x-y"]);
    const { path, resume, sessionId } = placed.get("-h4-code-x") ?? {};
    expect(resume).toBe(`cd /h4/code/x && claude --resume ${String(sessionId)}`);
    expect(bytesAt(path)).toContain('"cwd":"/h4/code/x"');
    expect(bytesAt(path)).toContain('"file_path":"/h4/code/x/a.ts"');
    expect(bytesAt(path)).not.toContain('"/h3/');
    expect((await made.run("resume", "--print", String(sessionId))).out).toBe(`${String(resume)}\n`);
  });

  test("though no session was held in itself", async () => {
    const { out, err } = await scene("/h3/code/x", "/h3/code/y").run("move", "/h3/code", "--to", "/h4/code", "--json");
    expect(out.split("\n", 2).map((line) => slugAt(parsed(line)["path"]))).toEqual(["-h4-code-x", "-h4-code-y"]);
    expect(err.split("\n").filter((line) => line.startsWith("clew: /"))).toEqual([missing("/h4/code").trimEnd()]);
  });

  test.each([
    ["moves", []],
    ["moves", ["--json"]],
    ["would move", ["--dry-run"]],
    ["would move", ["--dry-run", "--json"]],
  ])("is told first: %s so many sessions of these folders, with %j", async (verb, flags) => {
    const made = scene("/h3/code", "/h3/code/x", "/h3/code/x");
    const { err, out } = await made.run("move", "/h3/code", "--to", "/h4/code", ...flags);
    expect(err).toBe(
      `clew: ${verb} 3 sessions of 2 folders:\n` +
        "  1 of /h3/code to /h4/code\n  2 of /h3/code/x to /h4/code/x\n" +
        missing("/h4/code"),
    );
    expect(out.match(/^(?:\{"sessionId"|[0-9a-f-]{36} |dry run of )/gm)).toHaveLength(3);
  });

  test("of one folder is told in one line, and a folder below that is missing is named", async () => {
    const made = scene("/h3/code/x");
    const to = join(dirname(made.home), "code");
    mkdirSync(to);
    const { err } = await made.run("move", "/h3/code", "--to", to);
    expect(err).toBe(`clew: moves 1 session of /h3/code/x to ${to}/x\n${missing(`${to}/x`)}`);
  });

  test("leaves what is in the new folder already, when that is a folder below", async () => {
    const made = scene("/h3/code", "/h3/code/new/x");
    const results = await made.all("move", "/h3/code", "--to", "/h3/code/new");
    expect(results.map(({ path }) => slugAt(path))).toEqual(["-h3-code-new"]);
    const { code, err } = await made.run("move", "/h3/code/new", "--to", "/h3/code/new/x");
    expect(code).toBe(0);
    expect(err).toContain("moves 1 session of /h3/code/new to");
  });

  test("goes to another config home with all below it", async () => {
    const made = scene("/h3/code", "/h3/code/x", "/h3");
    const toHome = join(dirname(made.home), "home-2");
    mkdirSync(toHome);
    const results = await made.all("move", "/h3/code", "--to-home", toHome);
    expect(results.map(({ path }) => slugAt(path)).sort()).toEqual(["-h3-code", "-h3-code-x"]);
    for (const { path } of results) expect(String(path).startsWith(`${toHome}/projects/`)).toBe(true);
  });
});

describe("a folder whose logs stand under another slug", () => {
  test.each([
    ["a slug of old", "-src-experiments-claude_p"],
    ["any slug", "-x"],
  ])("is known by what they say: %s", async (_, slug) => {
    const made = reshapeHome();
    hold(made, 1, { cwd: "/src/experiments/claude_p", slug });
    const [result] = await made.all("move", "/src/experiments/claude_p", "--to", "/srv/p");
    expect(slugAt(result?.["path"])).toBe("-srv-p");
    expect(bytesAt(result?.["path"])).toContain('"cwd":"/srv/p"');
  });

  test("does not mean sessions of other folders that stand under its own", async () => {
    const made = scene("/h3/my/loom");
    hold(made, 2, { cwd: "/h3/my-loom" });
    const results = await made.all("move", "/h3/my/loom", "--to", "/srv/p");
    expect(results).toHaveLength(1);
    expect(bytesAt(results[0]?.["path"])).toContain(idOf(1));
  });
});

describe("the folder of a project in a config home", () => {
  test("means every session that stands in it", async () => {
    const made = scene("/h3/my/loom", "/h3/code");
    hold(made, 3, { cwd: "/h3/my-loom" });
    const { err, code } = await made.run("move", join(made.home, "projects", "-h3-my-loom"), "--to", made.data);
    expect({ err, code }).toEqual({
      err:
        "clew: moves 2 sessions of 2 folders:\n" +
        `  1 of /h3/my-loom to ${made.data}\n  1 of /h3/my/loom to ${made.data}\n`,
      code: 0,
    });
  });

  test("may stand in a home that nobody named", async () => {
    const made = scene("/h3/code");
    const name = join(made.home, "projects", "-h3-code");
    const { err, code } = await clew(["move", name, "--to", made.data], { ...made.io, homes: [] });
    expect({ err, code }).toEqual({ err: `clew: moves 1 session of /h3/code to ${made.data}\n`, code: 0 });
  });
});
