// Twice as much evidence of files takes about twice the time: ratios of CPU time, best of interleaved runs.
import { expect, test } from "vitest";
import { diffLines } from "../../src/find/files/line-diff.ts";
import { readLogEvidence } from "../../src/find/files/file-evidence.ts";
import { evidenceReader } from "../../src/find/index.ts";
import { blameLines, contentOf, orderEvents, replayFiles, versionChain, versionTexts } from "../../src/graph/index.ts";
import { referenceDigest } from "../../src/store/scan/reference.ts";
import { isObject } from "../../src/format/index.ts";
import { emptyFilesHome, save } from "../cli/files-home.ts";
import { parsed } from "../cli/reshape-home.ts";
import { craftLog, createdAt, replayLogs } from "./crafted-log.ts";

const rounds = 5;
/** Quadratic work gives 4, linear work 2. */
const mostGrowth = 3.2;

/** The least CPU time of several runs of each, in turn: what else the machine does comes and goes. */
async function growthOf(small: () => unknown, large: () => unknown): Promise<number> {
  const best = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++)
    for (const [at, run] of [small, large].entries()) {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      best[at] = Math.min(best[at] ?? Infinity, user + system);
    }
  return (best[1] ?? 0) / (best[0] ?? 1);
}

/** One message that calls Write many times, and one that holds all results: its digest, and what it does to files. */
function manyCalls(count: number): () => number {
  const scene = emptyFilesHome();
  const log = craftLog();
  log.prompt("write them");
  log.call("Write", { file_path: "/p/first.txt", content: "first\n" }, { text: "File created successfully" });
  const [call = "", result = ""] = log.log.lines.splice(-2);
  const ids = Array.from({ length: count }, (_, at) => `toolu_many_${at}`);
  const withBlocks = (line: string, blocks: readonly object[]): string => {
    const entry = parsed(line);
    const message = isObject(entry["message"]) ? entry["message"] : {};
    return JSON.stringify({ ...entry, message: { ...message, content: blocks } });
  };
  const input = (at: number) => ({ file_path: `/p/f${at}.txt`, content: `text ${at}\n` });
  log.log.lines.push(
    withBlocks(
      call,
      ids.map((id, at) => ({ type: "tool_use", id, name: "Write", input: input(at) })),
    ),
    withBlocks(
      result,
      ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "File created successfully at: there" })),
    ),
  );
  const path = save(scene.home, log, "2026-05-01");
  return () => {
    const reader = evidenceReader([scene.home]);
    try {
      const digested = referenceDigest(path).results.offsets.length;
      return Math.min(digested, replayFiles(orderEvents([readLogEvidence(path)]), reader).size);
    } finally {
      reader.close();
    }
  };
}

test("files of one message with many calls", async () => {
  const [small, large] = [manyCalls(3000), manyCalls(6000)];
  expect([small(), large()]).toEqual([3000, 6000]);
  expect(await growthOf(small, large)).toBeLessThan(mostGrowth);
}, 120_000);

/** As many edits, each of one line, of a file of sixteen times as many lines. */
function manyEdits(count: number) {
  const path = "/p/a.txt";
  const line = (at: number): string => `line ${String(at).padStart(8, "0")} ${"x".repeat(48)}`;
  const lines = Array.from({ length: count * 16 }, (_, at) => line(at));
  const log = craftLog();
  log.prompt("edit it");
  const content = `${lines.join("\n")}\n`;
  log.call("Write", { file_path: path, content }, { result: createdAt(path)(content) });
  for (let at = 0; at < count; at++) {
    const old = line((at * 7919) % lines.length);
    log.call("Edit", { file_path: path, old_string: old, new_string: `${old} and more ${at}` }, { text: "updated" });
  }
  const { history, histories, reader } = replayLogs([log.log]);
  const versions = history(path);
  const chain = versionChain(versions, histories);
  const last = versions.versions.at(-1);
  const text = last && contentOf(last, versions, { histories, reader })?.text;
  return {
    edited: text?.split("and more").length,
    blame: () => blameLines(text ?? "", versionTexts(chain, reader), diffLines),
    content: () => last && contentOf(last, versions, { histories, reader }),
  };
}

test("blame and content of a file that grows with its edits", async () => {
  const [small, large] = [manyEdits(500), manyEdits(1000)];
  expect([small.edited, large.edited]).toEqual([501, 1001]);
  expect(await growthOf(small.blame, large.blame)).toBeLessThan(mostGrowth);
  expect(await growthOf(small.content, large.content)).toBeLessThan(mostGrowth);
}, 120_000);
