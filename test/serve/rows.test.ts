// Where rows stand: the layout that counts them on the way must say what `view` makes of the same log, for every log there is.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { nodeClock } from "../../src/live/index.ts";
import { layoutOf } from "../../src/serve/session/layout.ts";
import { rowsIn, totalOf } from "../../src/serve/session/rows.ts";
import { shelf } from "../../src/serve/session/shelf.ts";
import { transcript } from "../../src/view/index.ts";
import { call, say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";
import { appendFileSync, readFileSync, truncateSync } from "node:fs";

const root = fileURLToPath(new URL("../..", import.meta.url));

function logs(): readonly string[] {
  return ["demo", "test/fixtures"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => join(root, folder, name)),
  );
}

test("the layout counts as many rows as the transcript has, on the path and on every branch of every fixture", () => {
  const all = logs();
  let rows = 0;
  for (const path of all) {
    const layout = layoutOf(path);
    try {
      const stretches = [layout.main, ...layout.session.branches.flatMap(({ number }) => layout.branch(number) ?? [])];
      for (const stretch of stretches) {
        const whole = [...transcript(stretch.nodes, stretch.turns, layout)];
        expect([path, totalOf(stretch)]).toEqual([path, whole.length]);
        const found = [...rowsIn(layout, stretch, { from: 0, to: totalOf(stretch) })];
        expect(found.map(({ shown }) => shown)).toEqual(whole);
        rows += whole.length;
      }
    } finally {
      layout.close();
    }
  }
  expect(all.length).toBeGreaterThan(20);
  expect(rows).toBeGreaterThan(200);
});

test("any range of rows is the same stretch of the whole", () => {
  for (const path of logs()) {
    const layout = layoutOf(path);
    try {
      const total = totalOf(layout.main);
      const whole = [...rowsIn(layout, layout.main, { from: 0, to: total })];
      for (const [from, to] of [
        [0, 1],
        [1, 3],
        [total - 1, total],
        [Math.floor(total / 2), total + 5],
        [total, total + 1],
      ] as const) {
        if (from < 0) continue;
        const some = [...rowsIn(layout, layout.main, { from, to })];
        expect([path, from, some]).toEqual([path, from, whole.slice(from, to)]);
      }
    } finally {
      layout.close();
    }
  }
});

test("the shelf knows a log that only grew from one that forked, and keeps what did not change", async () => {
  const home = scratchFolder();
  const log = smallLog({ sessionId: "33333333-3333-4333-8333-333333333333" });
  const first = log.prompt("Weave");
  log.answer("m1", say("Yes"));
  const path = writeLog(home, "-home-ada-loom/33333333-3333-4333-8333-333333333333", log.text());
  const books = shelf(nodeClock);
  const before = await books.open(path);
  expect((await books.open(path)).layout).toBe(before.layout);
  const length = log.text().length;
  log.answer("m2", call("c1", "Bash", { command: "ls" }));
  appendFileSync(path, log.text().slice(length));
  const grown = await books.open(path);
  expect(wayOf(grown.revision())).toBe(wayOf(before.revision()));
  expect(totalOf(grown.layout.main)).toBe(3);
  const longer = log.text().length;
  log.goBackTo(first);
  log.answer("m3", say("No"));
  log.prompt("Why?");
  appendFileSync(path, log.text().slice(longer));
  const forked = await books.open(path);
  expect(wayOf(forked.revision())).not.toBe(wayOf(before.revision()));
  expect(readFileSync(path, "utf8")).toBe(log.text());
  books.close();
});

test("each worker gives the same path to a log, and keeps the path of an earlier answer while its rows stay", async () => {
  const log = smallLog({ sessionId: "33333333-3333-4333-8333-333333333334" });
  const first = log.prompt("Weave");
  log.answer("m1", say("Yes"));
  const path = writeLog(scratchFolder(), "-home-ada-loom/33333333-3333-4333-8333-333333333334", log.text());
  const append = (change: () => void): void => {
    const { length } = log.text();
    change();
    appendFileSync(path, log.text().slice(length));
  };
  /** Another worker each time: it has never read the log before. */
  const revisionNow = async (since?: string): Promise<string> => {
    const books = shelf(nodeClock);
    try {
      return (await books.open(path)).revision(since);
    } finally {
      books.close();
    }
  };
  const before = await revisionNow();
  expect(await revisionNow()).toBe(before);
  append(() => log.answer("m2", say("Warp first")));
  const grown = await revisionNow(before);
  expect([wayOf(grown), grown === before]).toEqual([wayOf(before), false]);
  // A shorter log has a path of its own, and so has a text that is no revision.
  for (const since of [undefined, "", "x", "a.b", `${wayOf(before)}.1-99999999999-0000000000000000`])
    expect(wayOf(await revisionNow(since))).not.toBe(wayOf(before));
  append(() => {
    log.goBackTo(first);
    log.answer("m3", say("No"));
    log.prompt("Why?");
  });
  const forked = await revisionNow(grown);
  expect(wayOf(forked)).not.toBe(wayOf(grown));
  expect(wayOf(await revisionNow(forked))).toBe(wayOf(forked));
});

test("a log that shrinks to rows it had before gets another path", async () => {
  const log = smallLog({ sessionId: "33333333-3333-4333-8333-333333333335" });
  log.prompt("Weave");
  const path = writeLog(scratchFolder(), "-home-ada-loom/33333333-3333-4333-8333-333333333335", log.text());
  const short = log.text().length;
  const books = shelf(nodeClock);
  const before = (await books.open(path)).revision();
  log.answer("m1", say("Yes"));
  appendFileSync(path, log.text().slice(short));
  const grown = (await books.open(path)).revision(before);
  expect(wayOf(grown)).toBe(wayOf(before));
  books.close();
  truncateSync(path, short);
  const other = shelf(nodeClock);
  const shrunk = (await other.open(path)).revision(grown);
  expect(wayOf(shrunk)).not.toBe(wayOf(grown));
  expect(wayOf((await other.open(path)).revision(shrunk))).toBe(wayOf(shrunk));
  other.close();
});

const wayOf = (revision: string): string => revision.slice(0, revision.lastIndexOf("."));
