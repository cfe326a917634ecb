// An almost full disk -> small operations still run; larger ones are refused with the numbers, before anything is written.
import { expect, test } from "vitest";
import { WorldError, moveToTrash, setTitle, undo } from "../../src/store/index.ts";
import { refuseWithoutSpace } from "../../src/store/rewrite/space.ts";
import { failureOf } from "./rewrite-faults.ts";
import { filesBelow, freshHomes } from "./rewrite-home.ts";

const fresh = freshHomes();
const kibibyte = 1024;

test("a small delete is undone on a disk with 100 KiB left", () => {
  const home = fresh();
  const before = filesBelow(home.home);
  const { record } = moveToTrash({ command: "delete", args: [], paths: [home.path], inUse: "refuse" }, home.world);
  const disk = { ...home.world.disk, freeBytes: () => 100 * kibibyte };
  undo({ op: record.op, args: [] }, { ...home.world, disk });
  expect(filesBelow(home.home)).toEqual(before);
});

test("files that come back from another disk need their own size too", () => {
  const home = fresh();
  const { record } = moveToTrash({ command: "delete", args: [], paths: [home.path], inUse: "refuse" }, home.world);
  const { disk } = home.world;
  const look: typeof disk.look = (path) => {
    const facts = disk.look(path);
    return facts && path.includes("/trash/") ? { ...facts, device: facts.device + 1n } : facts;
  };
  const full = { ...home.world, disk: { ...disk, look, freeBytes: () => 65 * kibibyte } };
  expect(() => undo({ op: record.op, args: [] }, full)).toThrow(/KiB are needed, 65 KiB are free/);
});

test("as much again as is written is left free, at least 64 KiB and at most 4 MiB", () => {
  const { world } = fresh();
  const refused = (bytes: number, freeBytes: number): boolean =>
    failureOf(() =>
      refuseWithoutSpace({ ...world.disk, freeBytes: () => freeBytes }, [{ folder: "/", bytes }]),
    ) instanceof WorldError;
  const mebibyte = kibibyte * kibibyte;
  expect([refused(0, 64 * kibibyte), refused(0, 64 * kibibyte - 1)]).toEqual([false, true]);
  expect([refused(30_000, 60_000 + 64 * kibibyte), refused(30_000, 60_000)]).toEqual([false, true]);
  expect([refused(100 * mebibyte, 104 * mebibyte), refused(100 * mebibyte, 104 * mebibyte - 1)]).toEqual([false, true]);
});

test("a title for the log is refused on a full disk, before a part of it is in the log", () => {
  const home = fresh();
  const before = filesBelow(home.home);
  const world = { ...home.world, disk: { ...home.world.disk, freeBytes: () => 4 * kibibyte } };
  const job = { path: home.path, title: "A title", where: "log", command: "title", args: [] } as const;
  expect(() => setTitle(job, world)).toThrow(/KiB are needed, 4 KiB are free/);
  expect(filesBelow(home.home)).toEqual(before);
});
