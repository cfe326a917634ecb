// A tree of files -> every way in which it breaks what ARCHITECTURE.md says; an empty answer is only given after real work.
import { posix } from "node:path";
import { checkFile } from "./file-rules.ts";
import { parseLayers } from "./layers.ts";
import type { Layer } from "./layers.ts";
import { checkOpening } from "./opening-rules.ts";
import { checkProjects } from "./project-rules.ts";
import { checkStreams } from "./stream-rules.ts";
import { factsOf, parsed } from "./syntax.ts";
import type { Facts } from "./syntax.ts";
import type { Tree } from "./tree.ts";

export interface Verdict {
  readonly problems: readonly string[];
  readonly files: number;
  readonly imports: number;
}

interface Floor {
  readonly path: string;
  readonly layer: Layer;
  readonly packages: ReadonlySet<string>;
  /** Those that are bundled into the page, and so need not be installed with the package. */
  readonly bundled: ReadonlySet<string>;
}

export function checkArchitecture(tree: Tree): Verdict {
  const { layers, problems } = parseLayers(tree.get("ARCHITECTURE.md") ?? "");
  const sources = [...tree.keys()].filter((path) => /^src\/.*\.tsx?$/.test(path));
  const packages = new Set(packagesOf(tree.get("package.json") ?? "{}", "dependencies"));
  const bundled = new Set(packagesOf(tree.get("package.json") ?? "{}", "devDependencies"));
  const found: string[] = [...problems, ...checkFolders(tree, layers), ...checkProjects(tree, layers)];
  let imports = 0;
  for (const path of sources) {
    const layer = layers.find((item) => item.name === folderOf(path));
    if (layer === undefined) continue;
    const source = parsed(tree.get(path) ?? "", path.endsWith(".tsx") ? "tsx" : "ts");
    const facts = factsOf(source);
    imports += facts.imports.length;
    found.push(...checkSource({ path, layer, packages, bundled }, facts, tree), ...checkOpening(path, facts.imports));
    if (layer.kind === "pure" || layer.kind === "node") found.push(...checkStreams(path, source));
  }
  for (const [path, text] of tree) found.push(...checkFile(path, text));
  if (sources.length === 0) found.push("src: the checker saw no source file");
  if (imports === 0) found.push("src: the checker saw no import");
  return { problems: found, files: sources.length, imports };
}

function checkFolders(tree: Tree, layers: readonly Layer[]): readonly string[] {
  const folders = new Set([...tree.keys()].filter((path) => path.startsWith("src/")).map(folderOf));
  const named = new Set(layers.map((layer) => layer.name));
  return [
    ...[...folders].filter((name) => !named.has(name)).map((name) => `src/${name}: not in the layers block`),
    ...[...named].filter((name) => !folders.has(name)).map((name) => `ARCHITECTURE.md: there is no folder src/${name}`),
    ...[...named]
      .filter((name) => folders.has(name) && !tree.has(`src/${name}/index.ts`))
      .map((name) => `src/${name}: has no door (index.ts)`),
  ];
}

function checkSource(floor: Floor, facts: Facts, tree: Tree): readonly string[] {
  const { path, layer } = floor;
  const problems = facts.imports.flatMap(({ target, line }) =>
    checkImport(floor, target, tree).map((reason) => `${path}:${line}: ${reason}`),
  );
  if (layer.kind === "pure") {
    problems.push(...facts.touches.map(({ name, line }) => `${path}:${line}: a pure folder touches ${name}`));
  }
  // What a kernel's door exports is called from outside by name: it needs no other file for that.
  if (path === `src/${layer.name}/index.ts` && layer.kind !== "wasm") {
    problems.push(
      ...facts.unnamed.map(({ name, line }) => `${path}:${line}: a door has only named exports, not ${name}`),
    );
  }
  return problems;
}

function checkImport(floor: Floor, target: string | undefined, tree: Tree): readonly string[] {
  const { path, layer, packages } = floor;
  if (target === undefined) return ["an import whose target is not written out"];
  if (layer.kind === "wasm") return checkKernelImport(path, target, tree);
  if (!target.startsWith(".")) {
    if (layer.kind === "pure") return [`a pure folder imports ${target}`];
    if (layer.kind === "dom") return checkPageImport(floor, target);
    if (target.startsWith("node:")) return [];
    return packages.has(packageOf(target)) ? [] : [`${target} is not in the package's dependencies`];
  }
  const to = posix.join(posix.dirname(path), target);
  if (!tree.has(to)) return [`there is no file ${to}`];
  const folder = to.startsWith("src/") ? folderOf(to) : undefined;
  if (folder === undefined) return [`${to} lies outside src`];
  if (folder === layer.name) return [];
  if (!layer.uses.includes(folder)) return [`${layer.name} may not use ${folder}`];
  return to === `src/${folder}/index.ts` ? [] : [`${folder} is entered past its door: ${to}`];
}

/** Types and all: whatever a page imports is bundled into it. */
function checkPageImport({ packages, bundled }: Floor, target: string): readonly string[] {
  if (target.startsWith("node:")) return [`a dom folder imports ${target}`];
  const name = packageOf(target);
  return packages.has(name) || bundled.has(name) ? [] : [`${target} is not in the package's dependencies`];
}

/** AssemblyScript writes no endings, and its compiler knows no packages of ours. */
function checkKernelImport(path: string, target: string, tree: Tree): readonly string[] {
  const to = `${posix.join(posix.dirname(path), target)}.ts`;
  if (!target.startsWith(".") || folderOf(to) !== folderOf(path)) return [`a wasm folder imports ${target}`];
  return tree.has(to) ? [] : [`there is no file ${to}`];
}

function folderOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function packageOf(target: string): string {
  return target.split("/", target.startsWith("@") ? 2 : 1).join("/");
}

function packagesOf(manifest: string, list: "dependencies" | "devDependencies"): readonly string[] {
  const parsed: unknown = JSON.parse(manifest);
  const lists = typeof parsed === "object" && parsed !== null ? Object.entries(parsed) : [];
  const named: unknown = lists.find(([key]) => key === list)?.[1];
  return typeof named === "object" && named !== null ? Object.keys(named) : [];
}
