// Versions of a file and its lines today -> who wrote each; lines that no session wrote say so.
import { expect, test } from "vitest";
import { diffLines } from "../../src/find/files/line-diff.ts";
import { blameLines, versionChain, versionTexts } from "../../src/graph/index.ts";
import { craftLog, replayLogs } from "./crafted-log.ts";
import type { LogWriter } from "./simulated-log.ts";

const path = "/p/a.txt";
const told = (text: string) => ({ text });
const made = "File created successfully at: /p/a.txt";

function blamed(logs: readonly LogWriter[], current: string, of = path): readonly string[] {
  const { history, histories, reader } = replayLogs(logs);
  const texts = versionTexts(versionChain(history(of), histories), reader);
  return blameLines(current, texts, diffLines).map(({ text, version }) => `${version?.prompt?.words ?? "-"}: ${text}`);
}

test("each line belongs to the prompt that brought it, however often its neighbours change", () => {
  const crafted = craftLog();
  crafted.prompt("first");
  crafted.call("Write", { file_path: path, content: "a\nb\nc\n" }, told(made));
  crafted.prompt("second");
  crafted.call("Edit", { file_path: path, old_string: "a\nb\nc", new_string: "a\nB\nc\nd" });
  crafted.prompt("third");
  crafted.call("Write", { file_path: path, content: "zero\na\nB\nc\nd\n" }, told("The file has been updated"));
  expect(blamed([crafted.log], "zero\r\na\r\nB\r\nc\r\nd\r\nby hand\r\n")).toEqual([
    "third: zero",
    "first: a",
    "second: B",
    "first: c",
    "second: d",
    "-: by hand",
  ]);
});

test("what was there before and what came from outside is not from a session", () => {
  const crafted = craftLog();
  crafted.prompt("first");
  const result = { oldString: "x", newString: "y", originalFile: "old\nx\n", structuredPatch: [], replaceAll: false };
  crafted.call("Edit", { file_path: path, old_string: "x", new_string: "y" }, { result });
  crafted.prompt("second");
  const file = { filePath: path, content: "old\ny\noutside\n", numLines: 4, startLine: 1, totalLines: 4 };
  crafted.call("Read", { file_path: path }, { result: { type: "text", file } });
  expect(blamed([crafted.log], "old\ny\noutside\n")).toEqual(["-: old", "first: y", "-: outside"]);
});

test("lines keep their prompt when the file is renamed", () => {
  const crafted = craftLog();
  crafted.prompt("first");
  crafted.call("Write", { file_path: path, content: "a\nb\n" }, told(made));
  crafted.prompt("second");
  crafted.call("Bash", { command: "mv a.txt b.txt" });
  crafted.prompt("third");
  crafted.call("Edit", { file_path: "/p/b.txt", old_string: "b", new_string: "B" });
  expect(blamed([crafted.log], "a\nB\n", "/p/b.txt")).toEqual(["first: a", "third: B"]);
});

test("a line that a version shows in part is that version's", () => {
  const crafted = craftLog();
  crafted.prompt("first");
  const structuredPatch = [{ oldStart: 40, oldLines: 1, newStart: 40, newLines: 2, lines: [" near", "+made by edit"] }];
  const result = { oldString: "near", newString: "near\nmade by edit", originalFile: null, structuredPatch };
  crafted.call("Edit", { file_path: path, old_string: "near", new_string: "near\nmade by edit" }, { result });
  expect(blamed([crafted.log], "far\nnear\nmade by edit\n")).toEqual(["-: far", "first: near", "first: made by edit"]);
});

test("texts that share nothing cost no time", () => {
  const lines = (word: string): string => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join("\n");
  const crafted = craftLog();
  crafted.prompt("first");
  crafted.call("Write", { file_path: path, content: lines("a") }, told(made));
  crafted.prompt("second");
  crafted.call("Write", { file_path: path, content: lines("b") }, told("The file has been updated"));
  expect(new Set(blamed([crafted.log], lines("b")).map((line) => line.split(":")[0]))).toEqual(new Set(["second"]));
});

test("texts that differ in thousands of places are still compared, by the lines that stand once in each", () => {
  const words = Array.from({ length: 30_000 }, (_, at) => `row ${at}`);
  const moved = [...words.slice(20_000), ...words.slice(0, 20_000)];
  expect(diffLines(words, moved)).toHaveLength(20_000);
  expect(diffLines(words, words.toReversed())).toHaveLength(1);
  const doubled = words.flatMap((line) => [line, line]);
  expect(diffLines(doubled, doubled.toReversed())).toEqual([]);
});
