// A checkout -> its own text files by path; generated folders and fixtures are never part of it.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Paths are relative to the root, with forward slashes. */
export type Tree = ReadonlyMap<string, string>;

const FOLDERS = ["src", "test", "scripts", "bench", "bin"] as const;
const PAGES = ["ARCHITECTURE.md", "package.json", "tsconfig.json"] as const;
const SKIPPED = "test/fixtures/";

export function readTree(root: string): Tree {
  const files = FOLDERS.flatMap((folder) => list(root, folder)).filter((path) => !path.startsWith(SKIPPED));
  return new Map([...PAGES, ...files].map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function list(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.(ts|tsx|mts|mjs|js|json)$/.test(path));
}
