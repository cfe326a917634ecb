// Commands that can do nothing, or were given what is not there -> the way out, or the nearest that is there.
import { describe, expect, test } from "vitest";
import { formatCount } from "../../src/view/index.ts";
import { clew } from "./fake-io.ts";
import { type ReshapeHome, reshapeHome, weave, weaveId } from "./reshape-home.ts";

describe("a session of one turn", () => {
  test("is not compressed, and trim is named as the way out", async () => {
    const { out } = await reshapeHome(weave(1)).run("compress", weaveId);
    expect(out).toBe(
      `nothing had to be done\n  not one token fewer to send: the session has one turn, and nothing is older than it; \`clew trim ${weaveId} --keep-turns 0\` makes that turn smaller\n`,
    );
  });

  test("is too short for the turns that trim spares", async () => {
    const { out } = await reshapeHome(weave(1)).run("trim", weaveId, "--calls", "stub", "--keep-turns", "2");
    expect(out).toContain("in front of the last 2 turns, for the session has 1; --keep-turns 0 would save about 455 t");
  });
});

describe("a trim whose spared turns hold nearly all", () => {
  const saved = async (scene: ReshapeHome, ...flags: readonly string[]): Promise<string> =>
    formatCount(Number((await scene.json("trim", weaveId, ...flags, "--dry-run"))["tokensSaved"]));

  test("names the number of turns that would help, and what that saves", async () => {
    const scene = reshapeHome(weave(3));
    const { out } = await scene.run("trim", weaveId, "--keep-turns", "5", "--dry-run");
    const more = await saved(scene, "--keep-turns", "1");
    expect(out).toContain(`for the session has 3; --keep-turns 1 would save about ${more} tokens\n`);
    expect(out).not.toContain("spares none");
  });

  test("leaves the last turn alone where a preset would leave all, and says so", async () => {
    const scene = reshapeHome(weave(3));
    const { out, err } = await scene.run("trim", weaveId, "--dry-run");
    expect(err).toContain("clew: 3 turns would be sent: the last one stays whole (--keep-turns N leaves more");
    expect(out).toMatch(/about \d+ tokens fewer to send/);
    expect(await scene.json("trim", weaveId, "--dry-run")).toMatchObject(
      await scene.json("trim", weaveId, "--keep-turns", "1", "--dry-run"),
    );
    for (const flags of [
      ["--keep-turns", "5"],
      ["--preset", "light"],
    ])
      expect((await scene.run("trim", weaveId, "--dry-run", ...flags)).err).not.toContain("stays whole");
  });

  test("does so too where a little was saved", async () => {
    const scene = reshapeHome(weave(6).replace("row 1 ".repeat(600), "row 1 ".repeat(10)));
    const { out } = await scene.run("trim", weaveId, "--thinking", "--keep-turns", "5", "--calls", "stub", "--dry-run");
    const more = await saved(scene, "--thinking", "--calls", "stub", "--keep-turns", "1");
    expect(out).toMatch(/tokens? fewer to send/);
    expect(out).toContain(`\n  --keep-turns 1 would save about ${more} tokens\n`);
  });

  test("says nothing of it where enough is saved", async () => {
    const { out } = await reshapeHome(weave(6)).run("trim", weaveId, "--keep-turns", "3", "--dry-run");
    expect(out).not.toContain("would save");
  });
});

describe.each([
  ["an empty log", ""],
  ["a log without a conversation", `{"type":"mode","mode":"normal","sessionId":"${weaveId}"}\n`],
])("%s", (_, log) => {
  test.each([["trim"], ["compress"], ["repair"]])("is said to be one by %s", async (command) => {
    const { code, out, err } = await reshapeHome(log).run(command, weaveId);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/ holds no entry of a conversation \(look at it with `clew lines`; nothing was written\)\n$/);
  });
});

test("a protected path that no call names is refused with the nearest that are named", async () => {
  const { code, err } = await reshapeHome().run("trim", weaveId, "--protect", "loom/rov-3.txt");
  expect(code).toBe(2);
  expect(err).toMatch(/^clew: no call of this session names the path loom\/rov-3\.txt \(choose from row-3\.txt, /);
  expect((await reshapeHome().run("trim", weaveId, "--protect", "row-3.txt", "--dry-run")).code).toBe(0);
});

test("the history tells no saving of a split, whose parts are both smaller than the whole", async () => {
  const scene = reshapeHome();
  await scene.run("split", weaveId, "--at", "2");
  const { out } = await scene.run("history");
  expect(out).toContain("split");
  expect(out).not.toContain("tokens");
  expect(await scene.json("history")).not.toHaveProperty("tokensSaved");
});

test.each([
  ["one letter off", `${weaveId.slice(0, -1)}8`],
  ["a beginning with two letters swapped", "a7a7a77a"],
])("an id that is %s gets the near one", async (_, name) => {
  const { code, err } = await reshapeHome().run("session", name);
  expect(code).toBe(2);
  expect(err).toContain(`(did you mean ${weaveId}? list them with`);
  expect((await reshapeHome().run("session", "zzzz")).err).not.toContain("did you mean");
});

test.each([
  [["trim", weaveId, "--dryrun"], "No flag registered for --dryrun, did you mean --dry-run?"],
  [["keep", "--olderThen", "3d"], "No flag registered for --olderThen, did you mean --older-than?"],
  [
    ["keep", "--list"],
    "No flag registered for --list (there are --dir, --json, --all, --older-than, --dry-run; `npx clew keep --help` tells more)",
  ],
  [
    ["files", "show", "--loud"],
    "No flag registered for --loud (there are --dir, --json, --at, --session; `npx clew files show --help` tells more)",
  ],
  [
    ["fork", "--at", "3"],
    "Expected argument for SESSION (for example `npx clew fork 9b821b81 --at 3`; `npx clew fork --help` tells more)",
  ],
  [["show"], "Expected argument for SESSION (say `npx clew show SESSION`; `npx clew show --help` tells more)"],
  [
    ["fork"],
    "Expected argument for SESSION\nclew: Expected input for flag --at (for example `npx clew fork 9b821b81 --at 3`; `npx clew fork --help` tells more)",
  ],
  [
    ["undo"],
    "Expected at least 1 argument(s) for OPERATION|SESSION but found none (for example `npx clew undo 7a31c0de`; `npx clew undo --help` tells more)",
  ],
])("arguments that are not understood are answered with those that are: %j", async (args, says) => {
  expect(await clew(args, { command: "npx clew" })).toMatchObject({ code: 2, err: `clew: ${says}\n` });
});
