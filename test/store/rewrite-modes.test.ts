// A deleted session with folders and files of all modes -> the same when it comes back: modes, times, empty folders; old lists without them still do.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type World, cleanUp, moveToTrash, nodeDisk, undo } from "../../src/store/index.ts";
import { sessionId } from "../craft.ts";
import { nextRun } from "./rewrite-faults.ts";
import { type ScratchHome, filesBelow, freshHomes, modeOf, put, writtenMs } from "./rewrite-home.ts";

// Before the homes are: what lets nobody write is opened before it is removed.
const opened: string[] = [];
const fresh = freshHomes();
afterEach(() => {
  for (const path of opened.splice(0)) if (existsSync(path)) chmodSync(path, 0o700);
});

type Furnished = ScratchHome & { readonly own: string };

function furnished(): Furnished {
  const home = fresh();
  const own = join(home.folder, sessionId);
  put(join(own, "subagents", "deep", "agent-b1b2c3d.jsonl"), "{}\n");
  mkdirSync(join(own, "nothing", "in-it"), { recursive: true });
  chmodSync(home.path, 0o640);
  chmodSync(join(own, "subagents", "agent-a1b2c3d.jsonl"), 0o400);
  const modes: readonly (readonly [string, number])[] = [
    ["subagents/deep", 0o555],
    ["subagents", 0o555],
    ["nothing/in-it", 0o711],
    ["nothing", 0o755],
    ["tool-results", 0o750],
    ["", 0o755],
  ];
  modes.forEach(([name, mode], at) => {
    const path = join(own, name);
    utimesSync(path, writtenMs / 1000 - at, writtenMs / 1000 - at);
    chmodSync(path, mode);
    opened.unshift(path);
  });
  return { ...home, own };
}

/** Mode and time, in milliseconds, of everything below. */
const factsBelow = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((item) => {
      const path = join(item.parentPath, item.name);
      return [relative(folder, path), `${modeOf(path).toString(8)} ${Math.round(statSync(path).mtimeMs)}`];
    }),
  );

const remove = ({ path }: ScratchHome, world: World): string =>
  moveToTrash({ command: "delete", args: [sessionId], paths: [path], inUse: "refuse" }, world).record.op;

const far = (world: World): World => ({
  ...world,
  disk: {
    ...world.disk,
    link(from, to) {
      if (from.startsWith(world.dataDir) !== to.startsWith(world.dataDir))
        throw Object.assign(new Error("far"), { code: "EXDEV" });
      world.disk.link(from, to);
    },
  },
});

test.each([
  ["on the same disk", (world: World) => world],
  ["from another disk", far],
])("a deleted session comes back with the modes and times of its files and folders %s", (_, worldOf) => {
  const home = furnished();
  const world = worldOf(home.world);
  const before = { ...factsBelow(home.own), log: modeOf(home.path), own: modeOf(home.own) };
  const op = remove(home, world);
  expect(existsSync(home.own)).toBe(false);
  const { untidy } = undo({ op, args: [] }, world);
  expect({ ...factsBelow(home.own), log: modeOf(home.path), own: modeOf(home.own) }).toEqual(before);
  expect(statSync(home.own).mtimeMs).toBeCloseTo(writtenMs - 5000, -1);
  expect(untidy).toBeUndefined();
  expect(readdirSync(join(world.dataDir, "trash"))).toEqual([]);
});

test("what clew holds in its trash is for its owner alone", () => {
  const home = furnished();
  const op = remove(home, far(home.world));
  const trash = join(home.world.dataDir, "trash", op);
  const modes = readdirSync(trash, { recursive: true, withFileTypes: true }).map((item) =>
    modeOf(join(item.parentPath, item.name)),
  );
  expect(new Set([...modes, modeOf(trash)])).toEqual(new Set([0o600, 0o700]));
});

test("a folder that something is left in stays as it was", () => {
  const home = furnished();
  const folder = join(home.own, "tool-results");
  symlinkSync("/nowhere", join(folder, "link"));
  chmodSync(folder, 0o555);
  remove(home, home.world);
  expect([readdirSync(folder), modeOf(folder)]).toEqual([["link"], 0o555]);
});

test("a folder that somebody made again meanwhile keeps its mode", () => {
  const home = furnished();
  const op = remove(home, home.world);
  mkdirSync(home.own);
  chmodSync(home.own, 0o770);
  undo({ op, args: [] }, home.world);
  expect(modeOf(home.own)).toBe(0o770);
  expect(modeOf(join(home.own, "subagents"))).toBe(0o555);
});

test("a list that tells no modes and no folders still brings the session back", () => {
  const home = furnished();
  const before = filesBelow(home.home);
  const op = remove(home, home.world);
  const manifest = join(home.world.dataDir, "trash", op, "manifest.jsonl");
  const lines = readFileSync(manifest, "utf8").split("\n");
  expect(lines.find((line) => line.includes('"role":"folder"'))).toMatch(
    /^\{"path":"[^"]+","role":"folder","modifiedNs":"\d+","mode":"0\d{3}"\}$/,
  );
  const older = lines
    .filter((line) => !line.includes('"role":"folder"'))
    .map((line) => line.replace(/,"mode":"\d+"/, ""));
  writeFileSync(manifest, older.join("\n"));
  undo({ op, args: [] }, home.world);
  expect(filesBelow(home.home)).toEqual(before);
  expect([modeOf(join(home.own, "subagents")), existsSync(join(home.own, "nothing"))]).toEqual([0o700, false]);
});

test("a run that died before the last step leaves it to the next one", () => {
  const home = furnished();
  const op = remove(home, home.world);
  const setMode = (): never => {
    throw Object.assign(new Error("EIO"), { code: "EIO" });
  };
  const dying = { ...home.world, disk: { ...home.world.disk, setMode } };
  // Whatever is put back by a second name needs no mode.
  expect(undo({ op, args: [] }, dying).untidy).toContain("EIO");
  expect(modeOf(join(home.own, "subagents"))).toBe(0o700);
  cleanUp(nextRun(home.world, nodeDisk));
  expect(modeOf(join(home.own, "subagents"))).toBe(0o555);
});
