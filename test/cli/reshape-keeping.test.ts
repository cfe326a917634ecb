// delete, title, history and undo through the command line: what each prints, and that nothing is lost on the way.
import { appendFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { type ReshapeHome, addSidecars, aged, bytesAt, parsed, reshapeHome, weave, weaveId } from "./reshape-home.ts";
import { stateOf, writeLog } from "./tree.ts";

describe("a deleted session", () => {
  test("is told before it goes", async () => {
    const scene = reshapeHome();
    const before = scene.state();
    expect(await scene.json("delete", weaveId, "--dry-run")).toEqual({
      operation: null,
      trash: null,
      sessions: [{ sessionId: weaveId, path: scene.path }],
      dryRun: true,
    });
    expect((await scene.run("delete", weaveId, "--dry-run")).out).toBe(
      `would move ${scene.path} and what belongs to it to the trash\n`,
    );
    expect(scene.state()).toEqual(before);
  });

  test("comes back with all that belongs to it, times included", async () => {
    const scene = reshapeHome();
    addSidecars(scene);
    const before = stateOf(scene.home);
    const { out } = await scene.run("delete", weaveId, weaveId);
    expect(out).toMatch(/^1 session moved to .*\n {2}a7a7a7a7-\S+ of \S+\nbring back with: clew undo [0-9a-f]{8}\n$/);
    expect([...stateOf(scene.home).keys()]).toEqual([]);
    expect((await scene.run("show", weaveId)).code).toBe(2);
    expect((await scene.run("history", weaveId)).out).toContain("  delete  a7a7a7a7");
    const undo = /undo ([0-9a-f]{8})/.exec(out)?.[1] ?? "";
    expect((await scene.run("undo", undo)).out).toMatch(
      /^delete [0-9a-f]{8} was undone\n {2}a7a7a7a7-\S+ is back: \S+\n$/,
    );
    expect(stateOf(scene.home)).toEqual(before);
    expect((await scene.run("undo", undo)).err).toMatch(/was undone already/);
    await scene.run("delete", weaveId);
    expect((await scene.run("restore", weaveId)).err).toContain("`clew undo SESSION` brings back");
    expect((await scene.run("undo", weaveId)).out).toMatch(
      /^delete [0-9a-f]{8} was undone\n {2}a7a7a7a7-\S+ is back: \S+\n$/,
    );
    expect(stateOf(scene.home)).toEqual(before);
    expect((await scene.run("undo", weaveId)).err).toMatch(/was undone already/);
  });
});

describe("undo", () => {
  test("takes a result away, named by operation or session, and the command makes it again", async () => {
    const scene = reshapeHome();
    for (const name of ["operation", "sessionId"]) {
      const made = await scene.json("clone", weaveId);
      const { trash, command } = await scene.json("undo", String(made[name]).slice(0, 13).toUpperCase());
      expect(command).toBe("clone");
      expect(existsSync(String(made["path"]))).toBe(false);
      expect(existsSync(String(trash))).toBe(true);
    }
    expect(existsSync(scene.path)).toBe(true);
  });

  test("takes both parts of a split away", async () => {
    const scene = reshapeHome();
    const [front, back] = await scene.all("split", weaveId, "--at", "2");
    await scene.json("undo", String(back?.["sessionId"]));
    expect([front, back].map((one) => existsSync(String(one?.["path"])))).toEqual([false, false]);
  });

  test("takes back several at once, and what is refused does not keep the others", async () => {
    const scene = reshapeHome();
    const [one, two] = [await scene.json("clone", weaveId), await scene.json("clone", weaveId)];
    const { code, out, err } = await scene.run("undo", String(one["operation"]), "ffffffff", String(two["sessionId"]));
    expect(out).toMatch(
      new RegExp(
        [one, two]
          .map(
            ({ operation, sessionId }) =>
              `^clone ${String(operation).slice(0, 8)} was undone\n  ${String(sessionId)} is in \\S+\n`,
          )
          .join(""),
        "m",
      ),
    );
    expect(err).toMatch(/^clew: no operation and no session [^\n]*"ffffffff"[^\n]*\n$/);
    expect(code).toBe(2);
    expect([one, two].map(({ path }) => existsSync(String(path)))).toEqual([false, false]);
  });

  test("leaves a result alone that a client went on with", async () => {
    const scene = reshapeHome();
    const { path, operation } = await scene.json("clone", weaveId);
    appendFileSync(String(path), '{"type":"mode","mode":"plan"}\n');
    const { code, err } = await scene.run("undo", String(operation));
    expect(err).toMatch(/cannot be undone: .* was changed since/);
    expect(code).toBe(2);
    expect(existsSync(String(path))).toBe(true);
  });
});

describe("a title of clew's own", () => {
  const titleOf = async ({ run }: ReshapeHome) => (await run("show", weaveId)).out.split("\n")[0];

  test("is shown, names the session, and goes again; the log is not touched", async () => {
    const scene = reshapeHome();
    const before = bytesAt(scene.path);
    expect(await scene.json("title", weaveId, "Six", "red\u001B[31m\nrows")).toMatchObject({
      sessionId: weaveId,
      path: scene.path,
      title: "Six red [31m rows",
      before: null,
    });
    expect((await scene.run("title", weaveId, "Six rows")).out).toBe(`${weaveId}  Six rows\n`);
    expect(await titleOf(scene)).toBe("Six rows");
    expect((await scene.run("ls")).out).toMatch(/ Six rows\n/);
    expect(await scene.json("ls", "--title", "six ROWS")).toMatchObject({
      title: "Six rows",
      titleSource: "clew-title",
    });
    const hits = await scene.run("search", "title:rows", "weave", "--no-index");
    expect(hits.out).toMatch(/Six rows/);
    expect((await scene.run("session", "Six rows")).out).toContain(weaveId);
    expect((await scene.run("resume", "Six rows", "--print")).out).toContain(weaveId);
    expect((await scene.run("history", "Six rows")).out).toContain('"Six rows"');
    expect((await scene.run("title", "Six rows", "--remove")).out).toContain("has no title of clew's own any more");
    expect(await titleOf(scene)).toBe("Weave row 1.");
    expect(bytesAt(scene.path)).toBe(before);
  });

  test("becomes what it was when it is undone", async () => {
    const scene = reshapeHome();
    await scene.run("title", weaveId, "First");
    const { operation, before } = await scene.json("title", weaveId, "Second");
    expect(before).toBe("First");
    await scene.json("undo", String(operation));
    expect(await titleOf(scene)).toBe("First");
  });

  test("is told without words, goes only when that is said, and comes back by undo", async () => {
    const scene = reshapeHome();
    const told = async () => (await scene.run("title", weaveId)).out;
    expect(await told()).toBe(`${weaveId}  Weave row 1.\n`);
    await scene.run("title", weaveId, "First");
    expect(await told()).toBe(`${weaveId}  First  (clew's own; --remove takes it away)\n`);
    expect(await scene.json("title", weaveId)).toEqual({
      sessionId: weaveId,
      path: scene.path,
      title: "First",
      isOwn: true,
    });
    expect((await scene.run("title", weaveId, "")).err).toMatch(/^clew: a title needs words \(--remove /);
    expect((await scene.run("title", weaveId, "--remove", "Second")).code).toBe(2);
    expect((await scene.run("title", weaveId, "--remove", "--native")).err).toMatch(/never taken out of a log/);
    expect(await titleOf(scene)).toBe("First");
    const { operation, title, before } = await scene.json("title", weaveId, "--remove");
    expect({ title, before }).toEqual({ title: "", before: "First" });
    expect(await titleOf(scene)).toBe("Weave row 1.");
    await scene.json("undo", String(operation));
    expect(await titleOf(scene)).toBe("First");
  });

  test("that two sessions have names neither", async () => {
    const scene = reshapeHome();
    const { sessionId } = await scene.json("clone", weaveId);
    for (const id of [weaveId, String(sessionId)]) await scene.run("title", id, "Twice");
    expect((await scene.run("show", "Twice")).err).toMatch(/2 sessions have the title "Twice" \(name one by its id: /);
  });

  test("does not hide an id or a path", async () => {
    const scene = reshapeHome();
    const { sessionId } = await scene.json("clone", weaveId);
    await scene.run("title", String(sessionId), weaveId);
    expect((await scene.run("session", weaveId)).out).toContain(scene.path);
  });

  test("names a session that is gone, for restore and history", async () => {
    const scene = reshapeHome();
    await scene.run("title", weaveId, "Gone rows");
    await scene.run("keep", weaveId);
    rmSync(scene.path);
    expect((await scene.run("history", "Gone rows")).out).toContain("  keep  ");
    expect(await scene.json("restore", "Gone rows")).toMatchObject({ path: scene.path });
  });

  test("with --native is one line at the end of the log, as the client writes it", async () => {
    const scene = reshapeHome();
    const before = bytesAt(scene.path);
    await scene.json("title", weaveId, "--native", "In the log");
    const line = { type: "custom-title", customTitle: "In the log", sessionId: weaveId };
    expect(bytesAt(scene.path)).toBe(`${before}${JSON.stringify(line)}\n`);
    expect(await titleOf(scene)).toBe("In the log");
  });
});

test("a log whose name is no id is called by the id inside it, whether the command is carried out or only tried", async () => {
  const scene = reshapeHome();
  const path = aged(writeLog(scene.home, "-home-ada-loom/old-rows", weave(1)));
  expect((await scene.run("title", path, "Old rows", "--dry-run")).out).toContain(
    `${weaveId}  would be called Old rows`,
  );
  expect(await scene.json("title", path, "Old rows", "--dry-run")).toMatchObject({ sessionId: weaveId, path });
  expect(await scene.json("clone", path, "--dry-run")).toMatchObject({ path: null });
  expect(await scene.json("delete", path, "--dry-run")).toMatchObject({ sessions: [{ sessionId: weaveId, path }] });
  expect(await scene.json("title", path, "Old rows")).toMatchObject({ sessionId: weaveId, path });
});

test("history tells what was done with a session, its ancestors and its descendants, as it was asked for", async () => {
  const scene = reshapeHome();
  const clone = await scene.json("clone", weaveId);
  const trim = await scene.json("trim", aged(clone["path"]), "--tool", "Read", "--over", "1k");
  const told = await scene.all("history", String(clone["sessionId"]));
  expect(told).toMatchObject([
    { op: clone["operation"], command: "clone", args: [weaveId], relation: "own" },
    { op: trim["operation"], args: [clone["path"], "--tool", "Read", "--over", "1024"], relation: "own" },
  ]);
  const fromEnd = (await scene.run("history", String(trim["sessionId"]))).out.trimEnd().split("\n");
  expect(fromEnd).toHaveLength(2);
  expect(fromEnd[0]).toMatch(/ {2}clone {2}a7a7a7a7 -> [0-9a-f]{8} {2}30 lines kept.* {2}\(ancestor\)$/);
  expect(fromEnd[1]).toMatch(/ {2}trim {2}.*tokens fewer to send$/);
  expect((await scene.run("history")).out.trimEnd().split("\n")).toHaveLength(2);
  expect(parsed((await scene.run("history", "--json")).out.split("\n")[0] ?? "")).toHaveProperty("sources");
});

test("a run that kept many sessions is one line of the history, unless each is asked for", async () => {
  const scene = reshapeHome();
  for (const letter of ["b", "c"]) {
    const id = weaveId.replaceAll("a7", `${letter}7`);
    aged(writeLog(scene.home, `-home-ada-loom/${id}`, weave(1).replaceAll(weaveId, id)));
  }
  await scene.run("keep", weaveId);
  await scene.run("title", weaveId, "Rows");
  await scene.run("keep", "--all");
  const lines = async (...flags: readonly string[]) => (await scene.run("history", ...flags)).out.trimEnd().split("\n");
  expect(await lines()).toHaveLength(3);
  expect((await lines())[2]).toMatch(
    /^ {10}2026-11-15 18:00 UTC {2}just now {2}keep {2}2 sessions \(--all tells each\)$/,
  );
  expect(await lines("--all")).toHaveLength(4);
  expect(await lines("--json")).toHaveLength(4);
});

test("a whole project moves, and what fails with one session does not keep the others", async () => {
  const scene = reshapeHome();
  const other = "a9a9a9a9-0000-4000-8000-000000000009";
  const nowhere = weave(1).replaceAll(weaveId, other).replaceAll('"cwd":"/home/ada/loom",', "");
  writeLog(scene.home, `-home-ada-loom/${other}`, nowhere);
  const { code, out, err } = await scene.run("move", "/home/ada/loom", "--to", "/home/ada/new", "--json");
  expect(parsed(out)["resume"]).toContain("cd /home/ada/new && ");
  expect(parsed(out)["path"]).toContain(join(scene.home, "projects", "-home-ada-new"));
  expect(err).toContain('\nclew: no entry of the session was written in "/home/ada/loom" ');
  expect(code).toBe(2);
});

test("a data folder that cannot be read is said in one line", async () => {
  const scene = reshapeHome();
  const given = scene.io.world;
  if (given === undefined) throw new Error("a scene has a world");
  const fail = (): never => {
    throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  };
  const world = { ...given, disk: { ...given.disk, open: fail, list: fail } };
  for (const args of [["history"], ["restore"], ["undo", "abcd"]]) {
    const { code, err } = await clew(args, { ...scene.io, world });
    expect(err).toMatch(
      /^clew: cannot (read what clew keeps in [^\n]*: EACCES|settle what a killed run left: permission denied)[^\n]*\n$/,
    );
    expect(code).toBe(2);
  }
});
