// Sessions that are in use, in every way we can tell -> refused a hundred times of a hundred, with nothing written anywhere.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type World, nodeWorld } from "../../src/store/index.ts";
import { sessionId } from "../craft.ts";
import { type ScratchHome, filesBelow, scratchHome } from "../store/rewrite-home.ts";
import { type Doing, operations } from "../store/rewrite-operations.ts";

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

const writing = ["clone", "split", "delete", "title in the log"] as const;
const refusal: unknown = expect.objectContaining({ code: "in-use" });
const times = Array.from({ length: 100 }, (_, at) => at);

function checkRefused(home: ScratchHome, world: World, at: number): void {
  const doing: Doing = operations[writing[at % writing.length] ?? "clone"];
  const [before, length] = [Object.keys(filesBelow(home.root)).length, readFileSync(home.path).length];
  expect(() => doing.act(home, world, "")).toThrow(refusal);
  expect(Object.keys(filesBelow(home.root)).filter((path) => !path.startsWith("data"))).toHaveLength(before);
  expect(Object.keys(filesBelow(home.root)).filter((path) => path.includes(".tmp"))).toEqual([]);
  expect(readFileSync(home.path, "utf8").slice(length)).not.toContain("custom-title");
}

test.runIf(process.platform === "linux")(
  "a session that a running process has open is refused 100 times of 100",
  async () => {
    const child = spawn("sleep", ["600"]);
    children.push(child);
    await once(child, "spawn");
    const pid = child.pid ?? 0;
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const procStart = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    for (const at of times) {
      const home = scratchHome();
      // Every other one as older clients write it: without the process's start.
      const start = at % 2 === 0 ? { procStart } : {};
      mkdirSync(join(home.home, "sessions"));
      const entry = { pid, sessionId, cwd: "/home/ada/loom", startedAt: Date.now(), ...start };
      writeFileSync(join(home.home, "sessions", `${pid}.json`), JSON.stringify(entry));
      checkRefused(home, home.world, at);
      home.remove();
    }
  },
);

test("a file that grows is refused 100 times of 100", () => {
  for (const at of times) {
    const home = scratchHome();
    const world: World = {
      ...home.world,
      pause(ms) {
        appendFileSync(home.path, "{}\n");
        // Half of them hide it.
        if (at % 2 === 0) utimesSync(home.path, 1, 1);
        home.world.pause(ms);
      },
    };
    checkRefused(home, world, at);
    home.remove();
  }
});

test("a file that another process really appends to is refused", async () => {
  const home = scratchHome();
  const script = `setInterval(() => require("fs").appendFileSync(${JSON.stringify(home.path)}, "{}\\n"), 50)`;
  const child = spawn(process.execPath, ["-e", script]);
  children.push(child);
  await once(child, "spawn");
  const world = nodeWorld(home.world.dataDir);
  for (let waited = 0; readFileSync(home.path, "utf8").endsWith("{}\n") === false && waited < 200; waited++)
    world.pause(20);
  for (const name of writing) expect(() => operations[name].act(home, world)).toThrow(refusal);
  child.kill("SIGKILL");
  await once(child, "exit");
  home.remove();
});

test("a file that was written to a moment ago, and that no registry knows, is refused 100 times of 100", () => {
  for (const at of times) {
    const home = scratchHome();
    const seconds = home.world.nowMs() / 1000 - at * 0.59;
    utimesSync(home.path, seconds, seconds);
    checkRefused(home, home.world, at);
    home.remove();
  }
});
