// keep and restore through the command line: what each prints, and that nothing is lost on the way.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { addSidecars, aged, bytesAt, reshapeHome, weave, weaveId } from "./reshape-home.ts";
import { stateOf, writeLog } from "./tree.ts";

describe("a kept session", () => {
  test("comes back whole after its files are gone, and the copy stays", async () => {
    const scene = reshapeHome();
    addSidecars(scene);
    const before = stateOf(scene.home);
    const kept = await scene.json("keep", weaveId);
    expect(kept).toMatchObject({ sessionId: weaveId, copied: 7, unchanged: 0, live: false });
    rmSync(scene.home, { recursive: true });
    const [listed] = await scene.all("restore");
    const totalBytes = [...before.values()].reduce((sum, bytes) => sum + Buffer.from(bytes, "base64").length, 0);
    expect(listed).toMatchObject({ sessionId: weaveId, path: scene.path, files: 7, folder: kept["folder"] });
    expect(listed).toMatchObject({ totalBytes, isThere: false, title: "Weave row 1.", cwd: "/home/ada/loom" });
    expect(await scene.json("restore", weaveId.slice(0, 6))).toMatchObject({ sessionId: weaveId, path: scene.path });
    expect(stateOf(scene.home)).toEqual(before);
    expect((await scene.run("restore", weaveId)).err).toMatch(/exists already/);
  });

  test("is listed with what it is known by, its whole size, and whether its log is gone", async () => {
    const scene = reshapeHome();
    addSidecars(scene);
    const { folder } = await scene.json("keep", weaveId);
    const listed = async (): Promise<string> => {
      const { out } = await clew(["restore"], { ...scene.io, nowMs: Date.now() });
      return out.split("\n")[1] ?? "";
    };
    expect(await listed()).toMatch(/^a7a7a7a7 {2}just now {2}there +7 +[\d.]+ kB {2}loom +Weave row 1\.$/);
    rmSync(scene.path);
    expect(await listed()).toContain("just now  gone ");
    await scene.run("restore", "Weave row 1.");
    expect(await listed()).toContain("just now  there ");
    rmSync(String(folder), { recursive: true });
    expect((await scene.run("restore", "Weave row 1.")).code).toBe(2);
  });

  test("is told in a dry run with every file that would come back", async () => {
    const scene = reshapeHome();
    addSidecars(scene);
    await scene.run("keep", weaveId);
    rmSync(scene.path);
    const before = scene.state();
    expect((await scene.run("restore", weaveId, "--dry-run")).out).toMatch(
      new RegExp(`^would put back 1 file of ${weaveId} \\([\\d.]+ kB\\):\n {2}${scene.path}\n$`),
    );
    expect(scene.state()).toEqual(before);
    rmSync(scene.home, { recursive: true });
    const { out } = await scene.run("restore", weaveId, "--dry-run");
    expect(out).toMatch(/^would put back 7 files .*\n(?: {2}\/.*\n){5} {2}and 2 more files of it\n$/);
    expect(out.split("\n")[1]).toBe(`  ${scene.path}`);
    expect((await scene.json("restore", weaveId, "--dry-run"))["paths"]).toHaveLength(7);
  });

  test("whose copy was taken away is still listed", async () => {
    const scene = reshapeHome();
    const { folder } = await scene.json("keep", weaveId);
    for (const path of stateOf(String(folder)).keys()) if (path.endsWith(`${weaveId}.jsonl`)) rmSync(path);
    expect(await scene.run("restore")).toMatchObject({ code: 0, err: "" });
  });

  test("is not copied again while it is the same", async () => {
    const scene = reshapeHome();
    expect((await scene.run("keep", weaveId)).out).toMatch(/ {2}1 file kept in /);
    expect((await scene.run("keep", weaveId)).out).toMatch(/ {2}was kept already in /);
    expect(await scene.json("keep", weaveId)).toMatchObject({ copied: 0, unchanged: 1, operation: null });
  });

  test("is still kept when it was put back, and is not copied again", async () => {
    const scene = reshapeHome();
    addSidecars(scene);
    await scene.run("keep", weaveId);
    rmSync(scene.home, { recursive: true });
    await scene.run("restore", weaveId);
    expect((await scene.json("ls"))["tags"]).toEqual(["kept"]);
    expect(await scene.json("keep", weaveId, "--dry-run")).toMatchObject({ copied: 0, unchanged: 7 });
    expect(await scene.json("keep", weaveId)).toMatchObject({ copied: 0, unchanged: 7, operation: null });
    expect((await scene.json("ls"))["tags"]).toEqual(["kept"]);
    const other = bytesAt(scene.path).replace("Weave", "Wove!");
    writeFileSync(scene.path, other);
    expect((await scene.json("ls"))["tags"]).toEqual([]);
    expect(await scene.json("keep", weaveId)).toMatchObject({ copied: 1, unchanged: 6 });
  });

  test("is found by its age, or with all others", async () => {
    const scene = reshapeHome();
    const young = "a9a9a9a9-0000-4000-8000-000000000009";
    aged(writeLog(scene.home, `-home-ada-loom/${young}`, weave(1).replaceAll(weaveId, young)));
    const ids = async (...flags: readonly string[]) =>
      (await scene.all("keep", ...flags)).map((one) => one["sessionId"]);
    expect(await ids("--older-than", "10d")).toEqual([weaveId]);
    expect(new Set(await ids("--all"))).toEqual(new Set([weaveId, young]));
    expect(await scene.run("keep", "--older-than", "9000d")).toMatchObject({
      code: 1,
      err: "clew: there is nothing to keep\n",
    });
  });

  test("is taken out of the data folder again by undo", async () => {
    const scene = reshapeHome();
    const { operation, folder } = await scene.json("keep", weaveId);
    expect(await scene.json("undo", String(operation))).toMatchObject({ undone: operation, command: "keep" });
    expect(existsSync(String(folder))).toBe(false);
    expect((await scene.run("restore")).code).toBe(1);
  });
});
