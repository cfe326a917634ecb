// What a tail tells of logs that are cut, removed, made again and moved -> stretches of bytes that follow each other, path by path.
import { expect, test } from "vitest";
import { decodeLine, splitLines } from "../../src/format/index.ts";
import type { TailedFile } from "../../src/live/index.ts";
import { type Gathering, gathering } from "../../src/serve/events/gathering.ts";

const fileAt = (id: number, path: string): TailedFile => ({
  id,
  path,
  home: "/h",
  slug: "-p",
  sessionStem: path,
  agentId: undefined,
});

const unasked = (): never => {
  throw new Error("no status is asked for");
};

function stretches(act: (gathered: Gathering) => void): readonly string[] {
  const gathered = gathering(unasked);
  act(gathered);
  return gathered
    .take()
    .appended.map(({ sessionId, generation, from, to, lines }) => `${sessionId} ${generation}: ${from}-${to} ${lines}`);
}

/** Its lines from `from` on. */
function linesOf(text: string, from = 0) {
  return [...splitLines([Buffer.from(text)])].map(decodeLine).filter(({ line }) => line.offset >= from);
}

const a = fileAt(1, "a");

test("a log that is removed and made again begins a generation that its path never had", () => {
  const told = stretches(({ found, grew }) => {
    for (const id of [1, 2, 3]) {
      const file = fileAt(id, "a");
      found(file);
      grew({ kind: "lines", file, generation: 1, lines: linesOf("1\n") });
    }
  });
  expect(told).toEqual(["a 1: 0-2 1", "a 2: 0-2 1", "a 3: 0-2 1"]);
});

test("a log that is cut is told at once, and what comes then belongs to the same generation", () => {
  const gathered = gathering(unasked);
  gathered.found(a);
  gathered.grew({ kind: "lines", file: a, generation: 1, lines: linesOf("1\n2\n", 2) });
  gathered.cut({ kind: "restarted", file: a, generation: 2, reason: "truncated" });
  expect(gathered.take().appended).toMatchObject([
    { generation: 1, from: 2, to: 4, lines: 1 },
    { generation: 2, from: 0, to: 0, lines: 0 },
  ]);
  gathered.grew({ kind: "lines", file: a, generation: 2, lines: linesOf("33\n") });
  expect(gathered.take().appended).toMatchObject([{ generation: 2, from: 0, to: 3, lines: 1 }]);
});

test("a log goes on under another name, and begins anew where another log stood or when it comes back", () => {
  const b = fileAt(1, "b");
  const grown = (file: TailedFile, from: number) =>
    ({ kind: "lines", file, generation: 1, lines: linesOf("1\n2\n3\n", from).slice(0, 1) }) as const;
  const toFree = stretches(({ found, moved, grew }) => {
    found(a);
    moved(b, "a");
    grew(grown(b, 2));
  });
  expect(toFree).toEqual(["b 1: 2-4 1"]);
  const back = stretches(({ found, moved, grew }) => {
    found(a);
    moved(b, "a");
    moved(a, "b");
    grew(grown(a, 4));
  });
  expect(back).toEqual(["a 2: 0-6 3"]);
  const overOther = stretches(({ found, moved, grew }) => {
    found(a);
    found(fileAt(2, "b"));
    moved(b, "a");
    grew(grown(b, 2));
  });
  expect(overOther).toEqual(["b 2: 0-4 2"]);
});
