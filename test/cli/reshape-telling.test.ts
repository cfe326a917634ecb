// Reshaping commands -> what they tell beside the result: why nothing was saved, what would be refused, what a count is worth.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { tokensText } from "../../src/cli/reshape/telling.ts";
import { clew } from "./fake-io.ts";
import { aged, register, reshapeHome, weave, weaveId } from "./reshape-home.ts";

describe("a trim that saves no token", () => {
  test("says which turns it spared, and with none spared saves something", async () => {
    const scene = reshapeHome(weave(2));
    const { out } = await scene.run("trim", weaveId, "--keep-turns", "5", "--dry-run");
    expect(out).toContain("not one token fewer to send: nothing of that kind stands in front of the last 5 turns");
    const { tokensSaved } = await scene.json("trim", weaveId, "--keep-turns", "0", "--dry-run");
    expect(tokensSaved).toBeGreaterThan(300);
  });

  test("says that light takes only what is never sent", async () => {
    const { out } = await reshapeHome().run("trim", weaveId, "--preset", "light", "--dry-run");
    expect(out).toMatch(/not one token fewer to send: that is never sent anyway; --preset standard or strong/);
  });
});

test("a trim that takes all calls of a tool has nothing left to do a second time", async () => {
  const scene = reshapeHome(weave(3));
  const flags = ["--tool", "Bash", "--calls", "remove", "--keep-turns", "0"];
  const { path, sessionId } = await scene.json("trim", weaveId, ...flags);
  aged(String(path));
  expect(await scene.json("trim", String(sessionId), ...flags)).toMatchObject({ path: null, idle: true });
});

test("a compress that has nothing older to tell says what would reach further", async () => {
  const { out } = await reshapeHome(weave(3)).run("compress", weaveId);
  expect(out).toMatch(/^nothing had to be done\n {2}not one token fewer to send: .*--keep-turns 1 reaches further\n$/);
});

test.each([
  [1, "about 1 token fewer to send"],
  [-1, "about 1 token more to send"],
  [2000, "about 2,000 tokens fewer to send"],
  [0, "about as many tokens to send as before"],
])("%i tokens saved are told as: %s", (saved, words) => expect(tokensText(saved)).toBe(words));

test("savings are told with what they are counted with", async () => {
  const { out } = await reshapeHome().run("trim", weaveId, "--preset", "strong", "--dry-run");
  expect(out).toMatch(
    /about [\d,]+ tokens fewer to send: .*\n {2}\([\d,]+ before, [\d,]+ after, with system prompt and/,
  );
});

test("a dry run of a session in use says that writing would be refused", async () => {
  const scene = reshapeHome();
  register(scene, weaveId);
  const { code, err } = await scene.run("clone", weaveId, "--dry-run");
  expect(code).toBe(0);
  expect(err).toMatch(/^clew: without --dry-run this would be refused now: .* is in use: process \d+ has it open/);
});

test.each([["trim", ["--preset", "strong"]] as const, ["compress", ["--keep-turns", "1"]] as const])(
  "a count of tokens that %s made untrue is no longer called exact",
  async (command, flags) => {
    const scene = reshapeHome();
    const total = async (name: string): Promise<unknown> => (await scene.json("context", name))["total"];
    expect(await total(weaveId)).toMatchObject({ grade: "exact" });
    const { path } = await scene.json(command, weaveId, ...flags);
    expect(await total(aged(path))).toMatchObject({ grade: "estimate" });
  },
);

test("a native title says when clew's own hides it", async () => {
  const scene = reshapeHome();
  await scene.run("title", weaveId, "Own");
  expect((await scene.run("title", weaveId, "--native", "Theirs")).err).toContain('go on to show its own title "Own"');
  await scene.run("title", weaveId, "--remove");
  expect((await scene.run("title", weaveId, "--native", "Again")).err).toBe("");
});

test("a restored session comes with the line that resumes it", async () => {
  const scene = reshapeHome();
  await scene.run("keep", weaveId);
  rmSync(scene.path);
  const { out } = await scene.run("restore", weaveId);
  expect(out).toMatch(new RegExp(`\\ngo on with: cd /home/ada/loom && claude --resume ${weaveId}\\n$`));
});

test("keep, restore, title and undo only tell what they would do in a dry run", async () => {
  const scene = reshapeHome();
  await scene.run("keep", weaveId);
  const { operation } = await scene.json("clone", weaveId);
  const before = scene.state();
  const told = async (...args: readonly string[]): Promise<string> => (await scene.run(...args, "--dry-run")).out;
  expect(await told("keep", "--all")).toMatch(/ {2}1 file would be kept in /);
  expect(await told("title", weaveId, "New")).toMatch(/would be called New by clew's own note\n$/);
  expect(await told("undo", String(operation))).toMatch(/^would undo clone [0-9a-f]{8}: .*\.jsonl\n$/);
  expect(scene.state()).toEqual(before);
  rmSync(scene.path);
  expect(await told("restore", weaveId)).toContain(scene.path);
  expect(existsSync(scene.path)).toBe(false);
});

test("a dry run of undo refuses what undo refuses", async () => {
  const scene = reshapeHome();
  const { operation } = await scene.json("clone", weaveId);
  expect((await scene.run("undo", "abcdef", "--dry-run")).err).toContain(
    'no operation and no session that clew made begins with "abcdef"',
  );
  await scene.run("undo", String(operation));
  expect((await scene.run("undo", String(operation), "--dry-run")).err).toContain("it was undone already");
});

test("a number of turns that is none is refused with what it may be", async () => {
  const { code, err } = await reshapeHome().run("trim", weaveId, "--keep-turns", "x");
  expect(code).toBe(2);
  expect(err).toContain('"x" is not a whole number from 0 on');
});

test("a compaction of all turns is refused with the reason", async () => {
  const { code, err } = await reshapeHome().run("compress", weaveId, "--keep-turns", "0");
  expect(code).toBe(2);
  expect(err).toMatch(/what came before the last turn, so 1 is the least; `clew trim SESSION --keep-turns 0` makes /);
});

test("commands that may help are named as this one was called", async () => {
  const scene = reshapeHome(weave(1));
  const { out } = await clew(["compress", weaveId], { ...scene.io, command: "npx clew" });
  expect(out).toContain("`npx clew trim ");
});

test("steps of one kind are told one by one up to five, and of more the first three and how many there are", async () => {
  const rootless = (count: number): string =>
    weave(8)
      .split("\n")
      .map((line, at) => (at > 0 && at <= count ? line.replace(/"parentUuid":"[^"]*"/, '"parentUuid":null') : line))
      .join("\n");
  const few = await reshapeHome(rootless(5)).run("repair", weaveId, "--dry-run");
  expect(few.out.match(/had no parent in the midst/g)).toHaveLength(5);
  const many = await reshapeHome(rootless(12)).run("repair", weaveId, "--dry-run");
  expect(many.out.match(/had no parent in the midst/g)).toHaveLength(3);
  expect(many.out).toMatch(/\n {2}and 9 more like it: --json tells them all\n/);
});

test.each([
  ["clone", [], "says so"],
  ["trim", ["--dry-run"], "says so"],
  ["repair", [], "is silent"],
])("%s of a broken session %j names repair, but for repair itself", async (command, flags, how) => {
  const lines = weave(3).split("\n");
  const scene = reshapeHome(lines.with(4, lines[4]?.slice(0, 40) ?? "").join("\n"));
  const { err } = await scene.run(command, weaveId, ...flags);
  const says = `clew: the session is broken, and so is what is made of it: \`clew repair ${weaveId}\` first\n`;
  expect(err.includes(says)).toBe(how === "says so");
});

test("taking back a compaction that the client made by itself says that the window is full again", async () => {
  const made = String((await reshapeHome(weave(3)).json("compress", weaveId, "--keep-turns", "1"))["path"]);
  for (const trigger of ["auto", "manual"]) {
    const log = readFileSync(made, "utf8").replace(/"trigger":"[a-z]+"/, `"trigger":"${trigger}"`);
    const { err } = await reshapeHome(log).run("compress", weaveId, "--undo", "--dry-run");
    expect(err.includes("the client had compacted by itself")).toBe(trigger === "auto");
  }
});
