// What people call files and folders, from elsewhere and after a move -> the ones that are meant.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFilesHome, filesHome, first, save, write } from "./files-home.ts";
import { craftLog } from "../files/crafted-log.ts";
import { aged } from "./reshape-home.ts";
import { scratchFolder } from "./tree.ts";

describe("from another folder", () => {
  test("blame takes the end of a path, as files does", async () => {
    const scene = filesHome();
    const { code, out } = await scene.run(["blame", "work/app.ts"], { cwd: scratchFolder() });
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toMatch(/^f11e5000 .* 1\) one$/);
  });

  test("recover takes the last name of a folder", async () => {
    const scene = filesHome();
    const cwd = scratchFolder();
    const { out, err } = await scene.run(["recover", "lib/", "--out", "found", "--json"], { cwd });
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({ path: scene.at("lib/agent.ts") });
  });

  test("recover asks which, where several folders have that name", async () => {
    const scene = emptyFilesHome();
    const log = craftLog("2.1.325", first);
    log.prompt("two of them");
    for (const name of ["a/lib/x.ts", "b/lib/y.ts"]) write(log, scene.at(name), "x\n");
    save(scene.home, log, "2026-05-01");
    const { code, err } = await scene.run(["recover", "lib", "--out", "found"], { cwd: scratchFolder() });
    expect(code).toBe(2);
    expect(err).toMatch(/2 folders that sessions know end in "lib" \(name one in full: \S+\/a\/lib, \S+\/b\/lib\)/);
  });
});

test("the files of a session that was moved are known under both folders", async () => {
  const scene = emptyFilesHome();
  const log = craftLog("2.1.325", first);
  log.prompt("make it");
  write(log, "/p/app.ts", "one\n");
  aged(save(scene.home, log, "2026-05-01"));
  const data = join(scene.work, "data");
  mkdirSync(data);
  const moved = await scene.run(["move", first, "--to", scene.work], { dataDir: data });
  expect(moved.err).toBe("");
  writeFileSync(scene.at("app.ts"), "one\n");
  expect((await scene.json("files")).map(({ path }) => path)).toEqual(["/p/app.ts", scene.at("app.ts")]);
  expect(await scene.json("blame", "app.ts")).toMatchObject([{ line: 1, grade: "exact", prompt: "make it" }]);
});

test("a file of which only the line ends are in doubt is shown apart from one with unknown lines", async () => {
  const scene = emptyFilesHome();
  const log = craftLog("2.1.325", first);
  log.prompt("look");
  const read = (filePath: string, totalLines: number): void => {
    const file = { filePath, content: "c\nd", numLines: 2, startLine: 1, totalLines };
    log.call("Read", { file_path: filePath }, { result: { type: "text", file } });
  };
  read("/p/whole.ts", 2);
  read("/p/part.ts", 9);
  save(scene.home, log, "2026-05-01");
  const { out } = await scene.run(["files"]);
  expect(out).toMatch(/ partial \(text known\) +\/p\/whole\.ts/);
  expect(out).toMatch(/ partial +\/p\/part\.ts/);
});

test("files that came with their folder are found by the names they have now", async () => {
  const scene = emptyFilesHome();
  const log = craftLog("2.1.325", first);
  log.prompt("make it");
  write(log, scene.at("src/a.ts"), "one\n");
  const command = `mv ${scene.at("src")} ${scene.at("lib")}`;
  log.call("Bash", { command }, { result: { stdout: "", stderr: "", interrupted: false } });
  save(scene.home, log, "2026-05-01");
  scene.put("lib/a.ts", "one\n");
  expect((await scene.json("files", "log", "lib/a.ts")).at(-1)).toMatchObject({ exists: true, findings: [] });
  expect(await scene.json("blame", "lib/a.ts")).toMatchObject([{ line: 1, session: first }]);
  expect(await scene.json("recover", "lib", "--out", "x")).toMatchObject([{ path: scene.at("lib/a.ts") }]);
});
