// Special files where Node keeps compiled code -> every command ends, and starts without what was kept.
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scratchFolder } from "../cli/tree.ts";
import { furnish } from "./hostile-home.ts";

const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));
const deadlineMs = 60_000;

function scene(): { readonly compiled: string; readonly clew: (...args: readonly string[]) => number | null } {
  const folder = scratchFolder();
  furnish(folder);
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    CLAUDE_CONFIG_DIR: join(folder, "home"),
    XDG_CACHE_HOME: join(folder, "cache"),
    XDG_DATA_HOME: join(folder, "data"),
  };
  const clew = (...args: readonly string[]): number | null =>
    spawnSync(process.execPath, [binary, ...args], { env, timeout: deadlineMs, killSignal: "SIGKILL" }).status;
  // The first run makes the cache, the second keeps compiled code in it.
  expect([clew("index"), clew("ls", "--all")]).toEqual([0, 0]);
  return { compiled: join(folder, "cache", "clew", "compiled"), clew };
}

test("pipes in place of compiled files hang nothing", { timeout: 4 * deadlineMs }, () => {
  const { compiled, clew } = scene();
  const files = readdirSync(compiled, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    rmSync(join(file.parentPath, file.name));
    execFileSync("mkfifo", [join(file.parentPath, file.name)]);
  }
  expect(clew("ls", "--all")).toBe(0);
});

test("a link in place of the folder is not followed", { timeout: 4 * deadlineMs }, () => {
  const { compiled, clew } = scene();
  rmSync(compiled, { recursive: true });
  symlinkSync("/proc/self", compiled);
  expect(clew("ls", "--all")).toBe(0);
});
