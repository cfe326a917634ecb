// Logs that look as if they told all of a file -> only what they prove is sure: cut texts, changes nobody logged, ids used again.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBareEvidence } from "../../src/find/files/bare-evidence.ts";
import { readLogEvidence } from "../../src/find/files/file-evidence.ts";
import { pathHash } from "../../src/find/index.ts";
import { type CraftedLog, type Replayed, craftLog, createdAt, replayLogs } from "./crafted-log.ts";
import { type LogWriter, writeCall, writeDelta, writeResult, writeSnapshot } from "./simulated-log.ts";

const path = "/p/a.txt";
const written = createdAt(path);
const name = `${pathHash(path)}@v1`;
const startMs = Date.UTC(2026, 4, 1);
const at = (second: number): string => new Date(startMs + second * 1000).toISOString();
const codes = (replayed: Replayed): readonly string[] => replayed.history(path).findings.map(({ code }) => code);

function begun(content: string): CraftedLog {
  const crafted = craftLog();
  crafted.prompt("go");
  crafted.call("Write", { file_path: path, content }, { result: written(content) });
  return crafted;
}

/** A result that the client kept no record of. */
const bareRead = (crafted: CraftedLog, text: string): void => crafted.call("Read", { file_path: path }, { text });

test.each([
  ["a reminder that is a line of the file", "1\ta\n2\t<system-reminder>\n3\tb\n4\t</system-reminder>\n5\t"],
  ["a reminder inside a line", '1\ta\n2\t"<system-reminder>x</system-reminder>"\n3\tb\n4\t'],
])("a Read without a record shows %s as it is", (_, text) => {
  const crafted = craftLog();
  crafted.prompt("go");
  bareRead(crafted, text);
  const shown = text.replaceAll(/^\d+\t/gm, "");
  expect(replayLogs([crafted.log]).told(path)).toEqual([`seen partial (line-ends,encoding) ${JSON.stringify(shown)}`]);
});

test.each([
  ["a note of a cut", "1\ta\n2\tb\n\n[Truncated: showing lines 1-2 of 4]"],
  ["a reminder of a cut", "1\ta\n2\tb\n\n<system-reminder>\n[Truncated: PARTIAL view]\n</system-reminder>"],
  ["the beginning of what was too long", "<persisted-output>\nPreview:\n1\ta\n2\tb\n3\t\n...\n</persisted-output>"],
  ["the cells of a notebook", '<cell id="a">print(t)</cell id="a">\n1\tfoo\n2\tbar'],
])("a Read without a record is not the whole file where it has %s", (_, text) => {
  const crafted = begun("a\nb\nc\n");
  bareRead(crafted, text);
  const replayed = replayLogs([crafted.log]);
  expect([replayed.told(path), codes(replayed)]).toEqual([['created exact "a\\nb\\nc\\n"'], []]);
});

test("a mention that was cut is a part, whatever it counts", () => {
  const crafted = begun("a\nb\nc\n");
  const file = { filePath: path, content: "a\nb", numLines: 2, startLine: 1, totalLines: 2 };
  crafted.attach({ type: "file", filename: path, content: { type: "text", file }, truncated: true });
  expect(replayLogs([crafted.log]).told(path)).toEqual(['created exact "a\\nb\\nc\\n"']);
});

test.each(["1\ta\n2\tb", ""])("a file that its client says has changed is another, even where %j agrees", (snippet) => {
  const crafted = begun("a\nb\nc\n");
  crafted.attach({ type: "edited_text_file", filename: path, snippet });
  const replayed = replayLogs([crafted.log]);
  expect(replayed.told(path)).toEqual(['created exact "a\\nb\\nc\\n"', "outside partial (lines)"]);
  expect(codes(replayed)).toEqual(["changed-outside"]);
});

test("a change that its client tells of is no other one where a log has it already", () => {
  const crafted = begun("a\n");
  crafted.call("Bash", { command: "echo b >> a.txt" }, { result: { stdout: "", stderr: "", interrupted: false } });
  crafted.attach({ type: "edited_text_file", filename: path, snippet: "1\ta\n2\tb" });
  expect(replayLogs([crafted.log]).told(path)).toEqual(['created exact "a\\n"', 'edited derived "a\\nb\\n"']);
});

test("line ends are not sure after a command that changed the file", () => {
  const crafted = begun("a\nb\n");
  crafted.call("Bash", { command: "sed -i 's/$/\\r/' a.txt" }, { result: { stdout: "", interrupted: false } });
  const file = { filePath: path, content: "a\nb\n", numLines: 3, startLine: 1, totalLines: 3 };
  crafted.call("Read", { file_path: path }, { result: { type: "text", file } });
  expect(replayLogs([crafted.log]).told(path).at(-1)).toBe('command partial (line-ends) "a\\nb\\n"');
});

const patched = (lines: readonly string[], more: Record<string, unknown> = {}) => ({
  filePath: path,
  structuredPatch: [{ oldStart: 1, oldLines: 4, newStart: 1, newLines: 4, lines }],
  userModified: false,
  replaceAll: false,
  ...more,
});

test("an edit whose patch shows another file than the one that is known is a finding", () => {
  const crafted = begun("a\nb\nc\n");
  const result = patched([" NEW", " a", " b", "-c", "+x"], { oldString: "c", newString: "x", originalFile: null });
  crafted.call("Edit", { file_path: path, old_string: "c", new_string: "x" }, { result });
  const replayed = replayLogs([crafted.log]);
  expect(replayed.told(path).at(-1)).toBe("edited partial (lines)");
  expect(codes(replayed)).toEqual(["edit-mismatch"]);
});

test("an indent that a person may have given is not taken from the line beside it", () => {
  const crafted = begun("x\n\tfoo\n");
  const strings = { oldString: "\tfoo", newString: "\tbar", originalFile: "x\n\tfoo\n", userModified: true };
  const result = patched([" x", "-  foo", "+  bar", "+  baz"], strings);
  crafted.call("Edit", { file_path: path, old_string: "\tfoo", new_string: "\tbar" }, { result });
  expect(replayLogs([crafted.log]).told(path).at(-1)).toBe("edited partial (lines)");
});

test("several edits that begin with nothing make the file, and no version before it", () => {
  const crafted = craftLog("1.0.108");
  const edits = [
    { old_string: "", new_string: "a\nb\n", replace_all: false },
    { old_string: "b", new_string: "c", replace_all: false },
  ];
  crafted.prompt("go");
  const result = { filePath: path, edits, originalFileContents: "", structuredPatch: [], userModified: false };
  crafted.call("MultiEdit", { file_path: path, edits }, { result });
  expect(replayLogs([crafted.log]).told(path)).toEqual(['created exact "a\\nc\\n"']);
});

const backup = (second: number) => ({ backupFileName: name, version: 1, backupTime: at(second) });
const ids = { messageId: "x", snapshotId: "y", timeMs: 0 };
const bytesOf = (crafted: CraftedLog, text: string) => new Map([[`${crafted.log.session}/${name}`, Buffer.from(text)]]);

test("a backup that a later prompt names again proves that the file has its bytes again", () => {
  const crafted = craftLog();
  crafted.prompt("one");
  writeDelta(crafted.log, { path, backup: backup(1.5) }, ids);
  const strings = { oldString: "A", newString: "B", originalFile: "A\n", structuredPatch: [], replaceAll: false };
  crafted.call("Edit", { file_path: path, old_string: "A", new_string: "B" }, { result: strings });
  const tracked = new Map([[path, backup(1.5)]]);
  writeSnapshot(crafted.log, tracked, { ...ids, timeMs: startMs + 9000, kind: "update" });
  expect(replayLogs([crafted.log], bytesOf(crafted, "A\n")).told(path)).toHaveLength(2);
  writeSnapshot(crafted.log, tracked, { ...ids, timeMs: startMs + 9000, kind: "new" });
  const replayed = replayLogs([crafted.log], bytesOf(crafted, "A\n"));
  expect(replayed.told(path)).toEqual(['seen exact "A\\n"', 'edited derived "B\\n"', 'outside exact "A\\n"']);
});

test("a backup is not believed where its name is of another path, or of another moment", () => {
  const foreign = begun("A\n");
  const other = `${pathHash("/p/b.txt")}@v1`;
  writeDelta(foreign.log, { path, backup: { ...backup(9), backupFileName: other } }, ids);
  // Told as an absolute path, it is not relative to a folder that nobody knows.
  foreign.log.lines.push((foreign.log.lines.pop() ?? "").replace('"trackingPath":"a.txt"', `"trackingPath":"${path}"`));
  const session = `${foreign.log.session}/${other}`;
  const replayed = replayLogs([foreign.log], new Map([[session, Buffer.from("B\n")]]));
  expect([replayed.told(path), codes(replayed)]).toEqual([['created exact "A\\n"'], ["backup-missing"]]);

  const again = begun("A\n");
  writeDelta(again.log, { path, backup: backup(4) }, ids);
  writeDelta(again.log, { path, backup: backup(9) }, ids);
  const { versions } = replayLogs([again.log], bytesOf(again, "C\n")).history(path);
  expect(versions.map(({ cause, timeMs }) => [cause, timeMs - startMs])).toEqual([
    ["created", 3000],
    ["outside", 9000],
  ]);
});

function write(log: LogWriter, { id, file, content }: Record<"id" | "file" | "content", string>, second: number): void {
  const uuid = `${log.session}-${second}`;
  const timeMs = startMs + second * 1000;
  const call = { id, name: "Write", input: { file_path: file, content } };
  const source = writeCall(log, call, { uuid: `${uuid}-a`, timeMs, message: `msg_${second}` });
  const result = { ...written(content), filePath: file.replace("~", "/home/kim") };
  writeResult(
    log,
    { callId: id, text: "", isError: false, result, source },
    { uuid: `${uuid}-b`, timeMs: timeMs + 500 },
  );
}

test("an id that is used again is of another call, and a copy counts once", () => {
  const one = craftLog();
  const two = craftLog("2.1.325", "5e551011-0000-4000-8000-000000000002");
  write(one.log, { id: "call_1", file: path, content: "A\n" }, 1);
  write(one.log, { id: "call_1", file: path, content: "B\n" }, 3);
  write(two.log, { id: "call_1", file: path, content: "C\n" }, 5);
  const copy = { ...one.log, path: "copy.jsonl", lines: one.log.lines.map((line) => line.replaceAll("-a", "-z")) };
  const told = replayLogs([one.log, two.log, copy]).told(path);
  expect(told).toEqual(['created exact "A\\n"', 'created exact "B\\n"', 'created exact "C\\n"']);
});

test("a path that begins with ~ is the one that the result names, and both readers find the same", () => {
  const crafted = begun("x".repeat(3000));
  write(crafted.log, { id: "call_1", file: "~/notes.txt", content: "n".repeat(3000) }, 20);
  write(crafted.log, { id: "call_1", file: path, content: "y".repeat(3000) }, 22);
  crafted.call("Glob", { pattern: "*" }, { result: { filenames: [] } });
  const home = mkdtempSync(join(tmpdir(), "clew-doubt-"));
  try {
    const file = join(home, "s.jsonl");
    writeFileSync(file, crafted.log.lines.map((line) => `${line}\n`).join(""));
    const whole = readLogEvidence(file).events.map((event) => ({ ...event, prompt: undefined }));
    expect(whole.map(({ path: own }) => own)).toEqual([path, "/home/kim/notes.txt", path]);
    const plain = (events: typeof whole) => events.map(({ id, key, timeMs }) => [id, key, timeMs]);
    expect(plain(readBareEvidence(file).events.map((event) => ({ ...event, prompt: undefined })))).toEqual(
      plain(whole),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
