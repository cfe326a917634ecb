// The checkout as it is -> no way in which it breaks ARCHITECTURE.md.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkPasteLines } from "./architecture/paste-rules.ts";
import { checkArchitecture } from "./architecture/rules.ts";
import { readTree } from "./architecture/tree.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// Parses every source file, which takes its time on a busy machine.
it("the source keeps to the layers that ARCHITECTURE.md draws", { timeout: 120_000 }, () => {
  const verdict = checkArchitecture(readTree(ROOT));
  expect(verdict.problems).toEqual([]);
  expect(verdict.files).toBeGreaterThan(0);
  expect(verdict.imports).toBeGreaterThan(0);
});

it("every line to paste is built by commandLine", () => {
  const tree = [...readTree(ROOT)];
  expect(tree.flatMap(([path, text]) => checkPasteLines(path, text))).toEqual([]);
  expect(tree.some(([path]) => path === "src/cli/clew-line.ts")).toBe(true);
});

it.each([
  ["ARCHITECTURE.md", 300],
  ["CONTRIBUTING.md", 100],
])("%s stays under %i lines", (page, limit) => {
  expect(readFileSync(new URL(`../${page}`, import.meta.url), "utf8").split("\n").length).toBeLessThan(limit);
});
