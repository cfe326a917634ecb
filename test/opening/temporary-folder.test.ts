// The folder for temporary files, which strangers can write to -> no command makes a file there that they could replace.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scratchFolder } from "../cli/tree.ts";
import { attacked, furnish } from "./hostile-home.ts";

const binary = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));

const commands: readonly (readonly string[])[] = [
  ["ls", "--all"],
  ["index"],
  ["search", "look"],
  ["doctor"],
  ["files"],
  ["stats"],
  ["show", attacked],
  ["title", attacked, "A new title"],
  ["clone", attacked, "--force"],
  ["repair", attacked, "--force"],
];

test("the folder for temporary files is never written to", { timeout: 180_000 }, () => {
  const folder = scratchFolder();
  furnish(folder);
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);
  // Whatever is made or removed in a folder, even for a moment, changes its time.
  utimesSync(temporary, 1_000_000_000, 1_000_000_000);
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    CLAUDE_CONFIG_DIR: join(folder, "home"),
    XDG_CACHE_HOME: join(folder, "cache"),
    XDG_DATA_HOME: join(folder, "data"),
    TMPDIR: temporary,
  };
  for (const args of commands) {
    const { status, stderr } = spawnSync(process.execPath, [binary, ...args], { env, encoding: "utf8" });
    expect([0, 1], `clew ${args.join(" ")}: ${stderr}`).toContain(status);
    expect(statSync(temporary).mtimeMs, `clew ${args.join(" ")}`).toBe(1_000_000_000_000);
  }
  expect(readdirSync(temporary)).toEqual([]);
});
