// Clew's cache folder under any umask -> what is compiled into it is the owner's alone, also when it was deleted meanwhile.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { scratchFolder } from "./tree.ts";

const source = new URL("../../src/cli/compile-cache.ts", import.meta.url).href;

/** Keeps its code there, starts a process that does the same, and does so again after all was deleted. */
const script = `
  import { spawnSync } from "node:child_process";
  import { rmSync } from "node:fs";
  import { compiledElsewhere, keepCompiledCode } from ${JSON.stringify(source)};
  process.umask(Number(process.argv[2]));
  keepCompiledCode(process.argv[1]);
  if (process.argv[3] === "deleted") rmSync(process.argv[1] + "/compiled", { recursive: true });
  const env = { ...process.env, ...compiledElsewhere() };
  spawnSync(process.execPath, ["-e", "require('node:module').flushCompileCache()"], { env });
`;

function modesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map((one) => (statSync(join(one.parentPath, one.name)).mode & 0o777).toString(8));
}

test.each([
  [0o000, "left"],
  [0o022, "left"],
  [0o000, "deleted"],
  [0o022, "deleted"],
])("under the umask %i, with the cache %s, its folders are the owner's alone", (umask, fate) => {
  const cacheDir = join(scratchFolder(), "cache");
  mkdirSync(cacheDir);
  const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: __, ...env } = process.env;
  execFileSync(process.execPath, ["--input-type=module", "-e", script, cacheDir, String(umask), fate], { env });
  expect(modesUnder(cacheDir)).toEqual(["700", "700"]);
});
