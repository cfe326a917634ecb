// `clew search` and `clew resume` as a person meets them: hits by session, JSON, refusals, and the client started in the right place.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { agentId, first, searchHome, second, write } from "../find/search-tree.ts";
import type { Io } from "../../src/cli/index.ts";
import { clew } from "./fake-io.ts";
import { smallLog } from "./small-log.ts";

const home = searchHome();
const inHome = (...args: readonly string[]) =>
  clew([args[0] ?? "", "--dir", home, "--no-index", ...args.slice(1)], { clientHome: home });

describe("clew search", () => {
  it("shows hits by session, newest first, each session with the line that resumes it", async () => {
    const { out, err, code } = await inHome("search", "needle");
    expect(code).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "Mending the loom  loom, 14 d ago
        2026-11-01 10:01Z  line 10  prompt             needle spelled étude
        2026-11-01 10:01Z   line 7  reply              Done: the NEEDLE is straight. newline\\backslash "…
        2026-11-01 10:01Z   line 6  Read result error  no such needle
        6 more
        cd /home/ada/loom && claude --resume 11111111-1111-4111-8111-111111111111

      dye the wool; no pins, needles perhaps  my wool, 45 d ago
        2026-10-01 08:00Z  line 2  reply  …is dyed. ␛[2J\\u{202e}hostile needle␇
        cd '/home/ada/my wool' && claude --resume 22222222-2222-4222-8222-222222222222
      "
    `);
    expect(err).toBe(`10 hits in 2 sessions\nread a hit: clew show 11111111 --line 10 --dir ${home}\n`);
  });

  it("marks the match where there is colour, and obeys nothing that stands in a log", async () => {
    const { out } = await clew(["search", "--dir", home, "--no-index", "hostile"], { colour: true });
    expect(out).toContain("\u001B[33mhostile\u001B[0m");
    expect(out.replaceAll(/\u001B\[[\d;]*m/g, "")).not.toMatch(/[\u001B\u0007\u202E]/);
  });

  it("keeps to the width of the screen", async () => {
    const { out } = await clew(["search", "--dir", home, "--no-index", "needle"], { columns: 72, isTerminal: true });
    const lines = out.split("\n").filter((line) => !line.includes("claude --resume"));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72);
    expect(lines.filter((line) => /needle/i.test(line)).length).toBeGreaterThanOrEqual(4);
  });

  it("gives one object per hit as JSON", async () => {
    const { out } = await inHome("search", "--json", "haystack");
    expect(JSON.parse(out)).toEqual({
      session: first,
      title: "Mending the loom",
      project: "loom",
      cwd: "/home/ada/loom",
      file: join(home, "projects", "-home-ada-loom", first, "subagents", `agent-${agentId}.jsonl`),
      line: 2,
      uuid: "11111111-0000-4000-8000-000000000002",
      role: "assistant",
      kind: "reply",
      tool: null,
      isError: false,
      timestamp: "2026-11-01T10:00:20.000Z",
      agent: agentId,
      snippet: "I found a needle in a haystack.",
      matches: ["haystack"],
      resume: `cd /home/ada/loom && claude --resume ${first}`,
    });
    expect((await inHome("search", "--json", "--limit", "3", "needle")).out.trimEnd().split("\n")).toHaveLength(3);
  });

  it("quotes what a shell would read as more than a name", async () => {
    const { out } = await inHome("search", "dyed");
    expect(out).toContain(`cd '/home/ada/my wool' && claude --resume ${second}`);
    const odd = searchHome();
    const log = smallLog({ sessionId: first, envelope: { cwd: "/tmp/it's; rm -rf $HOME" } });
    log.prompt("an odd folder");
    write(odd, `-odd/${first}.jsonl`, log.text());
    const found = await clew(["search", "--dir", odd, "--no-index", "--json", "odd"], { clientHome: odd });
    expect(JSON.parse(found.out)).toMatchObject({
      resume: `cd '/tmp/it'\\''s; rm -rf $HOME' && claude --resume ${first}`,
    });
  });

  it("says what was looked through when nothing is found", async () => {
    const { out, err, code } = await inHome("search", "weft");
    expect({ out, code }).toEqual({ out: "", code: 1 });
    expect(err).toMatch(/^clew: nothing found in 2 sessions \(4 files, [\d.]+ kB\)\n$/);
  });

  it.skipIf(process.getuid?.() === 0)("ends with 2 when nothing was found but a log could not be read", async () => {
    const closed = searchHome();
    chmodSync(write(closed, `-closed/${second}.jsonl`, "{}\n"), 0);
    const none = await clew(["search", "--dir", closed, "--no-index", "nowhere"]);
    expect(none.code).toBe(2);
    expect(none.err).toMatch(/^clew: cannot read [^\n]*permission denied \(it was not searched\)\nclew: nothing found/);
    const some = await clew(["search", "--dir", closed, "--no-index", "needle"]);
    expect([some.code, some.err.split("\n").length]).toEqual([0, 4]);
  });

  it("gives whole characters as matches", async () => {
    const pairs = mkdtempSync(join(tmpdir(), "clew-pairs-"));
    afterAll(() => rmSync(pairs, { recursive: true, force: true }));
    const message = { role: "user", content: "a \u{1F9F6} of wool" };
    write(pairs, `-p/${first}.jsonl`, `${JSON.stringify({ type: "user", uuid: "a", message })}\n`);
    const { out } = await clew(["search", "--dir", pairs, "--no-index", "--json", "/a ./"]);
    expect(JSON.parse(out)).toMatchObject({ matches: ["a \u{1F9F6}"], snippet: "a \u{1F9F6} of wool" });
  });

  it("points at the place of a mistake", async () => {
    const { err, code } = await inHome("search", "needle", 'is:"error');
    expect(code).toBe(2);
    expect(err.split("\n")).toEqual([
      "clew: column 17: expected a closing quote (the phrase begins at column 11)",
      '  needle is:"error',
      "                  ^",
      "",
    ]);
  });

  it("refuses a bad date and a bad zone with an example", async () => {
    expect((await inHome("search", "since:someday")).err).toContain("2026-03-01");
    expect((await inHome("search", "--tz", "Mars/Olympus", "since:today")).err).toContain("Europe/Berlin");
    expect((await inHome("search", " ")).code).toBe(2);
  });

  it("falls back to scanning with one line when there can be no index", async () => {
    const { err, code, out } = await clew(["search", "--dir", home, "needle"], { clientHome: home });
    expect(code).toBe(0);
    expect(err.split("\n").filter((line) => line.includes("searching the logs themselves"))).toHaveLength(1);
    expect(out).toBe((await inHome("search", "needle")).out);
  });

  it("gives with the index what it gives without", async () => {
    const folder = scratch();
    const places = { cacheDir: join(folder, "cache"), dataDir: join(folder, "data"), clientHome: home };
    const indexed = await clew(["search", "--dir", home, "needle"], places);
    const scanned = await inHome("search", "needle");
    expect(indexed).toEqual(scanned);
    const ranked = await clew(["search", "--dir", home, "--rank", "--json", "needle"], places);
    expect(ranked.out.trimEnd().split("\n")).toHaveLength(10);
  });

  it("stops an expression at its deadline with one line", async () => {
    const trap = searchHome();
    const line = JSON.stringify({ type: "user", message: { role: "user", content: `${"a".repeat(60)}!` } });
    write(trap, `-trap/${first}.jsonl`, `${line}\n`);
    const { err, code } = await clew(["search", "--dir", trap, "--deadline", "1", "/^(a+)+\\1$/"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^clew: stopped at the deadline, with \d of 5 files searched/m);
  });
});

describe("clew resume", () => {
  type Run = { readonly command: string; readonly args: readonly string[]; readonly cwd: string };
  type Start = Parameters<Io["run"]>[2];

  /** A session whose folder is there. */
  function realFolder(): { readonly root: string; readonly folder: string } {
    const root = searchHome();
    const folder = join(realpathSync(scratch()), "loom");
    mkdirSync(folder);
    const log = smallLog({ sessionId: second, envelope: { cwd: folder } });
    log.prompt("warp and weft");
    write(root, `${folder.replaceAll(/[^a-zA-Z0-9]/g, "-")}/${second.replaceAll("2", "3")}.jsonl`, log.text());
    return { root, folder };
  }

  it("runs the client in the session's folder, by name or by what was said", async () => {
    const { root, folder } = realFolder();
    const runs: Run[] = [];
    const run = (command: string, args: readonly string[], { cwd }: Start): number => {
      runs.push({ command, args, cwd });
      return 0;
    };
    const id = second.replaceAll("2", "3");
    expect((await clew(["resume", "--dir", root, "33333333"], { run })).code).toBe(0);
    expect((await clew(["resume", "--dir", root, "--no-index", "warp", "weft"], { run })).code).toBe(0);
    expect(runs).toEqual(Array(2).fill({ command: "claude", args: ["--resume", id], cwd: folder }));
  });

  it("resumes the session of an agent that said it", async () => {
    const { out } = await inHome("resume", "--print", "haystack");
    expect(out).toBe(`cd /home/ada/loom && claude --resume ${first}\n`);
  });

  it("lists the sessions when several hold it", async () => {
    const { err, code, out } = await inHome("resume", "needle");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(first);
    expect(err).toContain(second);
  });

  it("says how many sessions there are beside those that it lists", async () => {
    const root = scratch();
    for (let at = 10; at < 26; at++) {
      const sessionId = `000000${at}-0000-4000-8000-000000000000`;
      const log = smallLog({ sessionId });
      log.prompt("a needle");
      write(root, `-home-ada-loom/${sessionId}.jsonl`, log.text());
    }
    const { err, code } = await clew(["resume", "--dir", root, "--no-index", "needle"]);
    expect(code).toBe(2);
    expect(err.match(/^ {2}000000\d\d-/gm)).toHaveLength(10);
    expect(err).toMatch(/^clew: 16 sessions hold that; name one of them:\n/);
    expect(err).toMatch(/\n {2}and 6 more: say more words, or list all with `clew search --limit 16`\n$/);
  });

  it("says when the folder is gone, and when there is no client", async () => {
    const gone = await inHome("resume", "haystack");
    expect(gone.code).toBe(2);
    expect(gone.err).toContain("is gone: /home/ada/loom");
    expect(gone.err).toMatch(/`clew move [0-9a-f-]{36} --to FOLDER`/);
    const { root } = realFolder();
    const missing = await clew(["resume", "--dir", root, "--no-index", "weft"]);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain("no program `claude`");
  });

  it("finds nothing with exit 1", async () => {
    expect((await inHome("resume", "tapestry")).code).toBe(1);
  });
});

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-resume-"));
  writeFileSync(join(folder, ".keep"), "");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
