// Small logs -> versions of a file: what each source proves, and what it leaves open.
import { expect, test } from "vitest";
import { pathHash } from "../../src/find/index.ts";
import { craftLog, createdAt, replayLogs } from "./crafted-log.ts";
import { writeDelta } from "./simulated-log.ts";

const path = "/p/a.txt";
const written = createdAt(path);
const edited = (oldString: string, newString: string, more: Record<string, unknown> = {}) => ({
  filePath: path,
  oldString,
  newString,
  structuredPatch: [],
  userModified: false,
  replaceAll: false,
  ...more,
});
const shown = (content: string, more: Record<string, unknown> = {}) => {
  const count = content.split("\n").length;
  return { type: "text", file: { filePath: path, content, numLines: count, startLine: 1, totalLines: count, ...more } };
};

test("edits after a Write are not lost, and every version knows its prompt", () => {
  const crafted = craftLog();
  crafted.prompt("make it");
  crafted.call("Write", { file_path: path, content: "one\ntwo" }, { result: written("one\ntwo") });
  crafted.prompt("change it");
  crafted.call(
    "Edit",
    { file_path: "a.txt", old_string: "two", new_string: "2" },
    { result: edited("two", "2", { originalFile: "one\ntwo" }) },
  );
  const replayed = replayLogs([crafted.log]);
  expect(replayed.told(path)).toEqual(['created exact "one\\ntwo"', 'edited derived "one\\n2"']);
  expect(replayed.history(path).versions.map(({ prompt }) => [prompt?.turn, prompt?.words])).toEqual([
    [1, "make it"],
    [2, "change it"],
  ]);
});

test("failed, denied and unanswered calls change nothing", () => {
  const crafted = craftLog();
  crafted.prompt("try");
  crafted.call("Write", { file_path: path, content: "x" }, { result: written("x") });
  crafted.call(
    "Edit",
    { file_path: path, old_string: "q", new_string: "y" },
    {
      text: "<tool_use_error>String to replace not found",
      isError: true,
      result: "Error: String to replace not found",
    },
  );
  crafted.call(
    "Write",
    { file_path: path, content: "denied" },
    { text: "The user doesn't want to proceed", isError: true, result: "User rejected tool use" },
  );
  crafted.call(
    "Bash",
    { command: `rm ${path}` },
    { text: "The user doesn't want to proceed", isError: true, result: "User rejected tool use" },
  );
  expect(replayLogs([crafted.log]).told(path)).toEqual(['created exact "x"']);
});

test("a Read tells the lines and the final line end, but not CRLF or a byte-order mark", () => {
  const crafted = craftLog();
  crafted.prompt("look");
  crafted.call("Read", { file_path: path }, { text: "1\ta\n2\tb\n3\t", result: shown("a\nb\n") });
  expect(replayLogs([crafted.log]).told(path)).toEqual(['seen partial (line-ends,encoding) "a\\nb\\n"']);
});

test("a part that was read is known with its place, and joined with other parts", () => {
  const crafted = craftLog();
  crafted.prompt("look");
  crafted.call(
    "Read",
    { file_path: path, offset: 3, limit: 2 },
    { result: shown("c\nd", { startLine: 3, totalLines: 9 }) },
  );
  crafted.call(
    "Read",
    { file_path: path, offset: 7, limit: 1 },
    { result: shown("g", { startLine: 7, totalLines: 9 }) },
  );
  const [version] = replayLogs([crafted.log]).history(path).versions;
  expect(version).toMatchObject({
    grade: "partial",
    doubts: ["lines"],
    totalLines: 9,
    ranges: [
      { start: 3, end: 4 },
      { start: 7, end: 7 },
    ],
  });
});

test("a backup makes the bytes known that a Read left open, and CRLF lasts through an edit", () => {
  const crafted = craftLog();
  const name = `${pathHash(path)}@v1`;
  crafted.prompt("go");
  crafted.call("Read", { file_path: path }, { result: shown("a\nb\n") });
  const backup = { backupFileName: name, version: 1, backupTime: "2026-05-01T00:00:03.500Z" };
  writeDelta(crafted.log, { path, backup }, { messageId: "x", snapshotId: "y", timeMs: 0 });
  crafted.call(
    "Edit",
    { file_path: path, old_string: "b", new_string: "B" },
    { result: edited("b", "B", { originalFile: "a\nb\n" }) },
  );
  const backups = new Map([[`${crafted.log.session}/${name}`, Buffer.from("a\r\nb\r\n")]]);
  expect(replayLogs([crafted.log], backups).told(path)).toEqual([
    'seen derived "a\\r\\nb\\r\\n"',
    'edited derived "a\\r\\nB\\r\\n"',
  ]);
});

test("a missing backup is a finding, and a backup of nothing says that there was no file", () => {
  const crafted = craftLog();
  crafted.prompt("go");
  const absent = { backupFileName: null, version: 1, backupTime: "2026-05-01T00:00:01.500Z" };
  writeDelta(crafted.log, { path, backup: absent }, { messageId: "x", snapshotId: "y", timeMs: 0 });
  crafted.call("Write", { file_path: path, content: "new" }, { result: written("new") });
  const lost = { backupFileName: `${pathHash(path)}@v2`, version: 2, backupTime: "2026-05-01T00:00:09.000Z" };
  writeDelta(crafted.log, { path, backup: lost }, { messageId: "x", snapshotId: "y", timeMs: 0 });
  const replayed = replayLogs([crafted.log]);
  expect(replayed.told(path)).toEqual(["seen exact", 'created exact "new"']);
  expect(replayed.history(path).versions[0]?.exists).toBe(false);
  expect(replayed.history(path).findings.map(({ code }) => code)).toEqual(["backup-missing"]);
});

test("a change that no log saw is a version of its own, with a finding", () => {
  const crafted = craftLog();
  crafted.prompt("go");
  crafted.call("Write", { file_path: path, content: "a\n" }, { result: written("a\n") });
  crafted.call(
    "Edit",
    { file_path: path, old_string: "b", new_string: "c" },
    { result: edited("b", "c", { originalFile: "a\nb\n" }) },
  );
  const replayed = replayLogs([crafted.log]);
  expect(replayed.told(path)).toEqual([
    'created exact "a\\n"',
    'outside derived "a\\nb\\n"',
    'edited derived "a\\nc\\n"',
  ]);
  expect(replayed.history(path).findings.map(({ code }) => code)).toEqual(["changed-outside"]);
});

test("an edit that does not fit is not guessed at; the next strong evidence is where it goes on", () => {
  const crafted = craftLog();
  crafted.prompt("go");
  crafted.call("Write", { file_path: path, content: "a\n" }, { result: written("a\n") });
  crafted.call(
    "Edit",
    { file_path: path, old_string: "never there", new_string: "c" },
    { text: `The file ${path} has been updated successfully.` },
  );
  crafted.call("Read", { file_path: path }, { result: shown("z\n") });
  const replayed = replayLogs([crafted.log]);
  expect(replayed.told(path)).toEqual(['created exact "a\\n"', 'edited derived "z\\n"']);
  expect(replayed.history(path).findings.map(({ code }) => code)).toEqual(["edit-mismatch"]);
});

test("what a person changed before allowing the edit is taken from the patch", () => {
  const crafted = craftLog();
  const structuredPatch = [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [" a", "-b", "+by hand"] }];
  crafted.prompt("go");
  crafted.call("Write", { file_path: path, content: "a\nb\n" }, { result: written("a\nb\n") });
  crafted.call(
    "Edit",
    { file_path: path, old_string: "b", new_string: "c" },
    { result: edited("b", "c", { originalFile: "a\nb\n", userModified: true, structuredPatch }) },
  );
  expect(replayLogs([crafted.log]).told(path).at(-1)).toBe('edited derived "a\\nby hand\\n"');
});

test("several edits in one call, and replace_all, are applied in order", () => {
  const crafted = craftLog("1.0.108");
  const edits = [
    { old_string: "a", new_string: "b", replace_all: true },
    { old_string: "b b", new_string: "c", replace_all: false },
  ];
  crafted.prompt("go");
  crafted.call(
    "Write",
    { file_path: path, content: "a a\na\n" },
    { result: { type: "create", filePath: path, content: "a a\na\n", structuredPatch: [] } },
  );
  crafted.call(
    "MultiEdit",
    { file_path: path, edits },
    { result: { filePath: path, edits, originalFileContents: "a a\na\n", structuredPatch: [], userModified: false } },
  );
  expect(replayLogs([crafted.log]).told(path).at(-1)).toBe('edited derived "c\\nb\\n"');
});

test("a notebook is known whole where the client tells it, and only then", () => {
  const notebook = "/p/n.ipynb";
  const crafted = craftLog();
  crafted.prompt("go");
  crafted.call(
    "NotebookEdit",
    { notebook_path: notebook, new_source: "2" },
    { result: { new_source: "2", original_file: "{1}\n", updated_file: "{2}\n" } },
  );
  crafted.call("NotebookEdit", { notebook_path: notebook, new_source: "3" }, { result: { new_source: "3" } });
  expect(replayLogs([crafted.log]).told(notebook)).toEqual([
    'seen partial (line-ends) "{1}\\n"',
    'edited partial (line-ends) "{2}\\n"',
    "edited partial (lines)",
  ]);
});

test("a file is followed through renames, copies and deletion", () => {
  const crafted = craftLog();
  crafted.prompt("go");
  crafted.call("Write", { file_path: path, content: "x\n" }, { result: written("x\n") });
  crafted.call("Bash", { command: "mkdir -p d && mv a.txt d/b.txt" }, { result: { stdout: "", interrupted: false } });
  crafted.call("Bash", { command: "mv d e" }, { result: { stdout: "", interrupted: false } });
  crafted.call(
    "Edit",
    { file_path: "/p/e/b.txt", old_string: "x", new_string: "y" },
    { text: "The file /p/e/b.txt has been updated" },
  );
  crafted.call("Bash", { command: "rm -r e" }, { result: { stdout: "", interrupted: false } });
  const replayed = replayLogs([crafted.log]);
  expect(replayed.told("/p/e/b.txt")).toEqual(['moved derived "x\\n"', 'edited derived "y\\n"', "deleted derived"]);
  expect(replayed.history("/p/e/b.txt").versions.at(-1)?.exists).toBe(false);
  expect(replayed.history(path).versions.map(({ exists }) => exists)).toEqual([true, false]);
});

test("a fork's copies count once and belong to the original", () => {
  const crafted = craftLog();
  crafted.prompt("go");
  crafted.call("Write", { file_path: path, content: "x\n" }, { result: written("x\n") });
  const session = "5e551011-0000-4000-8000-000000000002";
  const lines = crafted.log.lines.map((line) =>
    line.replaceAll(
      `"sessionId":"${crafted.log.session}"`,
      `"sessionId":"${session}","forkedFrom":{"sessionId":"${crafted.log.session}"}`,
    ),
  );
  const { versions } = replayLogs([{ ...crafted.log, path: "fork.jsonl", session, lines }, crafted.log]).history(path);
  expect(versions.map((version) => [version.session, version.sources.length])).toEqual([[crafted.log.session, 1]]);
});

test("a mention shows a file, and a snippet the part that changed", () => {
  const crafted = craftLog();
  crafted.prompt("go");
  crafted.call("Write", { file_path: path, content: "a\nb\n" }, { result: written("a\nb\n") });
  crafted.attach({ type: "file", filename: path, content: shown("a\nb\n") });
  crafted.attach({ type: "edited_text_file", filename: path, snippet: "2\tB\n3\t" });
  const { versions } = replayLogs([crafted.log]).history(path);
  expect(versions.map(({ cause, sources }) => [cause, sources.length])).toEqual([
    ["created", 2],
    ["outside", 1],
  ]);
});
