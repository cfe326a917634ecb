// Sessions that clew made or took away -> undone by any name they have, and told where they are when somebody asks for them.
import { appendFileSync, existsSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { aged, reshapeHome, weave, weaveId } from "./reshape-home.ts";
import { writeLog } from "./tree.ts";

describe("a session that clew made is undone by", () => {
  const names: readonly (readonly [string, (made: { readonly id: string; readonly path: string }) => string])[] = [
    ["its id", ({ id }) => id],
    ["the beginning of its id", ({ id }) => id.slice(0, 13)],
    ["its path", ({ path }) => path],
    ["its title in the log", () => "Weave row 1. Again."],
    ["its title of clew's own", () => "Own rows"],
  ];
  test.each(names)("%s", async (_, nameOf) => {
    const scene = reshapeHome(weave(2).replaceAll("Weave row 1.", "Weave row 1. Again."));
    const { sessionId, path } = await scene.json("clone", weaveId);
    await scene.json("title", String(sessionId), "Own rows");
    await scene.json("title", weaveId, "--native", "The source");
    aged(scene.path);
    const name = nameOf({ id: String(sessionId), path: String(path) });
    expect(await scene.run("undo", name, "--dry-run")).toMatchObject({ code: 0, err: "" });
    expect(await scene.json("undo", name)).toMatchObject({ command: "clone" });
    expect([existsSync(String(path)), existsSync(scene.path)]).toEqual([false, true]);
  });

  test("a path from the current folder, also when it is a deleted one's", async () => {
    const scene = reshapeHome();
    const path = relative(scene.io.cwd ?? "", scene.path);
    await scene.json("delete", path);
    expect(await scene.json("undo", path)).toMatchObject({ command: "delete" });
    expect(existsSync(scene.path)).toBe(true);
  });

  test("no name that others share", async () => {
    const scene = reshapeHome();
    await scene.json("clone", weaveId);
    const { code, err } = await scene.run("undo", "Weave row 1.");
    expect(err).toMatch(/^clew: 2 sessions have the title "Weave row 1\." \(name one by its id: [^\n]+\)\n$/);
    expect(code).toBe(2);
  });

  test("nothing, when clew did not make it", async () => {
    const scene = reshapeHome();
    expect((await scene.run("undo", weaveId)).err).toContain(`clew did not make session ${weaveId}`);
  });

  test("@last, if it was done last, whichever session is the newest", async () => {
    const scene = reshapeHome();
    const clones = [await scene.json("clone", weaveId), await scene.json("clone", weaveId)];
    await scene.json("delete", weaveId);
    expect(await scene.json("undo", "@last")).toMatchObject({ command: "delete" });
    for (const { operation } of clones.toReversed())
      expect(await scene.json("undo", "@last")).toMatchObject({ command: "clone", undone: operation });
    expect(existsSync(scene.path)).toBe(true);
    expect((await scene.run("undo", "@last")).err).toContain("there is nothing to undo");
  });
});

describe("what can be undone is told without", () => {
  const offered = async (...steps: readonly (readonly string[])[]) => {
    const scene = reshapeHome();
    const operations: string[] = [];
    for (const step of steps) {
      const done = await scene.json(...step);
      aged(existsSync(scene.path) ? scene.path : scene.home);
      operations.push(String(done["operation"]).slice(0, 8));
    }
    const { err } = await scene.run("undo", "nosuch");
    return operations.map((op) => err.includes(op));
  };

  test("a title that another followed", async () => {
    expect(await offered(["title", weaveId, "One"], ["title", weaveId, "Two"])).toEqual([false, true]);
  });

  test("the first title in a log, and one that another followed there", async () => {
    const title = (text: string) => ["title", weaveId, "--native", text];
    expect(await offered(title("One"), title("Two"), title("Three"))).toEqual([false, false, true]);
  });

  test("what is done to a session that was deleted since", async () => {
    expect(await offered(["title", weaveId, "One"], ["delete", weaveId])).toEqual([false, true]);
  });

  test("a result that grew, or that is gone", async () => {
    const scene = reshapeHome();
    const [grown, gone, whole] = [
      await scene.json("clone", weaveId),
      await scene.json("clone", weaveId),
      await scene.json("clone", weaveId),
    ];
    appendFileSync(String(grown["path"]), '{"type":"mode","mode":"plan"}\n');
    rmSync(String(gone["path"]));
    const { err } = await scene.run("undo", "nosuch");
    const isOffered = [grown, gone, whole].map((one) => err.includes(String(one["operation"]).slice(0, 8)));
    expect(isOffered).toEqual([false, false, true]);
  });

  test("anything at all, where nothing can be", async () => {
    const scene = reshapeHome();
    await scene.json("title", weaveId, "--native", "One");
    expect((await scene.run("undo", "nosuch")).err).toContain("(there is nothing to undo)");
  });
});

describe("a session in clew's trash", () => {
  const near = weaveId.replace("a7a7a7a7", "a7a7a7a8");

  test("is told by its id, a beginning of it, its path and its title, with what brings it back", async () => {
    const scene = reshapeHome();
    aged(writeLog(scene.home, `-home-ada-loom/${near}`, weave(1).replaceAll(weaveId, near)));
    await scene.json("title", weaveId, "Six rows");
    const { operation } = await scene.json("delete", weaveId);
    const said =
      `clew: session ${weaveId} was deleted and lies in clew's trash ` +
      `(\`clew undo ${String(operation).slice(0, 8)}\` brings it back)\n`;
    for (const name of [weaveId, weaveId.slice(0, 8), weaveId.toUpperCase(), scene.path, "Six rows"])
      for (const command of ["show", "clone", "keep", "delete", "resume", "context"])
        expect(await scene.run(command, name)).toEqual({ code: 2, out: "", err: said });
    await scene.json("undo", String(operation));
    expect((await scene.run("session", weaveId)).code).toBe(0);
  });

  test("does not stand in the way of one that is there", async () => {
    const scene = reshapeHome();
    aged(writeLog(scene.home, `-home-ada-loom/${near}`, weave(1).replaceAll(weaveId, near)));
    for (const id of [weaveId, near]) await scene.json("title", id, "Rows");
    await scene.json("delete", weaveId);
    for (const name of ["a7a7a7a", "Rows"]) expect((await scene.run("session", name)).out).toContain(near);
  });

  test("is told as undone where its making was", async () => {
    const scene = reshapeHome();
    const id = String((await scene.json("clone", weaveId))["sessionId"]);
    const trash = String((await scene.json("undo", id))["trash"]);
    expect((await scene.run("show", id)).err).toBe(
      `clew: session ${id} was undone and lies in clew's trash: ${trash} ` +
        `(\`clew history ${id}\` tells which command makes it again)\n`,
    );
  });

  test("that begins as another there does is asked for with more of its id", async () => {
    const scene = reshapeHome();
    aged(writeLog(scene.home, `-home-ada-loom/${near}`, weave(1).replaceAll(weaveId, near)));
    await scene.json("delete", weaveId, near);
    const { err } = await scene.run("show", "a7a7a7a");
    expect(err).toBe(`clew: "a7a7a7a" means 2 sessions in clew's trash (give more of the id: ${weaveId}, ${near})\n`);
  });
});
