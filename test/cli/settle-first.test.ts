// Every writing command after a killed run -> what that run left is settled; commands that only read leave it alone.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLineage, nodeDisk } from "../../src/store/index.ts";
import { clew } from "./fake-io.ts";
import { type ReshapeHome, reshapeHome, weaveId } from "./reshape-home.ts";

const op = "0dd0dd0d-0000-4000-8000-000000000000";
/** No Linux has a process of this number. */
const gonePid = 4_194_999;
const temp = `.clew-${op.slice(0, 8)}-1.tmp`;

/** What a run leaves that was killed while it wrote: its intent, its lock and half of a file. */
function leaveKilledRun({ data, folder, io }: ReshapeHome): void {
  const { processes } = io.world ?? {};
  const owner = { pid: gonePid, start: "1", domain: processes?.domain() };
  const made = { path: join(folder, "not-published.jsonl"), temp: join(folder, temp) };
  const intent = { op, owner, startedMs: Date.now(), mains: [made], files: [], folders: [], takes: [], emptied: [] };
  for (const name of ["intents", "locks"]) mkdirSync(join(data, name));
  writeFileSync(join(data, "intents", `${op}.jsonl`), `${JSON.stringify(intent)}\n`);
  writeFileSync(join(data, "locks", `${op}.lock`), JSON.stringify(owner));
  writeFileSync(made.temp, "half of a log");
}

const leftOf = ({ data, folder }: ReshapeHome): readonly string[] => [
  ...readdirSync(join(data, "intents")),
  ...readdirSync(join(data, "locks")),
  ...readdirSync(folder).filter((name) => name.startsWith(".clew-")),
];

const named = (all: readonly (readonly string[])[]): readonly (readonly [string, readonly string[]])[] =>
  all.map((args) => [args.join(" ").replace(weaveId, "SESSION"), args] as const);

const writing: readonly (readonly string[])[] = [
  ["clone", weaveId],
  ["fork", weaveId, "--at", "1"],
  ["split", weaveId, "--at", "1"],
  ["trim", weaveId, "--preset", "strong"],
  ["compress", weaveId, "--keep-turns", "1"],
  ["move", weaveId, "--to", "/home/ada/elsewhere"],
  ["repair", weaveId],
  ["merge", weaveId, weaveId],
  ["delete", weaveId],
  ["keep", weaveId],
  ["keep", "--all"],
  ["restore", weaveId],
  ["undo", "@last"],
  ["title", weaveId, "Loom"],
  ["title", weaveId, "Loom", "--native"],
  ["title", weaveId, "--remove"],
  ["recover", "--all", "--out", "/nowhere/at/all"],
  ["index"],
  ["index", "--rebuild"],
];

test.each(named(writing))(
  "%s settles what a killed run left, whether or not it has something to do",
  async (_, args) => {
    const home = reshapeHome();
    leaveKilledRun(home);
    await home.run(...args);
    expect(leftOf(home)).toEqual([]);
  },
);

const reading: readonly (readonly string[])[] = [
  ["ls"],
  ["history"],
  ["restore"],
  ["title", weaveId],
  ["delete", weaveId, "--dry-run"],
  ["keep", weaveId, "--dry-run"],
  ["title", weaveId, "Loom", "--dry-run"],
  ["move", weaveId, "--to", "/home/ada/elsewhere", "--dry-run"],
  ["index", "--status"],
];

test.each(named(reading))("%s writes nothing, so it settles nothing", async (_, args) => {
  const home = reshapeHome();
  leaveKilledRun(home);
  await home.run(...args);
  expect(leftOf(home)).toHaveLength(3);
});

test("a killed delete is in the history before any other command, and undo brings everything back", async () => {
  const home = reshapeHome();
  const before = home.state();
  const { world } = home.io;
  if (world === undefined) throw new Error("no world");
  // The process dies after it removed the log, and before it wrote its line into the history.
  let isDead = false;
  const dying =
    <A extends readonly unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      if (isDead) throw Object.assign(new Error("killed"), { code: "EIO" });
      return work(...args);
    };
  const { disk } = world;
  const removed = (path: string): void => {
    disk.remove(path);
    isDead ||= path === home.path;
  };
  const dyingDisk = {
    ...disk,
    open: dying(disk.open),
    link: dying(disk.link),
    rename: dying(disk.rename),
    remove: dying(removed),
    removeFolder: dying(disk.removeFolder),
  };
  const killed = await reshapeRun(home, { ...world, disk: dyingDisk }, "delete", weaveId);
  expect(killed.code).toBe(2);
  const [operation] = readLineage({ disk: nodeDisk, dataDir: home.data });
  expect(operation?.command).toBe("delete");
  expect((await home.run("history")).out).toContain("delete");
  const gone = { ...world, processes: { ...world.processes, running: () => undefined } };
  expect((await reshapeRun(home, gone, "undo", "@last")).code).toBe(0);
  const now = home.state();
  for (const [path, content] of before) expect(now.get(path), path).toBe(content);
});

type RunWorld = NonNullable<ReshapeHome["io"]["world"]>;

async function reshapeRun({ io }: ReshapeHome, world: RunWorld, ...args: readonly string[]) {
  return await clew(args, { ...io, world });
}
