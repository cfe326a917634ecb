// Dry runs and undo -> what the real run would refuse is refused or said, and what may be named instead can be undone.
import { appendFileSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ReshapeHome, register, reshapeHome, weaveId } from "./reshape-home.ts";

/** What the dry run says is what the real run says then, and the dry run changes nothing. */
async function refusedAlike(scene: ReshapeHome, ...args: readonly string[]): Promise<string> {
  const before = scene.state();
  const dry = await scene.run(...args, "--dry-run");
  expect(scene.state()).toEqual(before);
  const real = await scene.run(...args);
  expect(dry).toEqual(real);
  expect(dry.code).toBe(2);
  return dry.err;
}

describe("a dry run refuses", () => {
  test("the undo of a result that a client went on with", async () => {
    const scene = reshapeHome();
    const { path, operation } = await scene.json("clone", weaveId);
    appendFileSync(String(path), '{"type":"mode","mode":"plan"}\n');
    expect(await refusedAlike(scene, "undo", String(operation))).toMatch(/was changed since/);
  });

  test("the undo of a delete whose session was restored since", async () => {
    const scene = reshapeHome();
    await scene.run("keep", weaveId);
    const { operation } = await scene.json("delete", weaveId);
    await scene.run("restore", weaveId);
    expect(await refusedAlike(scene, "undo", String(operation))).toMatch(/exists already, and nothing is ever written/);
  });

  test("to restore a session that is there, and names no way that there is not", async () => {
    const scene = reshapeHome();
    await scene.run("keep", weaveId);
    expect(await refusedAlike(scene, "restore", weaveId)).toMatch(
      /exists already, and nothing is ever written over \(what is there stays; to have the other one instead, move it away first\)/,
    );
  });

  test("an empty title in the log", async () => {
    expect(await refusedAlike(reshapeHome(), "title", weaveId, "--native")).toMatch(/cannot be empty/);
  });
});

test.each([
  ["delete", ["delete", weaveId]],
  ["a title in the log", ["title", weaveId, "--native", "New"]],
])("a dry run of %s says that a session in use would be refused", async (_, args) => {
  const scene = reshapeHome();
  expect((await scene.run(...args, "--dry-run")).err).toBe("");
  register(scene, weaveId);
  const { code, err } = await scene.run(...args, "--dry-run");
  expect(code).toBe(0);
  expect(err).toMatch(/^clew: without --dry-run this would be refused now: .* is in use: process \d+ has it open/);
  expect((await scene.run(...args)).code).toBe(2);
});

describe("undo", () => {
  test("of a title says so where its session is gone", async () => {
    const scene = reshapeHome();
    const { operation } = await scene.json("title", weaveId, "Six rows");
    rmSync(scene.path);
    expect(await refusedAlike(scene, "undo", String(operation))).toMatch(/cannot be undone: .* is gone; bring the/);
  });

  test("of nothing offers only what can be undone", async () => {
    const scene = reshapeHome();
    expect(await refusedAlike(scene, "undo", "nosuch")).toMatch(/begins with "nosuch" \(there is nothing to undo\)/);
    const { operation } = await scene.json("clone", weaveId);
    const { operation: titled } = await scene.json("title", weaveId, "Six rows");
    await scene.json("undo", String(operation));
    const err = await refusedAlike(scene, "undo", "nosuch");
    expect(err).toContain(`(what can be undone: ${String(titled).slice(0, 8)} (title, `);
    expect(err).not.toContain(String(operation).slice(0, 8));
  });

  test("of nothing names the last three that can be undone, as the history does, and how many more there are", async () => {
    const scene = reshapeHome();
    for (let at = 0; at < 3; at++) await scene.run("clone", weaveId);
    expect((await scene.run("undo", "nosuch")).err).not.toContain("more");
    await scene.run("clone", weaveId);
    await scene.run("clone", weaveId);
    expect((await scene.run("undo", "nosuch")).err).toMatch(
      /\(what can be undone: (?:[0-9a-f]{8} \(clone, 2026-11-15 18:00 UTC\), ){3}and 2 more: `clew history` tells them\)\n$/,
    );
  });

  test("of a session that clew did not make says so", async () => {
    const scene = reshapeHome();
    const { operation } = await scene.json("title", weaveId, "Six rows");
    const err = await refusedAlike(scene, "undo", weaveId.slice(0, 8));
    expect(err).toContain(`clew did not make session ${weaveId}, so there is no making of it to undo`);
    expect(err).toContain(String(operation).slice(0, 8));
  });
});
