// `clew move` -> which folder a session leaves: the one it belongs to, whatever folder most of its entries were written in.
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { aged, bytesAt, reshapeHome, weaveId } from "./reshape-home.ts";
import { call, say, smallLog } from "./small-log.ts";

const below = { cwd: "/home/ada/loom/frontend" };

/** Fewer entries in the project than below it; a log that begins below has the first turn there too. */
function wandered(first: { readonly cwd?: string } = {}): string {
  const log = smallLog({ sessionId: weaveId });
  log.prompt("Weave.", first);
  log.answer("msg_1", say("Woven."), first);
  log.prompt("Go on.", below);
  log.answer("msg_2", call("toolu_1", "Read", { file_path: "/home/ada/loom/frontend/a.ts" }), below);
  log.result("toolu_1", "a", below);
  for (const turn of [1, 2, 3]) log.prompt(`And row ${turn}.`, below);
  log.answer("msg_3", say("Done."), { cwd: "/home/ada/loom" });
  return log.text();
}

const cwdsIn = (path: unknown): readonly string[] => [
  ...new Set([...bytesAt(path).matchAll(/"cwd":"([^"]+)"/g)].map(([, cwd]) => cwd ?? "")),
];

describe("a session that went into a subfolder", () => {
  test.each([
    ["by its id", weaveId],
    ["by its folder", "/home/ada/loom"],
  ])("moves as a whole, named %s: subfolders keep their names", async (_, name) => {
    const scene = reshapeHome(wandered());
    const { path, resume, sessionId } = await scene.json("move", name, "--to", "/srv/new");
    expect(cwdsIn(path)).toEqual(["/srv/new", "/srv/new/frontend"]);
    expect(bytesAt(path)).toContain('"file_path":"/srv/new/frontend/a.ts"');
    expect(resume).toBe(`cd /srv/new && claude --resume ${String(sessionId)}`);
    rmSync(scene.path);
    const printed = await scene.run("resume", "--print", String(sessionId));
    expect(printed.out).toBe(`${String(resume)}\n`);
    expect((await scene.json("session", aged(path)))["cwd"]).toBe("/srv/new");
    expect((await scene.json("ls"))["cwd"]).toBe("/srv/new");
  });

  test("belongs to the folder whose slug it stands in, though it begins below", async () => {
    const scene = reshapeHome(wandered(below));
    const { path, resume, sessionId } = await scene.json("move", weaveId, "--to", "/srv/new");
    expect(cwdsIn(path)).toEqual(["/srv/new/frontend", "/srv/new"]);
    expect((await scene.run("resume", "--print", String(sessionId))).out).toBe(`${String(resume)}\n`);
  });

  test("is said to stand there already where it is moved to its own folder", async () => {
    const { code, err } = await reshapeHome(wandered()).run("move", weaveId, "--to", "/home/ada/loom");
    expect(code).toBe(2);
    expect(err).toBe('clew: the session belongs to "/home/ada/loom" already (nothing has to be moved)\n');
  });
});

test.each([["--to"], ["--from"], ["--to-home"]])("an empty %s is no folder", async (flag) => {
  const scene = reshapeHome();
  const before = scene.state();
  const { code, err } = await scene.run("move", weaveId, ...(flag === "--from" ? ["--to", "/x"] : []), flag, "");
  expect(code).toBe(2);
  expect(err).toContain(`${flag} names no folder`);
  expect(scene.state()).toEqual(before);
});

describe("a folder to move to", () => {
  test("that is not there yet is said to be missing, and the session is moved all the same", async () => {
    const scene = reshapeHome();
    const { code, out, err } = await scene.run("move", weaveId, "--to", "/nowhere/yet");
    expect(code).toBe(0);
    expect(err).toBe("clew: /nowhere/yet is not there yet: make it before you go on with the session there\n");
    expect(out).toContain("\n  30 lines kept but for ids and paths, 0 changed otherwise, 0 dropped, 0 added\n");
  });

  test("that is there needs no word", async () => {
    const scene = reshapeHome();
    expect((await scene.run("move", weaveId, "--to", scene.data)).err).toBe("");
  });
});
