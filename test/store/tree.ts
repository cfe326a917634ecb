// A list of files -> a config home in the temporary folder that holds them, removed when the tests are done.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** Each file is a minute older than the one named after it. */
export function makeTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const home = mkdtempSync(join(tmpdir(), "clew-store-"));
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });
  Object.entries(files).forEach(([name, content], at) => {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    const seconds = Date.UTC(2026, 0, 2) / 1000 + at * 60;
    utimesSync(path, seconds, seconds);
  });
  return home;
}
