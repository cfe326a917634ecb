// Searches as people type them into a shell -> what they are taken for: flags, quotes that the shell took, slips, and logs that are gone.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { commandNames } from "../../src/cli/app.ts";
import { countText } from "../../src/cli/search-text.ts";
import { agentId, first, searchHome, second, write } from "../find/search-tree.ts";
import { clew } from "./fake-io.ts";
import { say, smallLog } from "./small-log.ts";
import { scratchFolder } from "./tree.ts";

const home = searchHome();
const search = (...args: readonly string[]) => clew(["search", "--dir", home, "--no-index", ...args]);
const sessionsOf = async (...args: readonly string[]): Promise<readonly string[]> => {
  const { out } = await search("--json", ...args);
  const ids = out.split("\n").flatMap((line) => /"session":"([^"]+)"/.exec(line)?.[1] ?? []);
  return [...new Set(ids)];
};

describe("arguments of a search", () => {
  it("take -n5 for -n 5, also of other commands", async () => {
    expect((await search("-n1", "needle")).err).toContain("; 1 shown, --limit N shows more");
    expect((await clew(["ls", "--dir", home, "--no-index", "-n1"])).err).toContain("1 of 2 sessions");
  });

  it("refuse a single letter with a minus, and say how to leave out such a word", async () => {
    const { code, err, out } = await search("needle", "-i");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(
      `clew: there is no flag -i for a query (to leave out the word i, write '-"i"'; --help tells the flags)\n`,
    );
    expect((await search("needle", '-"i"')).code).toBe(0);
    expect((await search("needle", "-hostile")).out).not.toContain("hostile");
  });

  it("keep the value of a field together when the shell took its quotes", async () => {
    expect(await sessionsOf("needle", "title:Mending the loom")).toEqual([first]);
    expect(await sessionsOf("title:mending needle OR dyed")).toEqual([first, second]);
    expect(await sessionsOf("needle", "since:3 weeks ago")).toEqual([first]);
    expect(await sessionsOf("before:3 weeks ago needle")).toEqual([second]);
  });

  it("may name fields by flags", async () => {
    expect(await sessionsOf("needle", "--since", "2026-10-20")).toEqual([first]);
    expect(await sessionsOf("needle", "--before", "2026-10-20")).toEqual([second]);
    expect(await sessionsOf("needle", "--project", "my wool", "-haystack")).toEqual([second]);
    expect(await sessionsOf("needle", "--branch", "dye")).toEqual([second]);
    expect((await search("--role", "tool", "--tool", "Bash,Read")).err).toContain("4 hits in 1 session");
    expect((await search("--role", "tool", "--tool", "Read")).err).toContain("2 hits in 1 session");
    expect((await search("--literal", "eedl", "--role", "user")).code).toBe(0);
    expect((await search("needle", "--role", "boss")).err).toBe(
      'clew: --role: expected one of user, assistant, tool, system ("boss" is none of them)\n',
    );
  });

  it("find the calls on files by the pattern of their names", async () => {
    expect((await search("file:*.ts", "tool:Read")).err).toContain("2 hits in 1 session");
    expect((await search("file:shut*")).code).toBe(0);
    expect((await search("file:*.py")).code).toBe(1);
  });

  it("find what was said on a day", async () => {
    expect(await sessionsOf("needle", "on:2026-10-01")).toEqual([second]);
    expect(await sessionsOf("needle", "on:2026-11")).toEqual([first]);
    expect(await sessionsOf("needle", "date:last month")).toEqual([second]);
  });
});

describe("a project", () => {
  const moved = searchHome();
  const third = "33333333-3333-4333-8333-333333333333";
  const log = smallLog({ sessionId: third, envelope: { cwd: "/home/ada/Spinning Wheel" } });
  log.prompt("a needle elsewhere");
  write(moved, `-somewhere-else/${third}.jsonl`, log.text().replaceAll("11111111-", "33333333-"));
  const names = async (args: readonly string[], cwd = "/"): Promise<string> =>
    (await clew([args[0] ?? "", "--dir", moved, "--no-index", ...args.slice(1)], { cwd, userDir: "/home/ada" })).out;

  it("is also known by the folder that its log tells", async () => {
    expect(await names(["ls", "--project", "spinning wheel"])).toContain("a needle elsewhere");
    expect(await names(["search", "needle", 'project:"spinning wheel"'])).toContain("needle elsewhere");
    expect(await names(["stats", "--by", "project", "--project", "Spinning W"])).toContain("/home/ada/Spinning Wheel");
  });

  it("can be the current folder, or one below the person's own", async () => {
    const here = "/home/ada/Spinning Wheel";
    for (const project of [".", "~/Spinning Wheel"]) {
      expect((await names(["ls", "--project", project], here)).split("\n")).toHaveLength(3);
      expect(await names(["search", "needle", `project:${project}`], here)).not.toContain("loom");
      expect(await names(["search", "needle", "--project", project], here)).toContain("needle elsewhere");
    }
  });
});

describe("what was probably meant otherwise is said", () => {
  it.each([
    ["needle | thread", "clew: | is not looked at: OR stands between either\n"],
    ["*eedle", "clew: * means something only at the end of a word: --literal looks inside words\n"],
    ["nee*le", "clew: * means something only at the end of a word: --literal looks inside words\n"],
  ])("always, of %s", async (query, hint) => {
    expect((await search(query)).err).toContain(hint);
  });

  it("when nothing is found, of an operator in small letters", async () => {
    expect((await search("weft or needle")).err).toMatch(/clew: or was looked for as a word: OR is the operator\n$/);
    expect((await search("weft OR needle")).err).toMatch(/^10 hits in 2 sessions\nread a hit/);
    expect((await search("weft or", "OR", "needle")).err).toMatch(/^10 hits in 2 sessions\nread a hit/);
  });
});

describe("an agent whose session's log is gone", () => {
  const orphaned = searchHome();
  const lost = "99999999-9999-4999-8999-999999999999";
  const log = smallLog({ sessionId: lost, envelope: { isSidechain: true, agentId } });
  log.answer("msg_8", say("orphaned bobbin"), { isSidechain: true });
  write(orphaned, `-home-ada-loom/${lost}/subagents/agent-${agentId}.jsonl`, log.text());
  const run = (...args: readonly string[]) => clew([args[0] ?? "", "--dir", orphaned, "--no-index", ...args.slice(1)]);

  it("is found, but no line says how to resume it", async () => {
    const { out, err } = await run("search", "bobbin");
    expect(out).toContain("(its log is gone)");
    expect(out).toContain("the log of session 99999999 is gone");
    expect(out).not.toContain("claude --resume");
    expect(err).toBe("1 hit in 1 session, 1 of them without a log\n");
    expect(JSON.parse((await run("search", "--json", "bobbin")).out)).toMatchObject({ session: lost, resume: null });
  });

  it("is not resumed", async () => {
    const { err, code } = await run("resume", "--print", "bobbin");
    expect(code).toBe(2);
    expect(err).toContain(`the log of session ${lost} is gone`);
  });
});

describe("a hit", () => {
  it("can be read in its turn, its entry marked and in full", async () => {
    const { err } = await search("straight");
    expect(err).toBe(`1 hit in 1 session\nread a hit: clew show 11111111 --line 7 --dir ${home}\n`);
    const { out, code } = await clew(["show", first, "--line", "7", "--dir", home]);
    expect(code).toBe(0);
    expect(out).toContain("▸ line 7\nDone: the NEEDLE is straight.");
    expect(out).toContain("❯ 1");
    expect(out).not.toContain("❯ 2");
    const result = await clew(["show", first, "--line", "4", "--dir", home]);
    expect(result.out).toContain("▸ line 4\n  ✓ Bash");
    expect(result.out).toContain("const needle = bent");
  });

  it("that is on no turn, or not there, is refused", async () => {
    expect((await clew(["show", first, "--line", "999", "--dir", home])).err).toContain("there is no line 999");
    expect((await clew(["show", first, "--line", "9", "--dir", home])).err).toContain("line 9 stands in no turn");
    expect((await clew(["show", first, "--line", "9", "--turn", "1", "--dir", home])).code).toBe(2);
  });

  it("is shown once of several that say the same, and words before notes", async () => {
    const noisy = searchHome();
    const log = smallLog({ sessionId: second });
    log.prompt("where is the spool");
    for (let count = 0; count < 5; count++)
      log.prompt("<system-reminder>the spool is empty</system-reminder>", { isMeta: true });
    for (let count = 0; count < 3; count++) log.verbatim(systemNote(`spool ${count}`));
    write(noisy, `-noisy/${second}.jsonl`, log.text());
    const { out } = await clew(["search", "--dir", noisy, "--no-index", "spool"]);
    const kinds = [...out.matchAll(/line +\d+ +(\w+)/g)].map(([, kind]) => kind);
    expect(kinds).toEqual(["prompt", "note", "note"]);
    expect(out).toContain("6 more");
    const reminders = await clew(["search", "--dir", noisy, "--no-index", "spool", "empty"]);
    expect(reminders.out.match(/is empty/g)).toHaveLength(1);
  });
});

const systemNote = (content: string): string =>
  `${JSON.stringify({ type: "system", subtype: "informational", uuid: content, timestamp: "2026-11-01T12:00:00.000Z", content })}\n`;

test.each([
  [{ total: 4, sessions: 1, shown: 1, gone: 0, isCounted: true }, "4 hits in 1 session"],
  [{ total: 1, sessions: 1, shown: 1, gone: 1, isCounted: true }, "1 hit in 1 session, 1 of them without a log"],
  [
    { total: 9, sessions: 3, shown: 1, gone: 0, isCounted: true },
    "9 hits in 3 sessions; 1 shown, --limit N shows more",
  ],
  [
    { total: 4, sessions: 1, shown: 1, gone: 0, isCounted: false },
    "at least 4 hits in 1 session; --limit N looks further",
  ],
])("a count claims no more than is known: %o", (counts, text) => expect(countText(counts)).toBe(text));

describe("clew --help", () => {
  it("tells every command first, keeps to the screen and to a few lines of usage", async () => {
    for (const columns of [60, 80, 10_000]) {
      const { out, code } = await clew(["--help"], { columns });
      expect(code).toBe(0);
      const lines = out.split("\n");
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(Math.min(columns, 100));
      expect(lines.indexOf("COMMANDS")).toBe(2);
      for (const name of commandNames) expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
      expect(lines.indexOf("", lines.indexOf("USAGE")) - lines.indexOf("USAGE")).toBeLessThanOrEqual(5);
      expect(await clew(["help"], { columns })).toEqual({ out, code, err: "" });
    }
  });
});

describe("what cannot be done says why", () => {
  it("for resume without a name", async () => {
    const { err, code } = await clew(["resume", "--dir", home]);
    expect(code).toBe(2);
    expect(err).toContain("which session? (`clew resume @last`");
  });

  it("for the beginning of an id that is too short", async () => {
    const { err, code } = await clew(["resume", "--dir", home, "--no-index", "--print", "9b8"]);
    expect(code).toBe(2);
    expect(err).toContain('"9b8" is too short for the beginning of an id');
  });

  it("for a session whose log was deleted since it was indexed", async () => {
    const folder = scratchFolder();
    const gone = searchHome();
    const places = { cacheDir: join(folder, "cache"), dataDir: join(folder, "data"), homes: [gone] };
    await clew(["index"], places);
    rmSync(join(gone, "projects", "-home-ada-my-wool", `${second}.jsonl`));
    expect((await clew(["index"], places)).out).toContain("1 log in the ledger");
    for (const command of ["show", "resume"]) {
      const { err, code } = await clew([command, "22222222"], places);
      expect(code).toBe(2);
      expect(err).toContain(`clew: the log of session ${second} was deleted; only its figures are kept (`);
    }
  });

  it("for a home without sessions", async () => {
    const empty = join(scratchFolder());
    const { err, code } = await clew(["search", "--dir", empty, "--no-index", "needle"]);
    expect({ err, code }).toEqual({ err: `clew: nothing found: there are no sessions in ${empty}\n`, code: 1 });
  });
});
