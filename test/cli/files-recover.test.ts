// recover through the command line: what comes back, where it goes, and what is refused.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pathHash } from "../../src/find/index.ts";
import { craftLog } from "../files/crafted-log.ts";
import { writeDelta } from "../files/simulated-log.ts";
import { manifestIn } from "../store/recover-scene.ts";
import { type FilesHome, emptyFilesHome, filesHome, first, save, write } from "./files-home.ts";

/** Where a file of the sessions stands below the folder that was named. */
const below = (out: string, path: string): string => join(out, path);

const manifestOf = (out: string): readonly unknown[] => manifestIn(join(out, "manifest.json"));

describe("clew recover", () => {
  test("writes the last version that was there, with a manifest of where it came from", async () => {
    const scene = filesHome();
    const out = scene.at("found");
    const { code, out: told, err } = await scene.run(["recover", "gone.ts", "--out", "found"]);
    expect([code, told]).toEqual([0, `exact  v1  ${scene.at("gone.ts").slice(1)}\n`]);
    expect(err).toMatch(/^clew: 1 file recovered into /);
    expect(readFileSync(below(out, scene.at("gone.ts")), "utf8")).toBe("lost\n");
    expect(manifestOf(out)).toMatchObject([
      {
        path: scene.at("gone.ts"),
        recoveredPath: scene.at("gone.ts").slice(1),
        renamed: false,
        reason: null,
        sha256: createHash("sha256").update("lost\n").digest("hex"),
        size: 5,
        version: 1,
        time: "2026-05-01T00:00:05.000Z",
        grade: "exact",
        gaps: [],
        session: first,
        sources: [{ log: join(scene.home, "projects", "-p", `${first}.jsonl`), line: 5 }],
      },
    ]);
  });

  test("writes a version of another time, turn or session", async () => {
    const scene = filesHome();
    const recovered = async (name: string, ...flags: readonly string[]): Promise<string> => {
      await scene.run(["recover", "app.ts", "--out", name, ...flags]);
      return readFileSync(below(scene.at(name), scene.at("app.ts")), "utf8");
    };
    expect(await recovered("a", "--at", "v1")).toBe("one\ntwo\n");
    expect(await recovered("b", "--at", "2026-05-01T12:00Z")).toBe("one\n2\n");
    expect(await recovered("c", "--at", "1", "--session", first)).toBe("one\ntwo\n");
    expect(await recovered("d", "--session", first)).toBe("one\n2\n");
    expect(await recovered("e")).toBe("one\n2\nthree\n");
  });

  test("writes all files, those of agents too, and says what it knows in part only", async () => {
    const scene = filesHome();
    const files = await scene.json("recover", "--all", "--out", "all");
    expect(files.map(({ path, recoveredPath }) => [path, recoveredPath !== null])).toEqual([
      [scene.at("app.ts"), true],
      [scene.at("gone.ts"), true],
      [scene.at("lib/agent.ts"), true],
      [scene.at("new.ts"), true],
      [scene.at("old.ts"), true],
      [scene.at("part.ts"), false],
    ]);
    expect(files.at(-1)?.["reason"]).toMatch(/^known in part only: lines 1-2, 5-9 missing/);
    expect(files.at(-1)).toMatchObject({
      gaps: [
        { start: 1, end: 2 },
        { start: 5, end: 9 },
      ],
    });
    expect(manifestOf(scene.at("all"))).toEqual(files);
    expect(existsSync(below(scene.at("all"), scene.at("part.ts")))).toBe(false);
    await scene.run(["recover", "part.ts", "--partial", "--out", "part"]);
    expect(readFileSync(below(scene.at("part"), scene.at("part.ts")), "utf8")).toMatch(
      /^<<< lines 1 to 2 .*\nc\nd\n<<< /,
    );
  });

  test("makes no folder where nothing can be written, so that the next try finds none in its way", async () => {
    const scene = filesHome();
    const { code, err } = await scene.run(["recover", "part.ts", "--out", "part"]);
    expect(code).toBe(1);
    expect(err).toMatch(
      /known in part only[^\n]+\nclew: 1 file not recovered; --partial [^\n]+; nothing was written\n$/,
    );
    expect(existsSync(scene.at("part"))).toBe(false);
    expect(await scene.json("recover", "part.ts", "--out", "part")).toMatchObject([{ recoveredPath: null }]);
    expect((await scene.run(["recover", "part.ts", "--partial", "--out", "part"])).code).toBe(0);
  });

  test("takes folders and patterns", async () => {
    const scene = filesHome();
    expect(await scene.json("recover", "lib", "--out", "a")).toMatchObject([{ path: scene.at("lib/agent.ts") }]);
    expect((await scene.json("recover", "**/*o*.ts", "gone.ts", "--out", "b")).map(({ path }) => path)).toEqual([
      scene.at("gone.ts"),
      scene.at("old.ts"),
    ]);
  });

  test("lists what is gone from the disk, and brings it back", async () => {
    const scene = filesHome();
    const gone = [scene.at("lib/agent.ts"), scene.at("part.ts"), scene.at("gone.ts")];
    expect((await scene.json("recover", "--deleted")).map(({ path }) => path)).toEqual(gone);
    expect((await scene.run(["recover", "--deleted"])).err).toMatch(
      /3 files; `clew recover --deleted --out DIR` recovers the 2 of which every line is known, with --partial /,
    );
    expect((await scene.json("recover", "--deleted", "--out", "x")).map(({ path }) => path)).toEqual(gone.toSorted());
  });

  test("says what was not known yet, or not there", async () => {
    const scene = filesHome();
    const reason = async (at: string) =>
      (await scene.json("recover", "gone.ts", "--at", at, "--out", `x${at}`))[0]?.["reason"];
    expect(await reason("2020-01-01")).toBe("nothing is known of it before 2026-05-01 00:00 (UTC)");
    expect(await reason("v2")).toBe("it did not exist then");
    expect((await scene.run(["recover", "gone.ts", "--at", "v2", "--out", "y"])).code).toBe(1);
  });

  test.each([
    [["recover"], /needs a file/],
    [["recover", "app.ts"], /needs a folder/],
    [["recover", "app.ts", "--all", "--out", "x"], /say only one/],
    [["recover", "app.ts", "--to-original", "--out", "x"], /say only one/],
    [["recover", "ap.ts", "--out", "x"], /the nearest are \S*\/app\.ts/],
    [["recover", "app.ts", "--out", "."], /is not empty/],
    [["recover", "app.ts", "--out", "app.ts"], /is no folder/],
  ])("refuses %j", async (args, told) => {
    const scene = filesHome();
    const before = readdirSync(scene.work);
    const { code, err } = await scene.run(args);
    expect(code).toBe(2);
    expect(err).toMatch(told);
    expect(readdirSync(scene.work)).toEqual(before);
    expect(readFileSync(scene.at("app.ts"), "utf8")).toBe("one\n2\nthree\nby hand\n");
  });
});

describe("clew recover --to-original", () => {
  test("asks for each file that is not there, and touches none that is", async () => {
    const scene = filesHome();
    const asked: string[] = [];
    const ask = (question: string): Promise<boolean> => {
      asked.push(question);
      return Promise.resolve(!question.includes("gone.ts"));
    };
    const { code, err } = await scene.run(["recover", "gone.ts", "lib", "app.ts", "--to-original"], {
      ask,
      isInputTerminal: true,
    });
    expect(code).toBe(0);
    expect(asked.map((question) => /\/([a-z]+\.ts) \(v1 of /.exec(question)?.[1])).toEqual(["gone.ts", "agent.ts"]);
    expect(existsSync(scene.at("gone.ts"))).toBe(false);
    expect(readFileSync(scene.at("lib/agent.ts"), "utf8")).toBe("by an \u001B[31magent\n");
    expect(statSync(scene.at("lib/agent.ts")).mode & 0o777).toBe(0o600);
    expect(err).toMatch(/gone\.ts \(not wanted\)\n.*app\.ts \(something is there/s);
    expect(readFileSync(scene.at("app.ts"), "utf8")).toBe("one\n2\nthree\nby hand\n");
  });

  test("writes nothing when nobody is there to be asked, nor through a link", async () => {
    const scene = filesHome();
    expect(await scene.run(["recover", "gone.ts", "--to-original"])).toMatchObject({ code: 1, out: "" });
    mkdirSync(scene.at("elsewhere"));
    symlinkSync(scene.at("elsewhere"), scene.at("lib"));
    const { code, err } = await scene.run(["recover", "lib/agent.ts", "--to-original"], {
      ask: () => Promise.resolve(true),
    });
    expect(code).toBe(2);
    expect(err).toMatch(/through a link/);
    expect(readdirSync(scene.at("elsewhere"))).toEqual([]);
  });
});

describe("a recovered file keeps its bytes", () => {
  const big = `${"0123456789abcde\n".repeat(655_360)}end`;
  const notebook = `${JSON.stringify({ cells: [{ cell_type: "code", source: ["1+1\n"] }], nbformat: 4 }, undefined, 1)}\n`;

  test.each([
    ["with CRLF", "a\r\nb\r\n"],
    ["without a final newline", "a\nb"],
    ["with a byte-order mark", "\uFEFFa\n"],
    ["that is empty", ""],
    ["of ten megabytes", big],
    ["that is a notebook", notebook],
  ])("%s, when a session wrote it", async (_, content) => {
    const scene = emptyFilesHome();
    const log = craftLog("2.1.325", first);
    log.prompt("go");
    write(log, scene.at("a"), content);
    save(scene.home, log, "2026-05-01");
    await scene.run(["recover", "a", "--out", "out"]);
    expect(readFileSync(below(scene.at("out"), scene.at("a"))).equals(Buffer.from(content))).toBe(true);
  });

  test("that are no UTF-8, from the client's own backup", async () => {
    const scene = emptyFilesHome();
    const bytes = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0d, 0x0a, 0x00, 0xff]);
    backedUp(scene, scene.at("note.txt"), bytes);
    const [told] = await scene.json("recover", "note.txt", "--out", "out");
    expect(told).toMatchObject({ grade: "exact", backup: `${pathHash(scene.at("note.txt"))}@v1`, size: 8 });
    expect(readFileSync(below(scene.at("out"), scene.at("note.txt"))).equals(bytes)).toBe(true);
    expect((await scene.run(["files", "show", "note.txt"])).err).toMatch(/its bytes are no text; `clew recover`/);
  });

  test.each([
    ["C:\\Users\\Kim\\a.ts", "C/Users/Kim/a.ts"],
    ["\\\\host\\share\\a.ts", "unc/host/share/a.ts"],
  ])("at %s", async (path, place) => {
    const scene = emptyFilesHome();
    const log = craftLog("2.1.325", first);
    log.prompt("go");
    write(log, path, "a\r\n");
    save(scene.home, log, "2026-05-01");
    expect(await scene.json("files")).toMatchObject([{ path, onDisk: null, fate: "unknown" }]);
    expect((await scene.run(["recover", "--deleted"])).code).toBe(1);
    expect(await scene.json("recover", path, "--out", "out")).toMatchObject([{ path, recoveredPath: place }]);
    expect(readFileSync(scene.at(`out/${place}`), "utf8")).toBe("a\r\n");
  });
});

test("a file that only a backup tells of is listed and recovered", async () => {
  const scene = emptyFilesHome();
  backedUp(scene, scene.at("a.txt"), Buffer.from("kept\n"));
  expect(await scene.json("files")).toMatchObject([{ path: scene.at("a.txt"), grade: "exact" }]);
  expect(await scene.json("recover", "--all", "--out", "out")).toMatchObject([{ path: scene.at("a.txt"), size: 5 }]);
});

function backedUp({ home }: FilesHome, path: string, bytes: Uint8Array): void {
  const log = craftLog("2.1.325", first);
  log.prompt("go");
  const backup = { backupFileName: `${pathHash(path)}@v1`, version: 1, backupTime: "2026-05-01T00:00:01.500Z" };
  writeDelta(log.log, { path, backup }, { messageId: "x", snapshotId: "y", timeMs: 0 });
  save(home, log, "2026-05-01");
  mkdirSync(join(home, "file-history", first), { recursive: true });
  writeFileSync(join(home, "file-history", first, `${pathHash(path)}@v1`), bytes);
}
