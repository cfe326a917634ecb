// files, files show, files diff, files log and blame through the command line: what each prints, and what it says where nothing is known.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { craftLog } from "../files/crafted-log.ts";
import { edit, emptyFilesHome, filesHome, first, save, second, write } from "./files-home.ts";
import { parsed } from "./reshape-home.ts";

const scene = filesHome();
const { at, run, json } = scene;

describe("clew files", () => {
  test("lists every file that sessions touched, the last touched first, and what became of it", async () => {
    const rows = await json("files");
    expect(rows.map(({ path, versions, fate, onDisk }) => [path, versions, fate, onDisk])).toEqual([
      [at("lib/agent.ts"), 1, "gone", false],
      [at("new.ts"), 1, "there", true],
      [at("old.ts"), 2, "moved", false],
      [at("app.ts"), 3, "there", true],
      [at("part.ts"), 1, "gone", false],
      [at("gone.ts"), 2, "deleted", false],
    ]);
    expect(rows[3]).toMatchObject({ changes: 3, grade: "derived", exists: true, sessions: [first, second] });
  });

  test("shows a table to people", async () => {
    const { out, code } = await run(["files", "--limit", "2"]);
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toMatch(/^LAST +STATE +VERSIONS +GRADE +FILE$/);
    expect(out).toMatch(/gone +1 +exact +\S*lib\/agent\.ts\n/);
  });

  test("takes a session, a pattern and a time", async () => {
    const paths = async (...args: readonly string[]) => (await json("files", ...args)).map(({ path }) => path);
    expect(await paths(first)).toEqual([at("part.ts"), at("gone.ts"), at("app.ts")]);
    expect(await paths(second)).toContain(at("lib/agent.ts"));
    expect(await paths("--path", "lib")).toEqual([at("lib/agent.ts")]);
    expect(await paths("--path", "**/a*.ts")).toEqual([at("lib/agent.ts"), at("app.ts")]);
    expect(await paths("--since", "2026-05-03")).toEqual([at("lib/agent.ts")]);
    expect(await run(["files", "--path", "*.rs"])).toMatchObject({ code: 1, out: "" });
    expect((await json("files", first)).find(({ path }) => path === at("app.ts"))).toMatchObject({ versions: 2 });
  });
});

test("a session may stand anywhere, and what did not fit together is told", async () => {
  const other = emptyFilesHome();
  const log = craftLog("2.1.325", first);
  log.prompt("go");
  write(log, other.at("a.ts"), "one\n");
  edit(log, other.at("a.ts"), { before: "other\n", old: "other", next: "2" });
  const path = save(other.home, log, "2026-05-01");
  const { out } = await other.run(["files", path, "--json"], { homes: [] });
  expect(parsed(out)).toMatchObject({ path: other.at("a.ts"), findings: ["changed-outside"] });
  expect((await other.run(["files", "log", "a.ts"])).err).toMatch(/something that no log saw changed it \(line 5 of /);
});

describe("clew files show", () => {
  test.each([
    [["--at", "v1"], "one\ntwo\n"],
    [["--at", "2026-05-01T12:00Z"], "one\n2\n"],
    [["--at", "1", "--session", first], "one\ntwo\n"],
    [["--at", "2", "--session", first], "one\n2\n"],
    [[], "one\n2\nthree\n"],
  ])("prints the file as it was at %j", async (flags, text) => {
    expect(await run(["files", "show", "app.ts", ...flags])).toMatchObject({ code: 0, out: text });
  });

  test("tells the version with its proof as JSON", async () => {
    const [told] = await json("files", "show", "app.ts", "--at", "v2");
    expect(told).toMatchObject({
      path: at("app.ts"),
      version: 2,
      versions: 3,
      session: first,
      turn: 2,
      prompt: "make it better",
      tool: "Edit",
      content: "one\n2\n",
      size: 6,
      sources: [{ log: join(scene.home, "projects", "-p", `${first}.jsonl`), line: 8 }],
    });
    expect(told?.["sha256"]).toMatch(/^[0-9a-f]{64}$/);
  });

  test("says when a time is before the first evidence, and shows the first", async () => {
    const { code, out, err } = await run(["files", "show", "app.ts", "--at", "2020-01-01"]);
    expect([code, out]).toEqual([1, "one\ntwo\n"]);
    expect(err).toMatch(/nothing is known of .*app\.ts before 2026-05-01 .* this is its first version/);
  });

  test("says that a file did not exist", async () => {
    const { code, out, err } = await run(["files", "show", "gone.ts"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/v2, deleted 2026-05-01 .*not there/);
  });

  test("marks the gaps of what is known in part", async () => {
    const { out, err } = await run(["files", "show", "part.ts"]);
    expect(out).toBe("<<< lines 1 to 2 are not known >>>\nc\nd\n<<< lines 5 to 9 are not known >>>");
    expect(err).toMatch(/partial \(lines 1-2, 5-9 missing/);
  });

  test.each([
    ["ap.ts", /no session knows "ap\.ts" \(the nearest are \S*\/app\.ts/],
    ["nothing-like-it.xyz", /no session knows .*list those they know/],
    ["app.ts --at v9", /there is no v9 of .*v1 to v3/],
    ["app.ts --at 2", /of which session\?/],
    ["app.ts --at 7 --session f11e5000-0000-4000-8000-000000000001", /there is no turn 7/],
    ["app.ts --at whenever", /is not a time/],
  ])("refuses: %s", async (words, told) => {
    const { code, err, out } = await run(["files", "show", ...words.split(" ")]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(told);
  });

  test("a terminal is shown no control characters, a pipe gets the file's own", async () => {
    const shown = async (isTerminal: boolean) => (await run(["files", "show", "lib/agent.ts"], { isTerminal })).out;
    expect(await shown(true)).toBe("by an \u241B[31magent\n");
    expect(await shown(false)).toBe("by an \u001B[31magent\n");
  });
});

describe("clew files diff", () => {
  test("tells what changed between two versions, or since one", async () => {
    const { out } = await run(["files", "diff", "app.ts", "v1", "v3"]);
    expect(out).toBe(
      [
        `--- ${at("app.ts")} v1 2026-05-01 00:00`,
        `+++ ${at("app.ts")} v3 2026-05-02 00:00`,
        "@@ -1,2 +1,3 @@",
        " one",
        "-two",
        "+2",
        "+three",
        "",
      ].join("\n"),
    );
    expect((await run(["files", "diff", "app.ts", "v3", "disk"])).out).toContain("\n+by hand\n");
    expect((await run(["files", "diff", "app.ts", "1", "2", "--session", first])).out).toContain("\n-two\n+2\n");
  });

  test("colours lines on a terminal", async () => {
    const { out } = await run(["files", "diff", "app.ts", "v1", "v2"], { isTerminal: true, colour: true });
    expect(out).toContain("\u001B[31m-two\u001B[0m\n\u001B[32m+2\u001B[0m\n");
  });

  test("says that there is none", async () => {
    expect(await run(["files", "diff", "app.ts", "v3", "v3"])).toMatchObject({ code: 1, err: "clew: no difference\n" });
    expect(await json("files", "diff", "app.ts", "v3", "v3")).toMatchObject([{ hunks: [], from: { version: 3 } }]);
  });

  test("takes a file that is gone for an empty one", async () => {
    const [told] = await json("files", "diff", "gone.ts", "v1");
    expect(told).toMatchObject({ to: null, hunks: [{ lines: ["-lost"] }] });
  });
});

describe("clew files log", () => {
  test("tells each version with its prompt", async () => {
    const { out } = await run(["files", "log", "app.ts"]);
    expect(out).toMatch(/^v1 +2026-05-01 00:00 +created +exact +f11e5000 +1 +make the app$/m);
    expect(out).toMatch(/^v3 +2026-05-02 00:00 +edited +\w+ +f11e5000 +1 +third line, please$/m);
    expect((await json("files", "log", "app.ts")).map(({ prompt }) => prompt)).toEqual([
      "make the app",
      "make it better",
      "third line, please",
    ]);
    expect(await json("files", "log", "app.ts", "--session", second)).toMatchObject([{ version: 3 }]);
    expect(await json("files", "log", "new.ts")).toMatchObject([{ cause: "moved", from: at("old.ts") }]);
  });
});

describe("clew blame", () => {
  test("names the session, turn and prompt of each line, or that no session wrote it", async () => {
    const lines = await json("blame", "app.ts");
    expect(lines.map(({ text, session, turn, prompt }) => [text, session, turn, prompt])).toEqual([
      ["one", first, 1, "make the app"],
      ["2", first, 2, "make it better"],
      ["three", second, 1, "third line, please"],
      ["by hand", null, null, null],
    ]);
    const { out } = await run(["blame", "app.ts"]);
    expect(out.split("\n")[0]).toMatch(/^f11e5000 +1 2026-05-01 00:00 make the app +1\) one$/);
    expect(out).toMatch(/^not from a session +4\) by hand$/m);
  });

  test("follows a file to its new name", async () => {
    expect(await json("blame", "new.ts")).toMatchObject([{ session: second, prompt: "third line, please" }]);
  });

  test("never takes another file of the same name", async () => {
    mkdirSync(join(scene.work, "sub"));
    writeFileSync(join(scene.work, "sub", "app.ts"), "x\n");
    const { code, err } = await run(["blame", "sub/app.ts"]);
    expect(code).toBe(2);
    expect(err).toMatch(/no session knows "sub\/app\.ts" \(the nearest are /);
  });

  test("tells of a file that is gone as it was last, or where to see what is known of it", async () => {
    const { code, out, err } = await run(["blame", "gone.ts"]);
    expect(out).toMatch(/^f11e5000 +1 2026-05-01 00:00 make the app +1\) lost\n$/);
    expect(err).toMatch(/^clew: the file is not there any more; this is \S*gone\.ts v1, [^\n]*, exact\n$/);
    expect(code).toBe(0);
    const part = await run(["blame", "part.ts"]);
    expect(part.err).toMatch(/part\.ts is not there any more, .* \(see its versions with `clew files log`/);
    expect(part.code).toBe(2);
  });
});
