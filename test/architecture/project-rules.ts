// tsconfig files -> where the compiler is told something else than the layers block says; never runs the compiler.
import { posix } from "node:path";
import type { Layer } from "./layers.ts";
import type { Tree } from "./tree.ts";

export function checkProjects(tree: Tree, layers: readonly Layer[]): readonly string[] {
  const compiled = layers.filter((layer) => layer.kind !== "wasm");
  const all = compare(
    "tsconfig.json",
    references(tree, "tsconfig.json"),
    compiled.map((layer) => `src/${layer.name}`),
  );
  return [...all, ...compiled.flatMap((layer) => checkProject(tree, layer))];
}

function checkProject(tree: Tree, layer: Layer): readonly string[] {
  const path = `src/${layer.name}/tsconfig.json`;
  if (!tree.has(path)) return [`${path}: is missing`];
  const wanted = layer.uses.map((use) => `src/${use}`);
  const problems = compare(path, references(tree, path), wanted);
  if (layer.kind !== "pure") return problems;
  const options = field(parse(tree, path), "compilerOptions");
  const types = field(options, "types");
  const given = Array.isArray(types) && types.length > 0;
  return [
    ...problems,
    ...(given ? [`${path}: a pure folder is given types`] : []),
    ...(field(options, "lib") === undefined ? [] : [`${path}: a pure folder sets its own lib`]),
  ];
}

function compare(path: string, has: readonly string[], wanted: readonly string[]): readonly string[] {
  return [
    ...wanted.filter((item) => !has.includes(item)).map((item) => `${path}: does not refer to ${item}`),
    ...has
      .filter((item) => !wanted.includes(item))
      .map((item) => `${path}: refers to ${item}, the layers block does not`),
  ];
}

function references(tree: Tree, path: string): readonly string[] {
  const listed = field(parse(tree, path), "references");
  if (!Array.isArray(listed)) return [];
  return listed.map((item: unknown) => posix.join(posix.dirname(path), String(field(item, "path"))));
}

function parse(tree: Tree, path: string): unknown {
  return JSON.parse(tree.get(path) ?? "{}");
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
