// Files that are no session -> refused in one line by what would write to them or move them; a damaged log is still a session.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ReshapeHome, aged, bytesAt, reshapeHome, weave, weaveId } from "./reshape-home.ts";

const emptyId = "b7b7b7b7-0000-4000-8000-000000000007";
const noise = Uint8Array.from({ length: 600 }, (_, at) => (at * 151 + 7) % 256);

const strangers: readonly (readonly [string, string, string | Uint8Array])[] = [
  ["a page", "README.md", "# Loom\n\nWeave.\n"],
  ["a package", "package.json", '{\n  "name": "loom",\n  "bin": { "loom": "x.js" }\n}\n'],
  ["a package in one line", "flat.json", '{"name":"loom","type":"module"}\n'],
  ["lines of another program", "events.jsonl", '{"type":"user","name":"ada"}\n{"type":"system"}\n'],
  ["an empty file", "empty.jsonl", ""],
  ["an empty file with an id for a name, but in no home", `${emptyId}.jsonl`, ""],
  ["noise", "noise.jsonl", noise],
];

const askings: readonly (readonly string[])[] = [["delete"], ["title", "--native", "Rows"], ["title", "Rows"]];

describe("what holds no entry of a session is neither deleted nor called something:", () => {
  test.each(strangers)("%s", async (_, name, content) => {
    const scene = reshapeHome();
    const path = put(join(scene.home, "..", "work", name), content);
    for (const [command = "", ...words] of askings) {
      await checkRefused(scene, [command, path, ...words]);
      await checkRefused(scene, [command, path, ...words, "--dry-run"]);
    }
    expect(readFileSync(path)).toEqual(Buffer.from(content));
  });

  test("and a session that is named along with it stays too", async () => {
    const scene = reshapeHome();
    await checkRefused(scene, ["delete", weaveId, put(join(scene.home, "..", "notes.jsonl"), "notes\n")]);
  });
});

describe("a log in its place without a readable line", () => {
  test.each([
    ["empty", ""],
    ["noise", noise],
  ])("is tidied away, comes back, and gets no title in it: %s", async (_, content) => {
    const scene = reshapeHome();
    const path = put(join(scene.folder, `${emptyId}.jsonl`), content);
    await checkRefused(scene, ["title", emptyId, "--native", "Rows"]);
    expect(await scene.json("delete", emptyId, "--dry-run")).toMatchObject({ sessions: [{ path }] });
    const { operation } = await scene.json("delete", emptyId);
    await scene.json("undo", String(operation));
    expect(readFileSync(path)).toEqual(Buffer.from(content));
  });
});

test.each([
  ["an entry behind noise", `\u0000\u0001 noise\n${weave(1)}`],
  ["an entry glued to a torn one", `{"type":"user","message":{"ro${weave(1).split("\n")[0] ?? ""}\n`],
  ["a summary of an old client", '{"type":"summary","summary":"Rows","leafUuid":"a7"}\n'],
])("a log that still holds something is a session, wherever it stands: %s", async (_, content) => {
  const scene = reshapeHome();
  const path = put(join(scene.home, "..", "work", "old.jsonl"), content);
  await scene.json("title", path, "--native", "Rows");
  expect(bytesAt(path)).toContain('"customTitle":"Rows"');
  expect(await scene.json("delete", aged(path))).toMatchObject({ sessions: [{ path }] });
});

test("a title that the session has already is not given again", async () => {
  const scene = reshapeHome();
  await scene.json("title", weaveId, "--native", "Rows");
  aged(scene.path);
  await scene.json("title", weaveId, "Own rows");
  const before = scene.state();
  for (const words of [["--native", "Rows"], ["Own rows"]]) {
    const [title] = words.slice(-1);
    const said = { code: 0, out: `${weaveId}  has the title ${title} already\n`, err: "" };
    expect(await scene.run("title", weaveId, ...words)).toEqual(said);
    expect(await scene.run("title", weaveId, ...words, "--dry-run")).toEqual(said);
    expect(await scene.json("title", weaveId, ...words)).toEqual({
      sessionId: weaveId,
      path: scene.path,
      title,
      before: title,
      operation: null,
    });
  }
  expect(scene.state()).toEqual(before);
  expect(await scene.json("title", weaveId, "--native", "Other rows")).toMatchObject({ before: "Rows" });
});

async function checkRefused(scene: ReshapeHome, args: readonly string[]): Promise<void> {
  const before = scene.state();
  const { code, out, err } = await scene.run(...args);
  expect(err).toMatch(/^clew: [^\n]+ holds no entry of a session \(name a session's log[^\n]+\)\n$/);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(scene.state()).toEqual(before);
}

function put(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return aged(path);
}
