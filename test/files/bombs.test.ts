// Sessions that make clew derive far more than they hold: no command fails, memory is bounded, other files are unaffected.
import { describe, expect, test } from "vitest";
import { withinTotal } from "../../src/cli/files/candidate.ts";
import { connectedEvents, orderEvents } from "../../src/graph/index.ts";
import { emptyFilesHome, save, write } from "../cli/files-home.ts";
import { bombGroup } from "./bomb-group.ts";
import { type CraftedLog, craftLog, replayLogs } from "./crafted-log.ts";

const path = "/p/a.txt";
/** Many times quicker than single letters. */
const long = "a".repeat(64);

/** The session of 60 doubling edits that ended every command on files. */
function doublings(word: string, after: (log: CraftedLog) => void = () => undefined): CraftedLog {
  const log = craftLog();
  log.prompt("double it");
  write(log, path, `${word}\n`);
  for (let at = 0; at < 60; at++)
    log.call(
      "Edit",
      { file_path: path, old_string: word, new_string: `${word}${word}`, replace_all: true },
      { text: "updated" },
    );
  after(log);
  return log;
}

describe("60 edits that double a text", () => {
  test("leave the versions before them as they are, and the rest is not derivable", () => {
    const { history } = replayLogs([doublings("a").log]);
    const { versions, findings } = history(path);
    const firstBeyond = versions.findIndex(({ doubts }) => doubts.includes("too-large"));
    expect(versions.length).toBe(61);
    expect(firstBeyond).toBeGreaterThan(16);
    expect(versions.slice(0, firstBeyond).every(({ grade }) => grade !== "partial")).toBe(true);
    expect(versions.slice(firstBeyond).every(({ doubts }) => doubts.includes("too-large"))).toBe(true);
    expect(findings.map(({ code }) => code)).toEqual(["too-large"]);
  });

  test("give the right bytes up to there", () => {
    const { history, bytes } = replayLogs([doublings("a").log]);
    for (const number of [1, 2, 5, 11, 15]) {
      const version = history(path).versions[number - 1];
      const text = version === undefined ? undefined : bytes(version);
      expect(Buffer.from(text ?? []).toString()).toBe(`${"a".repeat(2 ** (number - 1))}\n`);
    }
  });

  test("are over with the next text that a log holds in full", () => {
    const log = doublings(long, (more) => {
      more.call("Write", { file_path: path, content: "b\n" }, { text: `The file ${path} has been updated` });
      more.call("Edit", { file_path: path, old_string: "b", new_string: "c" }, { text: "updated" });
    });
    expect(replayLogs([log.log]).told(path).slice(-2)).toEqual(['written derived "b\\n"', 'edited derived "c\\n"']);
  });

  test("are reported by every command, and the other file is listed and recovered", async () => {
    const scene = emptyFilesHome();
    save(
      scene.home,
      doublings(long, (log) => write(log, "/p/b.txt", "good\n")),
      "2026-05-01",
    );
    const texts = [
      (await scene.run(["files"])).out,
      (await scene.run(["files", "log", path])).out,
      (await scene.run(["files", "log", path])).err,
      (await scene.run(["files", "show", path])).out,
      (await scene.run(["files", "show", path])).err,
      (await scene.run(["files", "diff", path, "v1", "v61"])).err,
      (await scene.run(["blame", path])).err,
      (await scene.run(["recover", path, "--out", scene.at("none")])).err,
    ];
    expect(texts.map((text) => /too large|larger than clew derives/.test(text))).toEqual(texts.map(() => true));
    const { code, out } = await scene.run(["recover", "--all", "--out", scene.at("out")]);
    expect([code, out.includes("exact  v1  p/b.txt")]).toEqual([0, true]);
  }, 60_000);
});

/** One of each kind but those that take long. */
const quickSeeds = [0, 2, 6, 7, 8, 9, 10, 12, 13, 16] as const;

test("bombs of ten kinds end no command, take bounded memory and leave the innocent file alone", async () => {
  const { seeds, wrong, maxRssMb } = await bombGroup(quickSeeds);
  expect([seeds, wrong]).toEqual([quickSeeds, []]);
  expect(maxRssMb).toBeLessThan(600);
}, 120_000);

test("one recovery writes no more than its total, and gives the reason", () => {
  const candidate = (size: number) => ({
    path,
    version: undefined,
    about: {},
    content: () => new Uint8Array(size),
  });
  const contents = withinTotal([candidate(60), candidate(60), candidate(40)], 100).map(({ content }) => content());
  expect(contents.map((one) => ("reason" in one ? one.reason : one.length))).toEqual([
    60,
    "this run would write more than 100 B; recover it by name into another folder",
    40,
  ]);
});

test("the moves that a file came by are followed in any order of their places", () => {
  const log = craftLog();
  log.prompt("move");
  write(log, "/p/m0.txt", "moved\n");
  for (let at = 0; at < 30; at++) log.call("Bash", { command: `mv m${at}.txt m${at + 1}.txt` });
  const { evidence } = replayLogs([log.log]);
  const events = orderEvents(evidence);
  expect(connectedEvents(events, "/p/m30.txt")).toHaveLength(events.length);
  expect(connectedEvents(events, "/p/other.txt")).toHaveLength(0);
});
