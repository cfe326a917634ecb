// A small sound tree and one fault at a time -> exactly the problem that fault is; so the checker itself can fail.
import { expect, it } from "vitest";
import { checkArchitecture } from "./rules.ts";

const PAGE = [
  "```layers",
  "low   pure  -                 bytes",
  "mid   node  low",
  "top   node  everything above",
  "```",
  "",
];
const project = (...uses: readonly string[]) =>
  JSON.stringify({ references: uses.map((use) => ({ path: `../${use}` })) });

const SOUND: Readonly<Record<string, string>> = {
  "ARCHITECTURE.md": PAGE.join("\n"),
  "package.json": JSON.stringify({ dependencies: { "@scope/known": "1.0.0" } }),
  "tsconfig.json": JSON.stringify({ references: ["low", "mid", "top"].map((name) => ({ path: `src/${name}` })) }),
  "src/low/tsconfig.json": project(),
  "src/low/index.ts": '// Door.\nexport { one } from "./one.ts";\nexport type { One } from "./one.ts";\n',
  "src/low/one.ts": "// In -> out.\nexport const one = 1;\nexport type One = number;\n",
  "src/mid/tsconfig.json": project("low"),
  "src/mid/index.ts": '// Door.\nexport { two } from "./two.ts";\n',
  "src/mid/two.ts":
    '// In -> out.\nimport { join } from "node:path";\nimport { one } from "../low/index.ts";\nimport "@scope/known/part";\nexport const two = [one, join, Date.now()];\n',
  "src/top/tsconfig.json": project("low", "mid"),
  "src/top/index.ts": '// Door.\nexport const late = () => import("../mid/index.ts");\n',
};

function problemsWith(change: Readonly<Record<string, string | undefined>>): readonly string[] {
  const files = Object.entries({ ...SOUND, ...change });
  const tree = new Map(files.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])));
  return checkArchitecture(tree).problems;
}

const low = (code: string) => ({
  "src/low/one.ts": `// In -> out.\n${code}\nexport const one = 1;\nexport type One = 1;\n`,
});
const mid = (code: string) => ({ "src/mid/two.ts": `// In -> out.\n${code}\nexport const two = 2;\n` });
const page = (...rows: readonly string[]) => ({ "ARCHITECTURE.md": ["```layers", ...rows, "```", ""].join("\n") });

it("finds nothing in a sound tree", () => {
  expect(problemsWith({})).toEqual([]);
});

it.each([
  [
    "a file that reads by itself",
    mid('import { readFileSync as read } from "node:fs";'),
    "src/mid/two.ts:2: opens files by readFileSync and not through src/store/open/",
  ],
  [
    "a file that lists by itself, by promises",
    mid('import { readdir } from "node:fs/promises";'),
    "src/mid/two.ts:2: opens files by readdir and not through src/store/open/",
  ],
  [
    "all of node:fs under one name",
    mid('import * as fs from "node:fs";'),
    "src/mid/two.ts:2: opens files by * and not through src/store/open/",
  ],
  [
    "node:fs as a default",
    mid('import fs from "node:fs";'),
    "src/mid/two.ts:2: opens files by * and not through src/store/open/",
  ],
  [
    "node:fs loaded late",
    mid('const fs = await import("node:fs");'),
    "src/mid/two.ts:2: opens files by * and not through src/store/open/",
  ],
  [
    "node:fs from the process",
    mid('const fs = process.getBuiltinModule("node:fs");'),
    "src/mid/two.ts:2: opens files by * and not through src/store/open/",
  ],
  ["a value import of an upper folder", mid('import "../top/index.ts";'), "src/mid/two.ts:2: mid may not use top"],
  [
    "a type import of an upper folder",
    mid('import type { x } from "../top/index.ts";'),
    "src/mid/two.ts:2: mid may not use top",
  ],
  ["an import() of an upper folder", mid('await import("../top/index.ts");'), "src/mid/two.ts:2: mid may not use top"],
  ["an import() type", mid('type X = import("../top/index.ts").X;'), "src/mid/two.ts:2: mid may not use top"],
  ["a re-export of an upper folder", mid('export * from "../top/index.ts";'), "src/mid/two.ts:2: mid may not use top"],
  [
    "an import past the door",
    mid('import "../low/one.ts";'),
    "src/mid/two.ts:2: low is entered past its door: src/low/one.ts",
  ],
  ["an import of nothing", mid('import "./gone.ts";'), "src/mid/two.ts:2: there is no file src/mid/gone.ts"],
  [
    "an import from outside src",
    mid('import "../../package.json";'),
    "src/mid/two.ts:2: package.json lies outside src",
  ],
  [
    "a hidden import",
    mid("const at = './x'; await import(at);"),
    "src/mid/two.ts:2: an import whose target is not written out",
  ],
  [
    "an unknown package",
    mid('import "@scope/other";'),
    "src/mid/two.ts:2: @scope/other is not in the package's dependencies",
  ],
  ["node in a pure folder", low('import "node:fs";'), "src/low/one.ts:2: a pure folder imports node:fs"],
  ["a package in a pure folder", low('import "@scope/known";'), "src/low/one.ts:2: a pure folder imports @scope/known"],
  ["the clock", low("export const at = Date.now();"), "src/low/one.ts:2: a pure folder touches Date.now"],
  ["the clock by new", low("export const at = new Date();"), "src/low/one.ts:2: a pure folder touches new Date()"],
  ["the clock by call", low("export const at = Date();"), "src/low/one.ts:2: a pure folder touches Date()"],
  ["chance", low("export const at = Math.random();"), "src/low/one.ts:2: a pure folder touches Math.random"],
  ["the process", low("export const at = process.pid;"), "src/low/one.ts:2: a pure folder touches process"],
  ["a declared process", low("declare const process: object;"), "src/low/one.ts:2: a pure folder touches process"],
  ["performance", low("export const at = performance.now();"), "src/low/one.ts:2: a pure folder touches performance"],
  ["the page", low("export const at = document.title;"), "src/low/one.ts:2: a pure folder touches document"],
  [
    "a door with a star",
    { "src/mid/index.ts": '// Door.\nexport * from "./two.ts";\n' },
    "src/mid/index.ts:2: a door has only named exports, not ExportAllDeclaration",
  ],
  [
    "a door with a default",
    { "src/mid/index.ts": "// Door.\nexport default 1;\n" },
    "src/mid/index.ts:2: a door has only named exports, not ExportDefaultDeclaration",
  ],
  ["a folder without a row", { "src/new/one.ts": "// In -> out.\n" }, "src/new: not in the layers block"],
  ["a missing reference", { "src/mid/tsconfig.json": project() }, "src/mid/tsconfig.json: does not refer to src/low"],
  [
    "a needless reference",
    { "src/low/tsconfig.json": project("mid") },
    "src/low/tsconfig.json: refers to src/mid, the layers block does not",
  ],
  [
    "a project the root forgot",
    { "tsconfig.json": JSON.stringify({ references: [{ path: "src/low" }, { path: "src/mid" }] }) },
    "tsconfig.json: does not refer to src/top",
  ],
  [
    "types in a pure project",
    { "src/low/tsconfig.json": JSON.stringify({ compilerOptions: { types: ["node"] } }) },
    "src/low/tsconfig.json: a pure folder is given types",
  ],
  [
    "a name that says nothing",
    { "src/low/line-utils.ts": "// In -> out.\n" },
    "src/low/line-utils.ts: the name says nothing: utils",
  ],
  [
    "a name in camel case",
    { "test/lineReader.test.ts": "// In -> out.\n" },
    "test/lineReader.test.ts: the name is not in kebab-case",
  ],
  [
    "a file without a header",
    { "src/low/two.ts": "export {};\n" },
    "src/low/two.ts: the first line is not a // header",
  ],
  [
    "a file of 301 lines",
    { "scripts/long.mjs": `// In -> out.\n${"1;\n".repeat(300)}` },
    "scripts/long.mjs: 301 lines, more than 300",
  ],
])("finds %s", (_fault, change, problem) => {
  expect(problemsWith(change)).toEqual([problem]);
});

const kernel = (code: string, uses = "-") => ({
  ...page(
    "low   pure  -",
    "kern  wasm  -",
    `mid   node  ${uses === "-" ? "low" : uses}`,
    "top   node  everything above",
  ),
  "src/kern/index.ts": `// Door.\nimport { part } from "./part";\nexport function run(at: usize): u8 {\n  return part(at);\n}\n`,
  "src/kern/part.ts": `// In -> out.\n${code}\nexport function part(at: usize): u8 {\n  return load<u8>(at);\n}\n`,
});

it("a wasm folder needs no project, has no endings in its imports and exports what it likes", () => {
  expect(problemsWith(kernel(""))).toEqual([]);
});

it.each([
  [
    "an import of another folder",
    kernel('import { one } from "../low/one";'),
    "src/kern/part.ts:2: a wasm folder imports ../low/one",
  ],
  [
    "an import of a package",
    kernel('import { fs } from "node:fs";'),
    "src/kern/part.ts:2: a wasm folder imports node:fs",
  ],
  [
    "an import of nothing",
    kernel('import { gone } from "./gone";'),
    "src/kern/part.ts:2: there is no file src/kern/gone.ts",
  ],
  [
    "a folder that uses it",
    kernel("", "low kern"),
    "ARCHITECTURE.md: a wasm folder uses none and none uses it: mid -> kern",
  ],
])("finds in a wasm folder %s", (_fault, change, problem) => {
  expect(problemsWith(change)).toContain(problem);
});

const pages = (code: string, uses = "low") => ({
  ...page("low   pure  -", "mid   node  low", `face  dom   ${uses}`, "top   node  everything above"),
  "package.json": JSON.stringify({ dependencies: { "@scope/known": "1.0.0" }, devDependencies: { drawn: "1.0.0" } }),
  "tsconfig.json": JSON.stringify({
    references: ["low", "mid", "face", "top"].map((name) => ({ path: `src/${name}` })),
  }),
  "src/face/tsconfig.json": project(...uses.split(" ")),
  "src/face/index.ts": '// Door.\nexport { Face } from "./face.tsx";\n',
  "src/face/face.tsx": `// In -> out.\n${code}\nexport const Face = () => <b>{document.title}</b>;\n`,
});

it("a dom folder touches the page and imports what is bundled, and the folders below it do not refer to it", () => {
  expect(problemsWith(pages('import "drawn/part";\nimport { one } from "../low/index.ts";'))).toEqual([]);
});

it.each([
  ["a module of node", pages('import "node:fs";'), "src/face/face.tsx:2: a dom folder imports node:fs"],
  ["an unknown package", pages('import "other";'), "src/face/face.tsx:2: other is not in the package's dependencies"],
  [
    "an import past a door",
    pages('import "../low/one.ts";'),
    "src/face/face.tsx:2: low is entered past its door: src/low/one.ts",
  ],
  [
    "a node folder below it",
    pages("", "low mid"),
    "ARCHITECTURE.md: a dom folder uses pure ones and none uses it: face -> mid",
  ],
  [
    "a file without a header",
    { ...pages(""), "src/face/two.tsx": "export {};\n" },
    "src/face/two.tsx: the first line is not a // header",
  ],
])("finds in a dom folder %s", (_fault, change, problem) => {
  expect(problemsWith(change)).toEqual([problem]);
});

it.each([
  ["a date that is given", "export const at = new Date(0);"],
  ["a member of that name", "export const at = (line: { document: string }) => line.document;"],
  ["a variable of its own", "export const at = (process: string) => process;"],
  ["a comment and a string", 'export const at = "Date.now()"; // process.pid'],
])("leaves alone %s", (_case, code) => {
  expect(problemsWith(low(code))).toEqual([]);
});

it.each([
  ["no page", { "ARCHITECTURE.md": undefined }, "ARCHITECTURE.md: 0 layers blocks instead of one"],
  ["no row", page(), "ARCHITECTURE.md: the layers block is empty"],
  ["a row it cannot read", page("low pure"), 'ARCHITECTURE.md: cannot read the row "low pure"'],
  ["a row twice", page("low  pure  -", "low  pure  -"), "ARCHITECTURE.md: low stands twice in the block"],
  [
    "a use from below",
    page("low  pure  mid", "mid  node  -"),
    "ARCHITECTURE.md: low uses mid, which does not stand above it",
  ],
  [
    "an impure use",
    page("mid  node  -", "low  pure  mid"),
    "ARCHITECTURE.md: a pure folder uses one that is not: low -> mid",
  ],
  ["a row without a folder", page("low  pure  -", "gone  node  -"), "ARCHITECTURE.md: there is no folder src/gone"],
  ["a folder without a door", { "src/mid/index.ts": undefined }, "src/mid: has no door (index.ts)"],
  ["a folder without a project", { "src/mid/tsconfig.json": undefined }, "src/mid/tsconfig.json: is missing"],
  [
    "no source",
    Object.fromEntries(
      Object.keys(SOUND)
        .filter((path) => path.startsWith("src/"))
        .map((path) => [path, undefined]),
    ),
    "src: the checker saw no source file",
  ],
  ["no import", page(), "src: the checker saw no import"],
])("refuses to pass with %s", (_fault, change, problem) => {
  expect(problemsWith(change)).toContain(problem);
});
