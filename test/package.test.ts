// The file list of the npm package -> what people need to run clew, and nothing that only a build needs.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isObject } from "../src/format/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** npm prints a list of packages, or from version 12 on an object with one field per package. */
function packedFiles(): readonly string[] {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  const printed: unknown = JSON.parse(output);
  const [packed]: readonly unknown[] = isObject(printed) ? Object.values(printed) : listOf(printed);
  const files = isObject(packed) ? listOf(packed["files"]) : [];
  return files.flatMap((file) => (isObject(file) && typeof file["path"] === "string" ? [file["path"]] : []));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

test("the package has the program and no files of the build", () => {
  const files = packedFiles();
  expect(files).toEqual(expect.arrayContaining(["package.json", "bin/clew.js", "dist/store/index.js"]));
  expect(files.filter((path) => /\.tsbuildinfo$|^src\/|^test\/|^dist\/clew\/compiled\//.test(path))).toEqual([]);
});
