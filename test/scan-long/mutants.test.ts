// Bugs planted one at a time in a copy of the kernel's source -> the fuzzer sees each of them, and no change that is none.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type Mutant, mutants } from "./mutants.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const source = join(root, "src", "scan");
const compiler = join(root, "node_modules", "assemblyscript", "bin", "asc.js");
const fuzzer = fileURLToPath(new URL("fuzz-once.ts", import.meta.url));
const lines = 30_000;
const deadlineMs = 120_000;

/** The compiler takes paths inside its base folder only. */
function compile(folder: string): string {
  const args = ["index.ts", "--baseDir", folder, "-o", "kernel.wasm", "-O1", "--enable", "simd"];
  const more = ["--runtime", "stub", "--noAssert", "--initialMemory", "16"];
  const { status, stderr } = spawnSync(process.execPath, [compiler, ...args, ...more], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return join(folder, "kernel.wasm");
}

function plant({ file, from, to }: Mutant, folder: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

/** A kernel that no longer ends is seen, too. */
function isSeen(kernel: string): boolean {
  const { status, signal } = spawnSync(process.execPath, [fuzzer, kernel, "5", String(lines)], { timeout: deadlineMs });
  return status !== 0 || signal !== null;
}

it.each(mutants)("the fuzzer judges rightly: $what", (mutant) => {
  const folder = mkdtempSync(join(tmpdir(), "clew-mutant-"));
  try {
    cpSync(source, folder, { recursive: true });
    plant(mutant, folder);
    expect(isSeen(compile(folder))).toBe(mutant.isHarmless !== true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
