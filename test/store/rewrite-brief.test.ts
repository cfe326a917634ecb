// Random logs -> read by briefs, passed on by places and read back by a second thread: the same as the plain way gives.
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
import { lineMarks } from "../../src/store/rewrite/marks.ts";
import { nodeDisk } from "../../src/store/rewrite/node-disk.ts";
import { startReadBack } from "../../src/store/rewrite/read-back.ts";
import { sessionId } from "../craft.ts";
import { chanceLog } from "./brief-logs.ts";

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

describe("a second thread", () => {
  it("tells of a file that grows what is told of it when it is whole", () => {
    const bytes = chanceLog(4);
    const { talk, findings } = opened(bytes, (source) => ({
      talk: talkOf(source),
      findings: source.source.session.findings,
    }));
    const path = join(folder, "growing.jsonl");
    writeFileSync(path, "");
    const second = startReadBack();
    second.begin(path);
    try {
      for (let at = 0; at < bytes.length; at += 700) {
        appendFileSync(path, bytes.subarray(at, at + 700));
        second.onWritten(Math.min(bytes.length, at + 700));
      }
      second.onComplete();
      expect(second.told()).toMatchObject({ talk, weighed: { findings } });
    } finally {
      second.end();
    }
  });

  it("tells nothing of a file that it cannot read", () => {
    const second = startReadBack();
    second.begin(join(folder, "nowhere.jsonl"));
    try {
      second.onWritten(1);
      second.onComplete();
      expect(second.told()).toBeUndefined();
    } finally {
      second.end();
    }
  });
});
