// Homes -> the listing people go by: each session once, newest first by what the logs say, ids that can be used as names.
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { ids, loomHome } from "./loom.ts";
import { call, say, smallLog } from "./small-log.ts";
import { scratchFolder, writeLog } from "./tree.ts";

const loom = loomHome();
const folder = scratchFolder();

describe("a session is listed once", () => {
  test("when its home is named twice", async () => {
    const { out } = await clew(["ls", "--json", "--dir", loom, "--dir", loom]);
    expect(idsIn(out)).toHaveLength(4);
    expect((await clew(["show", "a1a1", "--dir", loom, "--dir", `${loom}/projects`])).code).toBe(0);
  });

  test("when one home is a link to another", async () => {
    const link = join(folder, "link");
    symlinkSync(loom, link);
    expect(idsIn((await clew(["ls", "--json", "--dir", loom, "--dir", link])).out)).toHaveLength(4);
  });
});

test("order and age go by the same clock, whatever the files' times are", async () => {
  const home = join(folder, "copied");
  const [early, late] = ["11111111-0000-4000-8000-000000000001", "22222222-0000-4000-8000-000000000002"] as const;
  const path = writeLog(home, `-x/${early}`, session(early, "2026-11-01T10:00:00.000Z"));
  writeLog(home, `-x/${late}`, session(late, "2026-11-14T18:00:00.000Z"));
  utimesSync(path, new Date("2026-11-15T17:00:00Z"), new Date("2026-11-15T17:00:00Z"));
  expect(idsIn((await clew(["ls", "--json", "--dir", home])).out)).toEqual([late, early]);
  expect((await clew(["ls", "--dir", home])).out).toMatch(/22222222 +1 d ago[\s\S]*11111111 +14 d ago/);
});

test("ids are as long as they must be to be names", async () => {
  const home = join(folder, "alike");
  for (const last of ["1", "2"]) {
    const id = `33333333-${last}000-4000-8000-000000000000`;
    writeLog(home, `-x/${id}`, session(id, "2026-11-01T10:00:00.000Z"));
  }
  const shown = [...(await clew(["ls", "--dir", home])).out.matchAll(/^(3\S+)/gm)].map(([, id = ""]) => id);
  expect(new Set(shown).size).toBe(2);
  for (const id of shown) expect((await clew(["show", id, "--dir", home])).code).toBe(0);
});

describe("a title names a session", () => {
  const home = join(folder, "titled");
  const id = "44444444-0000-4000-8000-000000000004";
  const log = smallLog({ sessionId: id });
  log.prompt("Warp the   beam.");
  log.answer("msg_1", call("toolu_1", "Note", { summary: "Only in a call", customTitle: "Only in a call" }));
  log.state({ type: "ai-title", aiTitle: "Client's own", sessionId: id });
  log.verbatim(`{"type": "custom-title", "customTitle": "Old name", "sessionId": "${id}"}\n`);
  log.verbatim(`{"type": "custom-title", "customTitle": "New \\"name\\" é", "sessionId": "${id}"}\n`);
  writeLog(home, `-x/${id}`, log.text());

  test.each([
    ["that it has now", 'New "name" é', 0],
    ["but not one that it had", "Old name", 2],
    ["nor one that another outranks", "Client's own", 2],
    ["nor words that only a call holds", "Only in a call", 2],
    ["nor a part of it", "New", 2],
  ])("%s", async (_, title, code) => expect((await clew(["show", title, "--dir", home])).code).toBe(code));
});

describe("--limit", () => {
  test("shows so many and says how many there are", async () => {
    const { out, err } = await clew(["ls", "-n", "1", "--dir", loom, "--no-index"]);
    expect(out.trimEnd().split("\n")).toHaveLength(2);
    expect(err).toBe("1 of 4 sessions; --all shows all\n");
  });

  test("is twenty by itself, and none with --all", async () => {
    const home = join(folder, "many");
    mkdirSync(home);
    for (let at = 10; at < 35; at++) {
      const id = `${at}000000-0000-4000-8000-000000000000`;
      writeLog(home, `-x/${id}`, session(id, "2026-11-01T10:00:00.000Z"));
    }
    expect((await clew(["ls", "--dir", home])).out.trimEnd().split("\n")).toHaveLength(21);
    expect((await clew(["ls", "--dir", home, "--all"])).out.trimEnd().split("\n")).toHaveLength(26);
    expect(idsIn((await clew(["ls", "--dir", home, "--json"])).out)).toHaveLength(25);
  });
});

test("empty files are no sessions", async () => {
  const home = join(folder, "hollow");
  writeLog(home, "-x/55555555-0000-4000-8000-000000000005", "");
  expect(await clew(["ls", "--dir", home])).toMatchObject({ code: 1, out: "" });
});

test("a session where nothing is lost is reached whole", async () => {
  const { out } = await clew(["doctor", ids.plain, "--json"], { homes: [loom] });
  expect(out).toContain('"reach":{"entries":10,"reached":10,"share":1}');
});

describe("help", () => {
  test.each([[["help"]], [["--help"]], [["-h"]]])("of %j tells every command", async (args) => {
    const { code, out } = await clew(args);
    expect(out).toMatch(/doctor +Report what is odd/);
    expect(code).toBe(0);
  });

  test.each([[["help", "show"]], [["show", "--help"]], [["show", "-h"]]])("of %j tells its flags", async (args) => {
    const { code, out } = await clew(args);
    expect(out).toContain("--branch");
    expect(code).toBe(0);
  });
});

test("--as another client gives another answer", async () => {
  const now = await clew(["request", ids.plain, "--json"], { homes: [loom] });
  const then = await clew(["request", ids.plain, "--json", "--as", "2.1.45"], { homes: [loom] });
  expect(now.out).toContain("toolu_bash");
  // 2.1.45 follows parents alone and loses the call that ran beside the other.
  expect(then.out).not.toContain("toolu_bash");
  expect(then.out).toContain('"as":"2.1.45"');
});

function session(sessionId: string, timestamp: string): string {
  const log = smallLog({ sessionId });
  log.prompt("Tie a knot.", { timestamp });
  log.answer("msg_1", say("Tied."), { timestamp });
  return log.text();
}

function idsIn(out: string): readonly string[] {
  return [...out.matchAll(/"sessionId":"([^"]+)"/g)].map(([, id = ""]) => id);
}

describe("with an index", () => {
  test("that cannot be used, the listing says so in one line and goes by the logs", async () => {
    const cacheDir = join(scratchFolder(), "cache");
    writeFileSync(cacheDir, "in the way");
    const { code, out, err } = await clew(["ls", "--json", "--dir", loom], { cacheDir: join(cacheDir, "below") });
    expect([code, idsIn(out).length]).toEqual([0, 4]);
    expect(err).toMatch(/^clew: the index in .* cannot be used: ENOTDIR; reading the logs instead\n$/);
  });

  test("a copy of a session whose log is gone is still known as one", async () => {
    const home = scratchFolder();
    const world = { cacheDir: join(scratchFolder(), "cache"), dataDir: join(scratchFolder(), "data") };
    const [parent, child] = ["55555555-0000-4000-8000-000000000001", "66666666-0000-4000-8000-000000000002"] as const;
    const path = writeLog(home, `-x/${parent}`, session(parent, "2026-11-01T10:00:00.000Z"));
    const copied = session(parent, "2026-11-01T10:00:00.000Z").replaceAll(
      `"sessionId":"${parent}"`,
      `"sessionId":"${child}"`,
    );
    writeLog(home, `-x/${child}`, copied + session(child, "2026-11-02T10:00:00.000Z").replaceAll("msg_1", "msg_2"));
    const tags = async () => {
      const { out } = await clew(["ls", "--json", "--deleted", "--dir", home], world);
      return out
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line));
    };
    const fork = { sessionId: child, tags: ["fork"], forkedFrom: parent };
    expect(await tags()).toMatchObject([fork, { sessionId: parent, tags: [] }]);
    rmSync(path);
    expect(await tags()).toMatchObject([fork, { sessionId: parent, tags: ["deleted"] }]);
  });
});
