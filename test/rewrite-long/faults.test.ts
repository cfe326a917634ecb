// Five thousand failures of the disk, each at another call -> a session that is as before or wholly done, and nothing left lying about.
import { expect, test } from "vitest";
import { WorldError } from "../../src/store/index.ts";
import { type Fault, aftermath, failureOf, faults, faultyDisk, nextRun } from "../store/rewrite-faults.ts";
import { filesBelow, scratchHome } from "../store/rewrite-home.ts";
import { type Doing, type OperationName, isOperation, operations } from "../store/rewrite-operations.ts";

const wanted = 5000;
const names = Object.keys(operations).filter(isOperation);
const perOperation = Math.ceil(wanted / names.length);

type Outcome = { readonly calls: number; readonly hasFailed: boolean };

/** One run with one fault; everything that must hold is expected here. */
function runWith(name: OperationName, fault: Fault | undefined, at: number): Outcome {
  const home = scratchHome();
  const real = home.world.disk;
  const calm = { ...home.world, disk: { ...real, sync: () => undefined } };
  const doing: Doing = operations[name];
  const told = `${name}: ${fault} at call ${at}`;
  try {
    const prepared = doing.prepare(home, calm);
    const before = filesBelow(home.home);
    const done = readDone(name);
    const faulty = faultyDisk(real, fault, at);
    const error = failureOf(() => doing.act(home, { ...calm, disk: faulty.disk }, prepared));
    expect(error === undefined || error instanceof WorldError, `${told}: ${String(error)}`).toBe(true);
    const { home: after, cleaned, leftovers } = aftermath(home, nextRun(calm, real));
    expect(cleaned.left, told).toEqual([]);
    expect(leftovers, told).toEqual([]);
    checkTree({ name, told, before, after, done });
    const isUndisturbed = error === undefined && !faulty.hasFailed();
    expect(isUndisturbed ? after : done, told).toEqual(done);
    return { calls: faulty.calls(), hasFailed: faulty.hasFailed() };
  } finally {
    home.remove();
  }
}

type Tree = Readonly<Record<string, string>>;
type Checked = {
  readonly name: OperationName;
  readonly told: string;
  readonly before: Tree;
  readonly after: Tree;
  readonly done: Tree;
};

/** As before, or as after an undisturbed run: nothing between. */
function checkTree({ name, told, before, after, done }: Checked): void {
  // A line that the disk cut short stays, and the next one is written behind it.
  const isLog = name === "title in the log";
  const trees = [before, done].map((tree) => (isLog ? Object.keys(tree) : tree));
  expect(trees, told).toContainEqual(isLog ? Object.keys(after) : after);
}

const undisturbed = new Map<OperationName, Tree>();

function readDone(name: OperationName): Tree {
  const known = undisturbed.get(name);
  if (known !== undefined) return known;
  const home = scratchHome();
  const calm = { ...home.world, disk: { ...home.world.disk, sync: () => undefined } };
  const doing: Doing = operations[name];
  doing.act(home, calm, doing.prepare(home, calm));
  const tree = filesBelow(home.home);
  home.remove();
  undisturbed.set(name, tree);
  return tree;
}

/** Spread over all calls that each kind of fault can meet, so that every step is hit. */
function* places(name: OperationName): Generator<{ readonly fault: Fault; readonly at: number }> {
  const calls = new Map(faults.map((fault) => [fault, runWith(name, fault, Number.POSITIVE_INFINITY).calls]));
  const all = faults.flatMap((fault) =>
    Array.from({ length: calls.get(fault) ?? 0 }, (_, at) => ({ fault, at: at + 1 })),
  );
  const step = Math.max(1, all.length / perOperation);
  for (let at = 0; at < Math.max(all.length, perOperation); at += step) {
    const place = all[Math.floor(at) % all.length];
    if (place !== undefined) yield place;
  }
}

let injected = 0;

test.each(names)("a disk that fails during %s leaves all as before or all done", (name) => {
  expect(runWith(name, undefined, 0).calls).toBeGreaterThan(0);
  let met = 0;
  for (const { fault, at } of places(name)) if (runWith(name, fault, at).hasFailed) met += 1;
  injected += met;
  expect(met).toBeGreaterThan(perOperation * 0.9);
});

test("five thousand faults were injected", () => {
  expect(injected).toBeGreaterThan(wanted * 0.95);
});
