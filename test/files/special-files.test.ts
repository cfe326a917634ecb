// Files that are hard to keep -> they come back as they were: other encodings, other line ends, large ones, Windows paths.
import { expect, test } from "vitest";
import { pathHash } from "../../src/find/index.ts";
import { craftLog, createdAt, replayLogs } from "./crafted-log.ts";
import { writeDelta } from "./simulated-log.ts";

const path = "/p/a.txt";
const written = createdAt(path);

test("bytes that are no UTF-8, a mark and UTF-16 come back from a backup as they were", () => {
  for (const bytes of [
    Buffer.from([0x61, 0xe9, 0x0a]),
    Buffer.from("\uFEFFa\r\n"),
    Buffer.from("\uFEFFa\n", "utf16le"),
    Buffer.from([0xff, 0xfe, 0x61]),
  ]) {
    const crafted = craftLog();
    const name = `${pathHash(path)}@v1`;
    crafted.prompt("go");
    writeDelta(
      crafted.log,
      { path, backup: { backupFileName: name, version: 1, backupTime: "2026-05-01T00:00:03.500Z" } },
      { messageId: "x", snapshotId: "y", timeMs: 0 },
    );
    const replayed = replayLogs([crafted.log], new Map([[`${crafted.log.session}/${name}`, bytes]]));
    const [version] = replayed.history(path).versions;
    expect([version?.grade, version === undefined ? undefined : Buffer.from(replayed.bytes(version) ?? [])]).toEqual([
      "exact",
      bytes,
    ]);
  }
});

test("a file of ten megabytes is replayed", () => {
  const big = "0123456789abcdef\n".repeat(620_000);
  const crafted = craftLog();
  crafted.prompt("go");
  crafted.call("Write", { file_path: path, content: big }, { result: written(big) });
  crafted.call(
    "Edit",
    { file_path: path, old_string: `${big.slice(-17)}`, new_string: "end", replace_all: false },
    { result: { oldString: big.slice(0, 17), newString: "start\n", originalFile: null, structuredPatch: [] } },
  );
  const replayed = replayLogs([crafted.log]);
  const last = replayed.history(path).versions.at(-1);
  expect([last?.grade, last === undefined ? 0 : replayed.bytes(last)?.length]).toEqual(["derived", big.length - 11]);
});

test("a Windows path is kept as it was, and found whatever its case", () => {
  const windows = "C:\\Users\\Kim\\Proj\\a.txt";
  const crafted = craftLog();
  crafted.prompt("go");
  crafted.call(
    "Write",
    { file_path: windows, content: "x\r\n" },
    { result: { ...written("x\r\n"), filePath: windows } },
  );
  const replayed = replayLogs([crafted.log]);
  expect(replayed.history("c:/users/kim/proj/A.TXT").versions.map((version) => version.path)).toEqual([windows]);
  expect(replayed.told(windows)).toEqual(['created exact "x\\r\\n"']);
});
