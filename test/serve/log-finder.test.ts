// Logs that come and go between two questions -> each is found as soon as it is there, on a clock that stands still.
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { logFinder } from "../../src/serve/session/log-finder.ts";
import { say, smallLog } from "../cli/small-log.ts";
import { scratchFolder, writeLog } from "../cli/tree.ts";

const [first, second] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

function logOf(sessionId: string): string {
  const log = smallLog({ sessionId });
  log.prompt("Wind the wool");
  log.answer("m_1", say("Wound"));
  return log.text();
}

test("a session that was made, moved or deleted since the last look is told as it is now", () => {
  const home = scratchFolder();
  const finder = logFinder([home], () => 0);
  const path = (folder: string, stem: string): string => join(home, "projects", folder, `${stem}.jsonl`);
  writeLog(home, `-wool/${first}`, logOf(first));
  expect(finder.session(first).path).toBe(path("-wool", first));

  writeLog(home, `-silk/${second}`, logOf(second));
  expect(finder.session(second).path).toBe(path("-silk", second));

  renameSync(path("-silk", second), path("-wool", second));
  expect(finder.session(second).path).toBe(path("-wool", second));

  rmSync(path("-wool", first));
  expect(() => finder.session(first)).toThrow("there is no session");
});

test("a session whose file is named otherwise is found by the id inside, also when it came just now", () => {
  const home = scratchFolder();
  const finder = logFinder([home], () => 0);
  expect(finder.found().sessions).toEqual([]);
  writeLog(home, "-wool/backup", logOf(first));
  expect(finder.session(first).stem).toBe("backup");
});
