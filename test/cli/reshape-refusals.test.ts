// Wishes that cannot be granted -> one line with what to do, exit 2, and nothing written anywhere.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DiskFacts } from "../../src/store/index.ts";
import { clew } from "./fake-io.ts";
import {
  type ReshapeHome,
  addSidecars,
  agentId,
  register,
  reshapeHome,
  weave,
  weaveId,
  notThere,
} from "./reshape-home.ts";
import { call } from "./small-log.ts";

const uuid = "a7a7a7a7-0000-4000-8000-000000000099";

describe("the nearest choices are told for", () => {
  test.each([
    ["a turn that is not there", ["fork", "--at", "9"], /no turn 9; .*\(choose from 1 to 6\)/],
    ["a turn of a branch that is not there", ["fork", "--at", "B3.1"], /no turn B3\.1.*choose from 1 to 6/],
    [
      "an entry that is not there",
      ["fork", "--at", uuid],
      /no turn and no entry is called .*choose from a7a7a7a7-.* and 25 more\)/,
    ],
    ["a word that is no turn", ["fork", "--at", "soon"], /"soon".*choose from 1 to 6/],
    ["a turn that no split has", ["split", "--at", "0"], /no turn 0; .*\(choose from 1, 2, 3, 4, 5\)/],
    ["a word that is no turn of a split", ["split", "--at", "soon"], /"soon".*\(choose from 1, 2, 3, 4, 5\)/],
    ["the last turn of a split", ["split", "--at", "6"], /nothing was asked behind 6 \(choose from .*5\)/],
    ["a tool that was never called", ["trim", "--tool", "Raed"], /no call of a tool Raed.*choose from .*Read/],
    ["a protected tool that was never called", ["trim", "--protect", "Bsah"], /Bsah.*choose from .*Bash/],
    ["a protected turn that is not there", ["trim", "--protect", "77"], /no turn 77.*choose from 1 to 6/],
    ["a folder that no entry names", ["move", "--from", "/nowhere", "--to", "/x"], /choose from \/home\/ada\/loom/],
  ])("%s", async (_, [command = "", ...flags], says) => {
    const scene = reshapeHome();
    await checkRefused(scene, [command, weaveId, ...flags], says);
  });
});

test("of many tools the nearest are told, and how many there are beside them", async () => {
  const tools = ["Glob", "Grep", "LS", "Edit", "Write", "Task", "WebFetch", "TodoWrite"];
  const scene = reshapeHome(
    weave(1, (log) => {
      for (const name of tools) {
        log.answer(`msg_${name}`, call(`toolu_${name}`, name, {}));
        log.result(`toolu_${name}`, "done");
      }
    }),
  );
  await checkRefused(scene, ["trim", weaveId, "--tool", "Raed"], /\(choose from Read, (?:\w+, ){3}\w+ and 4 more\)\n$/);
});

describe("refused in one line is", () => {
  test.each([
    ["move without a place", ["move", weaveId], /needs a place to go to/],
    ["move to its own folder", ["move", weaveId, "--to", "/home/ada/loom"], /belongs to .* already/],
    ["move to what is no folder", ["move", weaveId, "--to", "/dev/null"], /\/dev\/null is no folder/],
    ["move to a home that is not there", ["move", weaveId, "--to-home", "/nope"], /no such folder: \/nope/],
    ["move of a project without sessions", ["move", "/no/such", "--to", "/x"], /no session was held in \/no\/such/],
    ["merge with a stranger", ["merge", weaveId, "nobody"], /no session is called "nobody"/],
    ["merge with itself", ["merge", weaveId, weaveId], /nothing was said in the fork/],
    ["undo of no compaction", ["compress", weaveId, "--undo"], /nothing was compacted/],
    ["a compaction without --undo", ["compress", weaveId, "--compaction", "1"], /say --undo too/],
    ["--undo with a summary", ["compress", weaveId, "--undo", "--keep-turns", "2"], /--undo takes back/],
    ["--yes without a model", ["compress", weaveId, "--yes"], /say --with-model too/],
    ["keep of nothing", ["keep"], /keep needs a session/],
    ["keep of some and of all", ["keep", weaveId, "--all"], /say only one of them/],
    ["restore of what was not kept", ["restore", "abcdef"], /no kept session begins with "abcdef"/],
    [
      "undo of what was not done",
      ["undo", "abcdef"],
      /no operation and no session that clew made begins with "abcdef"/,
    ],
    ["a title that is a page", ["title", weaveId, "x".repeat(501)], /a title of 501 characters is too long/],
    ["an empty native title", ["title", weaveId, "--native", " "], /cannot be empty/],
    ["a client that is none", ["clone", weaveId, "--verify-with-client", "/bin/true"], /does not say which version/],
    ["a client that is not there", ["clone", weaveId, "--verify-with-client", "./no"], /nothing was written/],
  ])("%s", async (_, args, says) => {
    const root = reshapeHome();
    const scene = reshapeHome(weave(6), {
      host: { node: process.execPath, path: "/usr/bin:/bin", tempDir: root.home },
    });
    await checkRefused(scene, args, says);
  });

  test("an agent's log", async () => {
    const scene = reshapeHome();
    addSidecars(scene);
    const agent = join(scene.folder, weaveId, "subagents", `agent-${agentId}.jsonl`);
    for (const command of ["clone", "trim", "delete", "keep", "title"])
      await checkRefused(scene, [command, agent], /is the log of an agent/);
  });

  test("a folder, a file without a line, and one without an entry", async () => {
    const scene = reshapeHome();
    for (const [name, content] of [
      ["empty", ""],
      ["junk", "not json\n"],
    ] as const) {
      const path = join(scene.folder, `${name}.jsonl`);
      writeFileSync(path, content);
      utimesSync(path, 1, 1);
      await checkRefused(scene, ["clone", path], /holds no entry of a conversation/);
    }
    await checkRefused(scene, ["repair", join(scene.folder, "junk.jsonl")], /holds no entry of a conversation/);
    mkdirSync(join(scene.folder, "folder.jsonl"));
    await checkRefused(scene, ["clone", join(scene.folder, "folder.jsonl")], /is a folder/);
  });
});

const changing: readonly (readonly string[])[] = [
  ["clone", weaveId],
  ["fork", weaveId, "--at", "2"],
  ["split", weaveId, "--at", "2"],
  ["trim", weaveId],
  ["compress", weaveId],
  ["move", weaveId, "--to", "/x"],
  ["delete", weaveId],
];

describe("a session in use is refused, and --force does not help, by", () => {
  test.each([...changing, ["title", weaveId, "--native", "Now"]])("clew %s", async (...args) => {
    const scene = reshapeHome();
    register(scene, weaveId);
    await checkRefused(scene, args, new RegExp(`is in use: process ${process.pid} has it open`));
    if (args[0] !== "title") await checkRefused(scene, [...args, "--force"], /is in use/);
  });
});

describe("a session that was written to a moment ago is refused, unless --force says so, by", () => {
  test.each(changing)("clew %s", async (...args) => {
    const scene = reshapeHome();
    touch(scene);
    await checkRefused(scene, args, /was written to 5 s ago.*say --force/);
    const said = args[0] === "move" ? notThere("/x") : "";
    expect(await scene.run(...args, "--force")).toMatchObject({ code: 0, err: said });
  });
});

test("a session in use can be kept, and given a title of clew's own", async () => {
  const scene = reshapeHome();
  register(scene, weaveId);
  expect(await scene.json("keep", weaveId)).toMatchObject({ copied: 1, live: true });
  expect(await scene.json("title", weaveId, "Rows")).toMatchObject({ title: "Rows" });
});

test("too little space is told with numbers before anything is written", async () => {
  const plain = reshapeHome();
  const { world } = plain.io;
  if (world === undefined) throw new Error("a scene has a world");
  const full = { ...world, disk: { ...world.disk, freeBytes: () => 40_960 } };
  const scene = { ...plain, run: (...args: readonly string[]) => clew(args, { ...plain.io, world: full }) };
  await checkRefused(scene, ["clone", weaveId], /not enough space at .*: \d+ KiB are needed, 40 KiB are free/);
  await checkRefused(scene, ["trim", weaveId, "--dry-run"], /not enough space/);
  await checkRefused(scene, ["keep", weaveId], /not enough space/);
});

test("a dry run says when there would be no room for the real one, though there is for trying it out", async () => {
  const plain = reshapeHome();
  const { world } = plain.io;
  if (world === undefined) throw new Error("a scene has a world");
  const freeBytes = (folder: string): number => (folder.includes("projects") ? 40_960 : 1e12);
  const look = (path: string): DiskFacts | undefined => {
    const facts = world.disk.look(path);
    return facts && { ...facts, device: facts.kind === "folder" && path.includes("projects") ? 7n : facts.device };
  };
  const full = { ...world, disk: { ...world.disk, freeBytes, look } };
  const { code, err } = await clew(["clone", weaveId, "--dry-run"], { ...plain.io, world: full });
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^clew: without --dry-run this would be refused now: not enough/),
  ]);
});

async function checkRefused(scene: ReshapeHome, args: readonly string[], says: RegExp): Promise<void> {
  const before = scene.state();
  const { code, out, err } = await scene.run(...args);
  expect(err).toMatch(says);
  expect(err).toMatch(/^clew: [^\n]+\n$/);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(scene.state()).toEqual(before);
}

/** Five seconds before the scene's clock. */
function touch({ path, io }: ReshapeHome): void {
  const seconds = (io.world?.nowMs() ?? 0) / 1000 - 5;
  utimesSync(path, seconds, seconds);
}
