// Intents and locks that a kill cut short -> removed at once if their process is gone, left alone if it runs.
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type World, cleanUp } from "../../src/store/index.ts";
import { ownOwner } from "../../src/store/liveness-process.ts";
import { markedOwner, ownerMark } from "../../src/store/owner-mark.ts";
import { freshHomes } from "./rewrite-home.ts";

const fresh = freshHomes({ sidecars: "none" });
const op = "0dd0dd0d-0000-4000-8000-000000000000";

function torn(world: World, mark: string): readonly string[] {
  const names = [
    join("intents", `${op}.${mark}.jsonl`),
    join("locks", `${op}.lock.${mark}.11111111-0000-4000-8000-000000000000`),
  ];
  for (const name of names) {
    mkdirSync(join(world.dataDir, name, ".."), { recursive: true });
    writeFileSync(join(world.dataDir, name), "");
  }
  return names;
}

const left = ({ dataDir }: World): readonly string[] =>
  ["intents", "locks"].flatMap((name) => readdirSync(join(dataDir, name)).map((file) => join(name, file)));

test("what a process that is gone left torn is removed at once", () => {
  const { world } = fresh();
  torn(world, ownerMark({ ...ownOwner(world.processes), pid: 4_194_999 }));
  cleanUp(world);
  expect(left(world)).toEqual([]);
});

test("what a running process is just writing stays, however old it seems", () => {
  const { world } = fresh();
  const names = torn(world, ownerMark(ownOwner(world.processes)));
  for (const name of names) utimesSync(join(world.dataDir, name), 1, 1);
  cleanUp(world);
  expect(left(world)).toEqual(names);
});

test("a process id that was given to another process counts as gone", () => {
  const { world } = fresh();
  torn(world, ownerMark({ ...ownOwner(world.processes), start: "1" }));
  cleanUp(world);
  expect(left(world)).toEqual([]);
});

test("what a process of another machine or container left torn stays for a day", () => {
  const { world } = fresh();
  const names = torn(world, ownerMark({ pid: 4_194_999, start: "1", domain: "linux:other" }));
  for (const name of names) utimesSync(join(world.dataDir, name), world.nowMs() / 1000, world.nowMs() / 1000);
  cleanUp(world);
  expect(left(world)).toEqual(names);
  rmSync(join(world.dataDir, names[1] ?? ""));
  cleanUp({ ...world, nowMs: () => world.nowMs() + 25 * 60 * 60 * 1000 });
  expect(left(world)).toEqual([]);
});

test("an owner is read back from its mark, and a name without one has none", () => {
  const { world } = fresh();
  const owner = ownOwner(world.processes);
  expect(markedOwner(`${op}.${ownerMark(owner)}.jsonl`, world.processes)).toEqual(owner);
  expect(markedOwner(`${op}.jsonl`, world.processes)).toBeUndefined();
  expect(markedOwner(`${op}.lock.11111111-0000-4000-8000-000000000000`, world.processes)).toBeUndefined();
});
