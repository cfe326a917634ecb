// Logs as text -> config homes in the temporary folder, with the times their own entries tell; removed when the file's tests are done.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

/** A fresh folder that is gone after the tests of the file that asked for it. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "clew-cli-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of the demo tree: a checkout does not keep modification times, and listings go by them. */
export function demoHome(): string {
  const home = join(scratchFolder(), "demo");
  const demo = fileURLToPath(new URL("../../demo/projects", import.meta.url));
  cpSync(demo, join(home, "projects"), { recursive: true });
  for (const path of logsBelow(home)) setTime(path);
  return home;
}

/** `place` is the path below `projects`, without `.jsonl`. */
export function writeLog(home: string, place: string, content: string | Uint8Array): string {
  const path = join(home, "projects", `${place}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  setTime(path);
  return path;
}

/** Every file of a tree with its bytes and modification time: what must not change. */
export function stateOf(folder: string): ReadonlyMap<string, string> {
  return new Map(filesBelow(folder).map((path) => [path, readFileSync(path).toString("base64")]));
}

/** Output without the name of the temporary folder. */
export const placeless = (text: string, home: string): string => text.replaceAll(home, "HOME");

function setTime(path: string): void {
  const times = [...readFileSync(path, "utf8").matchAll(/"timestamp":"([^"]+)"/g)].map(([, time]) =>
    Date.parse(time ?? ""),
  );
  const newest = new Date(Math.max(Date.parse("2020-01-01T00:00:00Z"), ...times.filter((time) => !Number.isNaN(time))));
  utimesSync(path, newest, newest);
}

const logsBelow = (folder: string): readonly string[] => filesBelow(folder).filter((path) => path.endsWith(".jsonl"));

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .toSorted();
}
