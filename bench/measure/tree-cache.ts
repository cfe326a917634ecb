// Size and seed -> a generated tree, kept in a cache folder and used again as long as the generator is the same.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generateTree } from "../generate/tree.ts";
import { parsed } from "./figure.ts";

export type Tree = { readonly dir: string; readonly truth: unknown };

export type TreeRequest = { readonly cache: string; readonly sizeMb: number; readonly seed: number };

export function cachedTree({ cache, sizeMb, seed }: TreeRequest): Tree {
  const dir = join(cache, `tree-${sizeMb}mb-seed${seed}-${generatorMark()}`);
  if (!existsSync(dir)) {
    mkdirSync(cache, { recursive: true });
    // A tree is there whole or not at all.
    const half = `${dir}.half`;
    rmSync(half, { recursive: true, force: true });
    generateTree({ dir: half, sizeBytes: sizeMb * 1_048_576, seed });
    renameSync(half, dir);
  }
  return readTree(dir);
}

export function readTree(dir: string): Tree {
  return { dir, truth: parsed(readFileSync(join(dir, "TRUTH.json"), "utf8")) };
}

function generatorMark(): string {
  const folder = join(import.meta.dirname, "..", "generate");
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).toSorted()) hash.update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 8);
}
