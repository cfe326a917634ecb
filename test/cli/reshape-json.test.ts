// Every command that makes a session -> the object it prints, the session it makes, and what it leaves as it was.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject } from "../../src/format/index.ts";
import {
  type Printed,
  addSidecars,
  aged,
  agentId,
  bytesAt,
  parsed,
  reshapeHome,
  weave,
  weaveId,
  notThere,
} from "./reshape-home.ts";
import { call, say } from "./small-log.ts";

const figures = ["kept", "changed", "dropped", "added", "tokensSaved", "tokensSavedBy", "tokensBefore", "tokensAfter"];
const fields = [
  "sessionId",
  "path",
  ...figures,
  "idle",
  "dryRun",
  "steps",
  "operation",
  "setAside",
  "resume",
  "verified",
].toSorted();

/** A torn line in the middle and a call that nobody answered. */
const torn = weave(3, (log) => {
  log.verbatim('{"type":"user","message":{"role":"user","content":"cut he\n');
  log.prompt("Mend it.");
  log.answer("msg_open", call("toolu_open", "Bash", { command: "true" }));
});

const commands: readonly (readonly [string, ...string[]])[] = [
  ["clone"],
  ["clone", "--keep-uuids"],
  ["fork", "--at", "3"],
  ["split", "--at", "2"],
  ["trim", "--preset", "strong"],
  ["trim", "--tool", "Read", "--over", "2k", "--calls", "remove"],
  ["trim", "--thinking", "--keep-turns", "2"],
  ["compress", "--keep-turns", "2", "--calls"],
  ["move", "--to", "/home/ada/other"],
  ["repair"],
];
const logOf = (command: string): string => (command === "repair" ? torn : weave(6));

describe.each(commands.map((words) => ({ said: words.join(" "), words })))("clew $said", ({ words }) => {
  const [command, ...flags] = words;

  test("prints the fields that the page names, and makes a session that a client resumes", async () => {
    const scene = reshapeHome(logOf(command));
    const before = bytesAt(scene.path);
    for (const made of await scene.all(command, weaveId, ...flags)) {
      expect(Object.keys(made).toSorted()).toEqual(fields);
      expect([made["dryRun"], made["idle"]]).toEqual([false, false]);
      expect(made["sessionId"]).not.toBe(weaveId);
      expect(sum(made, "kept", "changed", "added")).toBe(bytesAt(made["path"]).trimEnd().split("\n").length);
      expect(sum(made, "kept", "changed", "dropped")).toBe(before.trimEnd().split("\n").length);
      expect(made["resume"]).toContain(`claude --resume ${String(made["sessionId"])}`);
      const request = await scene.run("request", String(made["path"]), "--json", "--check");
      expect(request).toMatchObject({ code: 0 });
      expect(request.out).toMatch(/Weave row \d/);
    }
    expect(bytesAt(scene.path)).toBe(before);
  });

  test("with --dry-run writes nothing at all, and tells the same figures", async () => {
    const scene = reshapeHome(logOf(command));
    const before = scene.state();
    const dry = await scene.all(command, weaveId, ...flags, "--dry-run");
    expect(scene.state()).toEqual(before);
    const real = await scene.all(command, weaveId, ...flags);
    expect(dry.map((one) => only(one, figures))).toEqual(real.map((one) => only(one, figures)));
    expect(dry.map((one) => only(one, ["path", "operation", "resume", "dryRun"]))).toEqual(
      real.map(() => ({ path: null, operation: null, resume: null, dryRun: true })),
    );
    expect(dry.map((one) => one["steps"])).toEqual(real.map((one) => one["steps"]));
  });

  test("says in words what it says in JSON", async () => {
    const scene = reshapeHome(logOf(command));
    const { code, out, err } = await scene.run(command, weaveId, ...flags);
    const missing = command === "move" ? notThere("/home/ada/other") : "";
    expect({ code, err }).toEqual({ code: 0, err: missing });
    expect(out).toMatch(/^[0-9a-f-]{36} {2}[a-z]+ from a7a7a7a7 "[^"]+"(?:, part 1 of 2)?\n {2}\/.*\.jsonl\n/);
    expect(out).toMatch(
      /\d+ lines kept(?: but for ids and paths)?, \d+ changed(?: otherwise)?, \d+ dropped, \d+ added\n/,
    );
    expect(out).toMatch(/go on with: cd \S+ && claude --resume [0-9a-f-]{36}\n$/);
    expect((await scene.run(command, weaveId, ...flags, "--dry-run")).out).toMatch(
      /^dry run of [a-z]+ a7a7a7a7 "[^"]+"(?:, part 1 of 2)?: nothing was written\n/,
    );
  });
});

describe("what was made is left alone the second time by", () => {
  test.each([
    ["trim", ["--preset", "strong"]],
    ["compress", ["--keep-turns", "2"]],
    ["repair", []],
  ])("%s", async (command, flags) => {
    const scene = reshapeHome(logOf(command));
    const path = aged((await scene.json(command, weaveId, ...flags))["path"]);
    const before = scene.state();
    const again = await scene.json(command, path, ...flags);
    expect(again).toMatchObject({
      path: null,
      operation: null,
      changed: 0,
      dropped: 0,
      added: 0,
      tokensSaved: 0,
      idle: true,
    });
    expect((await scene.run(command, path, ...flags)).out).toMatch(
      /^nothing had to be done(: the session is sound)?\n( {2}not one token fewer to send: .+\n)?$/,
    );
    expect(scene.state()).toEqual(before);
  });
});

test("all that belongs to a session comes along under its new id", async () => {
  const scene = reshapeHome();
  addSidecars(scene);
  const { sessionId, path } = await scene.json("clone", weaveId);
  const id = String(sessionId);
  const agent = join(scene.folder, id, "subagents", `agent-${agentId}.jsonl`);
  expect(bytesAt(agent)).toContain(`"sessionId":"${id}"`);
  for (const file of [
    join(scene.folder, id, "subagents", `agent-${agentId}.meta.json`),
    join(scene.folder, id, "tool-results", "b12345678.txt"),
    join(scene.home, "file-history", id, "0123456789abcdef@v1"),
    join(scene.home, "todos", `${id}-agent-${id}.json`),
    join(scene.home, "tasks", id, "1.json"),
  ])
    expect(existsSync(file), file).toBe(true);
  // Only where an entry tells what it is a copy of.
  expect(
    bytesAt(path)
      .replaceAll(/"forkedFrom":\{[^}]*\}/g, "")
      .includes(weaveId),
  ).toBe(false);
});

test("a session whose ids stand under keys spelled with escapes is copied like any other, and the keys stay so", async () => {
  for (const key of ["uuid", "parentUuid", "sessionId"]) {
    const odd = String.raw`"\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}":`;
    const places = weave(4)
      .split("\n")
      .map((line, at) => (at % 3 === 2 ? line.replace(`"${key}":`, odd) : line));
    const scene = reshapeHome(places.join("\n"));
    const clone = bytesAt((await scene.json("clone", weaveId))["path"]);
    expect(clone.split(odd)).toHaveLength(places.join("\n").split(odd).length);
    expect(clone.split(odd).length).toBeGreaterThan(3);
    expect(clone.replaceAll(/"forkedFrom":\{[^}]*\}/g, "")).not.toContain(weaveId);
    expect(await scene.all("split", weaveId, "--at", "2")).toHaveLength(2);
  }
});

test("a merged session goes on with what was said in its fork", async () => {
  const scene = reshapeHome(weave(2));
  const fork = await scene.json("clone", weaveId, "--keep-uuids");
  const forkPath = String(fork["path"]);
  const lastUuid = /"uuid":"([^"]+)"/.exec(bytesAt(forkPath).trimEnd().split("\n").at(-1) ?? "")?.[1];
  const tail = weave(2, (log) => {
    log.goBackTo(lastUuid ?? "");
    log.prompt("And the fringe?");
    log.answer("msg_fringe", say("Knotted."));
    // A call that never returned is the fork's own fault, not the merge's.
    log.answer("msg_open", { type: "tool_use", id: "toolu_open", name: "Bash", input: { command: "weave" } });
  });
  writeFileSync(forkPath, tail.replaceAll(weaveId, String(fork["sessionId"])));
  const merged = await scene.json("merge", weaveId, aged(forkPath));
  expect(merged).toMatchObject({ dropped: 0, added: 3 });
  expect((await scene.run("request", String(merged["path"]))).out).toContain("Knotted.");
  expect((await scene.run("merge", weaveId, forkPath, "--dry-run")).code).toBe(0);
});

test("a compaction is taken back: what it took out of sight is sent again", async () => {
  const scene = reshapeHome();
  const path = aged((await scene.json("compress", weaveId, "--keep-turns", "1"))["path"]);
  const undone = await scene.json("compress", path, "--undo");
  const full = await scene.run("request", weaveId);
  expect((await scene.run("request", String(undone["path"]))).out).toBe(full.out);
});

test("lines that repair leaves out are kept in a file that it names", async () => {
  const scene = reshapeHome(weave(2, (log) => log.verbatim("not a line of a log\n")));
  const { setAside, dropped } = await scene.json("repair", weaveId);
  expect(dropped).toBe(1);
  expect(parsed(bytesAt(setAside))).toMatchObject({ sessionId: weaveId, line: 11, text: "not a line of a log\n" });
});

const only = (one: Printed, keys: readonly string[]): Printed => Object.fromEntries(keys.map((key) => [key, one[key]]));

const sum = (one: Printed, ...keys: readonly string[]): number =>
  keys.reduce((total, key) => total + Number(one[key]), 0);

test("the categories of what is saved add up", async () => {
  const { tokensSavedBy, tokensSaved, tokensBefore, tokensAfter } = await reshapeHome().json(
    "trim",
    weaveId,
    "--calls",
    "stub",
  );
  const parts = isObject(tokensSavedBy) ? Object.values(tokensSavedBy).map(Number) : [];
  expect(parts.reduce((total, part) => total + part, 0)).toBe(tokensSaved);
  expect(Number(tokensBefore) - Number(tokensAfter)).toBe(tokensSaved);
  expect(Number(tokensSaved)).toBeGreaterThan(300);
});
