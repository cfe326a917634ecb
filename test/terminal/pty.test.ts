// The built command on a real terminal -> only its own escape sequences arrive there, whatever files are called.
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call, say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { hostileHome } from "./hostile-home.ts";
import { hasPty, onPty } from "./pty.ts";
import { strayControl } from "./stream-grammar.ts";

/** Writes the clipboard of many terminals. */
const clipboard = "a\u001B]52;c;aGFja2Vk\u0007";
const { home, path } = clipboardHome();

describe.skipIf(!hasPty)("on a real terminal (needs script of util-linux)", () => {
  test.each([
    ["overview", ["overview"]],
    ["ls", ["ls"]],
    ["doctor", ["doctor"]],
    ["doctor --verbose", ["doctor", "--verbose"]],
    ["context", ["context", path]],
    ["title", ["title", path]],
    ["title TEXT", ["title", path, "another", "--dry-run"]],
    ["repair", ["repair", path, "--dry-run"]],
    ["clone", ["clone", path, "--dry-run"]],
    ["fork", ["fork", path, "--at", "1", "--dry-run"]],
  ])("a log's name does not write the clipboard: clew %s", async (_, args) => {
    const { text } = await onPty(args, { home });
    expect(strayControl(text, "colours")).toBeUndefined();
    expect(text).toContain("a␛");
  });

  test("neither do the names of twelve hostile sessions, in listings", { timeout: 60_000 }, async () => {
    const at = hostileHome(7, 12);
    for (const form of ["overview", "ls --all", "doctor --verbose", "search weave", "stats --by session", "files"]) {
      const { text } = await onPty(form.split(" "), { home: at.home });
      expect(strayControl(text, "colours"), form).toBeUndefined();
      expect(text.length, form).toBeGreaterThan(100);
    }
  });

  test("JSON has the same values as in a pipe, with every control character escaped", { timeout: 60_000 }, async () => {
    const at = hostileHome(8, 6);
    const piped = join(scratchFolder(), "piped.json");
    const { text } = await onPty(["ls", "--all", "--json"], { home: at.home });
    await onPty(["ls", "--all", "--json"], { home: at.home, redirect: `> '${piped}'` });
    expect(strayControl(text)).toBeUndefined();
    expect(text).toContain("\\u001b");
    expect(valuesIn(text)).toEqual(valuesIn(readFileSync(piped, "utf8")));
  });

  test("each stream is judged by itself", { timeout: 60_000 }, async () => {
    const file = join(scratchFolder(), "stream.txt");
    const out = await onPty(["doctor", "--verbose"], { home, redirect: `2> '${file}'` });
    expect(out.text).toContain("\u001B[");
    expect(readFileSync(file, "utf8")).not.toContain("\u001B");
    const err = await onPty(["show", `zz${clipboard}`], { home, redirect: `> '${file}'` });
    expect(err.text).toContain("zza\\u001b]52");
    expect(strayControl(err.text)).toBeUndefined();
    expect(readFileSync(file, "utf8")).toBe("");
  });

  test("the board of clew watch draws with its own sequences alone", async () => {
    const { text, code } = await onPty(["watch"], { home, type: { after: "no session", keys: "q" } });
    expect(code).toBe(0);
    expect(text).toContain("\u001B[?1049h");
    expect(text).toContain("\u001B[?1049l");
    expect(strayControl(text, "board")).toBeUndefined();
  });

  test.each([
    ["y\n", 1],
    ["n\n", 0],
    ["\u0004", 0],
  ])("a question with a hostile path is asked visibly, and %j puts %i files back", async (keys, written) => {
    const { at, folder, file } = writtenHome();
    const run = { home: at, type: { after: "[y/N]", keys } };
    const { text } = await onPty(["recover", file, "--to-original"], run);
    expect(text).toContain("␛]52");
    expect(strayControl(text, "colours")).toBeUndefined();
    expect(readdirSync(folder)).toHaveLength(written);
  });
});

function clipboardHome() {
  const at = scratchFolder();
  const log = smallLog({ sessionId: "abababab", envelope: { sessionId: clipboard } });
  log.prompt("weave");
  log.answer("msg_1", say("woven"));
  log.prompt("once more");
  log.answer("msg_2", call("toolu_1", "Bash", { command: "true" }));
  return { home: at, path: writeLog(at, join("-home-ada-loom", clipboard), `${log.text()}{"torn\n`) };
}

function writtenHome() {
  const at = scratchFolder();
  const folder = join(scratchFolder(), clipboard);
  mkdirSync(folder);
  const file = join(folder, "one.ts");
  const sessionId = "cdcdcdcd-0000-4000-8000-000000000001";
  const log = smallLog({ sessionId, envelope: { cwd: folder } });
  log.prompt("weave");
  log.answer("msg_1", call("toolu_1", "Write", { file_path: file, content: "woven\n" }));
  log.result("toolu_1", "written", { toolUseResult: { type: "create", filePath: file, content: "woven\n" } });
  writeLog(at, join("-home-ada-loom", sessionId), log.text());
  return { at, folder, file };
}

const valuesIn = (text: string): readonly unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
