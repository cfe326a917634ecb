// Where clew was called, and every text that people read -> `npx clew` is suggested in a clone and nowhere else.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ownCommand } from "../../src/cli/own-command.ts";
import { readTree } from "../architecture/tree.ts";
import { scratchFolder } from "../cli/tree.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function packageAt(folder: string, ...files: readonly string[]): string {
  for (const file of ["package.json", ...files]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "{}\n");
  }
  return folder;
}

describe("clew calls itself", () => {
  const base = scratchFolder();
  const clone = packageAt(join(base, "clone"), "scripts/run.mjs", "docs/page.md", "nested/package.json");
  const project = packageAt(join(base, "project"));
  const installed = packageAt(join(project, "node_modules", "clew"));
  const outside = join(base, "outside");
  mkdirSync(outside);

  test.each([
    ["npx clew", "by npx in a clone", { event: "npx", packageDir: clone, folder: clone }],
    ["npx clew", "by npm start in a clone", { event: "start", packageDir: clone, folder: clone }],
    ["npx clew", "by npx below a clone", { event: "npx", packageDir: clone, folder: join(clone, "docs") }],
    ["clew", "by a plain call in a clone", { event: undefined, packageDir: clone, folder: clone }],
    ["clew", "by another script in a clone", { event: "test", packageDir: clone, folder: clone }],
    ["clew", "by npx in a package inside a clone", { event: "npx", packageDir: clone, folder: join(clone, "nested") }],
    ["clew", "of a clone, by the npm start of a project", { event: "start", packageDir: clone, folder: project }],
    ["clew", "of a clone, by npm start --prefix", { event: "start", packageDir: clone, folder: outside }],
    [
      "clew",
      "when installed, by the npm start of a project",
      { event: "start", packageDir: installed, folder: project },
    ],
    ["clew", "when installed, by npx", { event: "npx", packageDir: installed, folder: project }],
    ["clew", "when installed, by npx in its own folder", { event: "npx", packageDir: installed, folder: installed }],
  ])("%s %s", (command, _, { event, packageDir, folder }) => {
    const environment = { npm_lifecycle_event: event, INIT_CWD: folder };
    // npm runs a script in the folder of its package, wherever the person is.
    expect(ownCommand({ environment, packageDir, cwd: event === "start" ? packageDir : folder })).toBe(command);
    const { INIT_CWD: _initial, ...old } = environment;
    expect(ownCommand({ environment: old, packageDir, cwd: folder })).toBe(command);
  });
});

/** Texts apart by blank lines, as people read them. */
function paragraphsOf(page: string): readonly string[] {
  return readFileSync(join(root, page), "utf8").split(/\n\s*\n/);
}

describe("texts that people read", () => {
  const pages = [
    ...readdirSync(root).filter((name) => name.endsWith(".md")),
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join("docs", name)),
  ];

  test.each(pages)("%s suggests `npx clew` in a clone alone", (page) => {
    const wrong = paragraphsOf(page).filter((text) => /npx(?: -\S+)* clew/.test(text) && !/\bclone\b/.test(text));
    expect(wrong).toEqual([]);
  });

  test("the source suggests `npx clew` in one place alone, which looks for the clone", () => {
    const named = [...readTree(root)].filter(
      ([path, text]) => path.startsWith("src/") && /npx(?: -\S+)* clew/.test(text),
    );
    expect(named.map(([path]) => path).toSorted()).toEqual(["src/cli/io.ts", "src/cli/own-command.ts"]);
  });
});
