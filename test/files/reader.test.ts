// Logs and backups on disk -> histories; what is named oddly or leads elsewhere is never read.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { evidenceReader, openHistory, pathHash, readFileEvidence, versionAt } from "../../src/find/index.ts";
import { craftLog } from "./crafted-log.ts";
import { writeDelta } from "./simulated-log.ts";

const path = "/p/a.txt";
let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "clew-files-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function saveLog(name = "s.jsonl"): { readonly file: string; readonly session: string } {
  const crafted = craftLog();
  crafted.prompt("go");
  const backup = { backupFileName: `${pathHash(path)}@v1`, version: 1, backupTime: "2026-05-01T00:00:01.500Z" };
  writeDelta(crafted.log, { path, backup }, { messageId: "x", snapshotId: "y", timeMs: 0 });
  crafted.call("Edit", { file_path: path, old_string: "a", new_string: "b" }, { text: "The file has been updated" });
  const file = join(home, name);
  writeFileSync(file, crafted.log.lines.map((line) => `${line}\n`).join(""));
  return { file, session: crafted.log.session };
}

test("a history is read from a log and its backups, with a hash of every version", () => {
  const { file, session } = saveLog();
  mkdirSync(join(home, "file-history", session), { recursive: true });
  writeFileSync(join(home, "file-history", session, `${pathHash(path)}@v1`), "a\r\n");
  const reader = evidenceReader([home]);
  const open = openHistory(readFileEvidence([file]), path, reader);
  const versions = open?.history.versions ?? [];
  expect(versions.map((version) => Buffer.from(open?.content(version)?.bytes ?? []).toString())).toEqual([
    "a\r\n",
    "b\r\n",
  ]);
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  expect(versions.map((version) => open?.hash(version))).toEqual([sha256("a\r\n"), sha256("b\r\n")]);
  expect(open === undefined ? undefined : versionAt(open.history, 0)).toBeUndefined();
  expect(openHistory(readFileEvidence([file]), "/p/other.txt", reader)).toBeUndefined();
  reader.close();
});

test("a backup is never read through a link, nor from a session or under a name that is none", () => {
  const { file, session } = saveLog();
  const secret = join(home, "secret");
  writeFileSync(secret, "secret");
  mkdirSync(join(home, "file-history", session), { recursive: true });
  symlinkSync(secret, join(home, "file-history", session, `${pathHash(path)}@v1`));
  const reader = evidenceReader([home]);
  const open = openHistory(readFileEvidence([file]), path, reader);
  expect(open?.history.findings.map(({ code }) => code)).toEqual(["backup-missing"]);
  expect(reader.backup("..", "secret")).toBeUndefined();
  expect(reader.backup(session, "../../secret")).toBeUndefined();
  reader.close();
});

test("a log that cannot be read is told of and hides no other", () => {
  const { file } = saveLog();
  const unreadable: string[] = [];
  const events = readFileEvidence([join(home, "none.jsonl"), file], {
    onUnreadable: ({ code }) => unreadable.push(code),
  });
  expect([unreadable.length, events.length]).toEqual([1, 2]);
});
