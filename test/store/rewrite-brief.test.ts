// Random logs -> read by briefs, passed on by places and read back by a second thread: the same as the plain way gives.
import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeLines, splitLines } from "../../src/format/index.ts";
import { checkRequest, gatherLog, requestSize } from "../../src/graph/index.ts";
import { type Identity, type Plan, type Source, renderPlan } from "../../src/reshape/index.ts";
import { type OpenSource, nodeWorld, openSource, requestOf, sentOf, talkOf } from "../../src/store/index.ts";
import { openLineFile } from "../../src/store/rewrite/line-file.ts";
import { likenessOf } from "../../src/store/rewrite/likeness.ts";
import { lineMarks } from "../../src/store/rewrite/marks.ts";
import { nodeDisk } from "../../src/store/rewrite/node-disk.ts";
import { startReadBack } from "../../src/store/rewrite/read-back.ts";
import { sessionId } from "../craft.ts";
import { chanceLog, enqueued, prompt } from "./brief-logs.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-brief-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seeds = Array.from({ length: 200 }, (_, seed) => seed);
const newId = "99999999-8888-4777-8666-555555555555";

function fileOf(bytes: Uint8Array): string {
  const path = join(folder, `${sessionId}.jsonl`);
  writeFileSync(path, bytes);
  return path;
}

function opened<T>(bytes: Uint8Array, look: (source: OpenSource) => T): T {
  const source = openSource(fileOf(bytes), nodeWorld(join(folder, "data")));
  try {
    return look(source);
  } finally {
    source.close();
  }
}

/** Reads that give less than was asked for, in a pattern of their own. */
const stingy = (most: number): typeof nodeDisk => ({
  ...nodeDisk,
  read: (descriptor, buffer, offset) => nodeDisk.read(descriptor, buffer.subarray(0, most), offset),
});

function logOf(bytes: Uint8Array, disk: typeof nodeDisk): ReturnType<typeof gatherLog> {
  const file = openLineFile(disk, fileOf(bytes));
  try {
    return gatherLog(file.briefs(lineMarks()));
  } finally {
    file.close();
  }
}

const respelled = (line: string): string => line.replace("queue-", String.raw`queue\u002d`);
const oddKey = (line: string): string => line.replace('"type"', String.raw`"\u0074ype"`);

describe("a log read by its briefs", () => {
  it("has the graph that its whole lines have", () => {
    const differing = seeds.filter((seed) => {
      const bytes = chanceLog(seed);
      const whole = gatherLog(decodeLines(splitLines([bytes])));
      return !isDeepStrictEqual(logOf(bytes, seed % 2 === 0 ? nodeDisk : stingy(100 + seed)), whole);
    });
    expect(differing).toEqual([]);
  });

  it("has the graph of its whole lines also where a line is longer than a kernel reads", () => {
    const long = JSON.stringify({ type: "user", uuid: "u", message: { role: "user", content: "x".repeat(5_000_000) } });
    const short = JSON.stringify({ type: "user", uuid: "v", parentUuid: "u", message: { role: "user", content: "y" } });
    for (const text of [`${short}\n${long}\n${short}\n`, `${long}\n${short}`, `${short}\n${long}`]) {
      const bytes = Buffer.from(text);
      expect(logOf(bytes, nodeDisk)).toEqual(gatherLog(decodeLines(splitLines([bytes]))));
    }
  });

  it.each([
    ["waited in the queue", (words: string) => [enqueued(words), prompt(words)]],
    ["waited, by a line in another spelling", (words: string) => [respelled(enqueued(words)), prompt(words)]],
    ["waited, by a line with a key in another spelling", (words: string) => [oddKey(enqueued(words)), prompt(words)]],
    ["is waited for behind it", (words: string) => [prompt(words), enqueued(words), prompt(words)]],
    ["is given to an agent", (words: string) => [prompt(words, { isSidechain: true })]],
  ])("has the graph of its whole lines where a long prompt %s", (_what, lines) => {
    const prompts = ["words ", "\u0001", "é", "日本", "🧵", '"\\'].map((unit) => `so: ${unit.repeat(2000)}.`);
    const tagged = `${"x".repeat(690)}<ide_selection>${"y".repeat(2000)}`;
    // Short as they are, their spelling is long.
    const coded = `so: ${"\u0001".repeat(116)}${"x".repeat(2000)}`;
    for (const words of [...prompts, tagged, coded]) {
      const bytes = Buffer.from(`${lines(words).join("\n")}\n`);
      expect(logOf(bytes, nodeDisk)).toEqual(gatherLog(decodeLines(splitLines([bytes]))));
    }
  });

  it("weighs what its whole lines weigh", () => {
    for (const seed of seeds.slice(0, 100)) {
      const sides = opened(chanceLog(seed), (source) => {
        const request = requestOf(source);
        const { size, violations, sent } = sentOf(source);
        return [
          { seed, size, violations, messages: sent.length },
          { seed, size: requestSize(request), violations: checkRequest(request), messages: request.length },
        ];
      });
      expect(sides[0]).toEqual(sides[1]);
    }
  });
});

const plan: Plan = { placed: [{ kind: "kept", first: 1, last: Infinity }], dropped: [], steps: [] };

function rendered(source: Source, last: number, identity: Identity): Buffer {
  const kept: Plan = { ...plan, placed: [{ kind: "kept", first: 1, last }] };
  const pieces: Uint8Array[] = [];
  for (const piece of renderPlan(kept, source, { ...identity, pieces: "passing" }))
    pieces.push(piece instanceof Uint8Array ? Uint8Array.from(piece) : new Uint8Array(0));
  return Buffer.concat(pieces);
}

function identityOf(isOwn: Identity["isOwn"], uuids: Identity["uuids"]): Identity {
  return { from: sessionId, to: newId, uuids, forkedFrom: "written", isOwn, folders: [] };
}

describe("lines passed on by the places of their ids", () => {
  it("are those that a search through each line gives", () => {
    const isOtherwise = (seed: number): boolean =>
      opened(chanceLog(seed), ({ source, lineCount, isOwn }) => {
        const plain: Source = { sessionId: source.sessionId, session: source.session, lines: source.lines };
        return (["fresh", "kept"] as const).some((uuids) => {
          const identity = identityOf(isOwn, uuids);
          return !rendered(source, lineCount, identity).equals(rendered(plain, lineCount, identity));
        });
      });
    expect(seeds.slice(0, 100).filter(isOtherwise)).toEqual([]);
  });
});

describe("the mark of a conversation", () => {
  it("is the same for the same conversation under other ids", () => {
    let compared = 0;
    for (const seed of seeds.slice(0, 100)) {
      const [copy, talk, count] = opened(chanceLog(seed), (source) => [
        rendered(source.source, source.lineCount, identityOf(source.isOwn, "fresh")),
        talkOf(source),
        source.source.session.conversation.nodes.length,
      ]);
      const after = opened(copy, (source) => [talkOf(source), source.source.session.conversation.nodes.length]);
      // Damage may read otherwise once its line has an end.
      if (after[1] !== count || count === 0) continue;
      expect([seed, after[0]]).toEqual([seed, talk]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(50);
  });

  it("is another where one letter of what is sent is another", () => {
    const lineOf = (content: string): string =>
      `${JSON.stringify({ type: "user", uuid: "u", timestamp: "2026-01-01T00:00:00.000Z", sessionId, message: { role: "user", content } })}\n`;
    const talks = ["words ".repeat(200), `${"words ".repeat(100)}wordz ${"words ".repeat(99)}`].map((content) =>
      opened(Buffer.from(lineOf(content)), (source) => talkOf(source)),
    );
    expect(talks[0]).not.toBe(talks[1]);
    expect(readFileSync(join(folder, `${sessionId}.jsonl`), "utf8")).toContain("wordz");
  });
});

describe("the likeness of a log", () => {
  const likenessIn = (bytes: Uint8Array, disk = nodeDisk): string =>
    likenessOf(disk, fileOf(bytes))?.mark ?? "there is none";

  it("is the same for a copy of it under other ids, however it is read", () => {
    const outcomes = seeds.slice(0, 60).map((seed) => {
      const bytes = chanceLog(seed);
      const { copies, isSure } = opened(bytes, ({ source, lineCount, isOwn }) => ({
        copies: (["fresh", "kept"] as const).map((uuids) => rendered(source, lineCount, identityOf(isOwn, uuids))),
        isSure: [...(source.passing?.(1, lineCount) ?? [])].every((line) => line.ids !== undefined),
      }));
      const mark = likenessIn(bytes, stingy(100 + seed));
      return { seed, isSure, isAlike: copies.every((copy) => likenessIn(copy) === mark) };
    });
    // In a line that the kernel doubts an id counts as it is spelled.
    expect(outcomes.filter(({ isSure, isAlike }) => isSure && !isAlike)).toEqual([]);
    expect(outcomes.filter(({ isAlike }) => isAlike).length).toBeGreaterThan(outcomes.length / 4);
  });

  it("is another for any other byte, and where an id leads elsewhere", () => {
    const id = (at: number): string => `00000000-0000-4000-8000-00000000000${at}`;
    const line = (own: number, parent: number | null, content: string): string =>
      `${JSON.stringify({ parentUuid: parent === null ? null : id(parent), type: "user", message: { role: "user", content }, uuid: id(own), sessionId })}\n`;
    const log = (...lines: readonly string[]): Uint8Array => Buffer.from(lines.join(""));
    const mark = likenessIn(log(line(1, null, "a"), line(2, 1, "b"), line(3, 2, "c")));
    expect(likenessIn(log(line(4, null, "a"), line(5, 4, "b"), line(6, 5, "c")))).toBe(mark);
    const others = [
      log(line(1, null, "a"), line(2, 1, "b"), line(3, 1, "c")),
      log(line(1, null, "a"), line(2, 1, "b"), line(3, 4, "c")),
      log(line(1, null, "a"), line(2, 1, "b"), line(2, 2, "c")),
      log(line(1, null, "a"), line(2, 1, "b"), line(3, 2, "d")),
      log(line(1, null, "a"), line(2, 1, "b")),
      log(line(1, null, "a"), line(3, 2, "c"), line(2, 1, "b")),
      log(line(1, null, "a"), line(2, 1, "b"), line(3, 2, "c"), "\n"),
    ];
    expect(others.map((other) => likenessIn(other) === mark)).toEqual(others.map(() => false));
    const bytes = chanceLog(7);
    const before = likenessIn(bytes);
    const same: number[] = [];
    for (let at = 3; at < bytes.length; at += 211) {
      const other = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte));
      // An id that is nowhere else may be any other.
      const isOfIds = /["0-9a-f-]/.test(String.fromCharCode(bytes[at] ?? 0));
      if (!isOfIds && likenessIn(other) === before) same.push(at);
    }
    expect(same).toEqual([]);
  });

  it("is not told of a log with a line that is longer than a kernel reads", () => {
    const long = JSON.stringify({ type: "user", uuid: "u", message: { content: "x".repeat(9_000_000) } });
    expect(likenessIn(Buffer.from(`${long}\n`))).toBe("there is none");
  });
});

describe("a second thread", () => {
  it.each(["copy", "graph"] as const)(
    "tells by its %s of a file that grows what is told of it when it is whole",
    (by) => {
      const bytes = chanceLog(4);
      const { talk, findings } = opened(bytes, (source) => ({
        talk: talkOf(source),
        findings: source.source.session.findings,
      }));
      const path = join(folder, "growing.jsonl");
      writeFileSync(path, "");
      const second = startReadBack(fileOf(bytes));
      second.begin(path, by);
      try {
        for (let at = 0; at < bytes.length; at += 700) {
          appendFileSync(path, bytes.subarray(at, at + 700));
          second.onWritten(Math.min(bytes.length, at + 700));
        }
        second.onComplete();
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        expect(second.told()).toMatchObject({
          source: { sha256 },
          result: by === "copy" ? { by, likeness: { sha256 } } : { by, talk, weighed: { findings } },
        });
      } finally {
        second.end();
      }
    },
  );

  it("tells nothing of a file that it cannot read", () => {
    const second = startReadBack(fileOf(chanceLog(4)));
    second.begin(join(folder, "nowhere.jsonl"), "graph");
    try {
      second.onWritten(1);
      second.onComplete();
      expect(second.told()).toBeUndefined();
    } finally {
      second.end();
    }
  });
});
