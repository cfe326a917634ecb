// One source text -> what it imports, exports and touches, with line numbers; never reads a file.
import { parseAst } from "vitest/node";

export interface Place {
  readonly line: number;
}

export interface Import extends Place {
  /** `undefined`: computed at run time, so nobody can check where it leads. */
  readonly target: string | undefined;
  /** What it takes from there, by the names that has there; `*` for all of it. */
  readonly names: readonly string[];
}

export interface Touch extends Place {
  readonly name: string;
}

export interface Facts {
  readonly imports: readonly Import[];
  /** What a pure folder may not touch: clock, randomness, the process, the page. */
  readonly touches: readonly Touch[];
  /** Top-level statements other than a named export: what a door may not have. */
  readonly unnamed: readonly Touch[];
}

export type Node = Readonly<Record<string, unknown>>;

const WORLD = new Set(
  (
    "process performance crypto Buffer require console globalThis fetch setTimeout setInterval setImmediate " +
    "window document navigator localStorage sessionStorage XMLHttpRequest HTMLElement"
  ).split(" "),
);

export interface Parsed {
  readonly program: Node;
  readonly nodes: readonly Node[];
  /** Names that the file binds itself. */
  readonly own: ReadonlySet<string>;
  readonly lineOf: (node: Node) => number;
}

export function parsed(text: string, lang: "ts" | "tsx" = "ts"): Parsed {
  const program: unknown = parseAst(text, { lang });
  if (!isNode(program)) throw new Error("the parser gave no tree");
  const nodes = [...walk(program)];
  const lineAt = lineFinder(text);
  return { program, nodes, own: new Set(nodes.flatMap(boundNames)), lineOf: (node) => lineAt(node["start"]) };
}

export function factsOf({ program, nodes, own, lineOf }: Parsed): Facts {
  const place = (node: Node) => ({ line: lineOf(node) });
  return {
    imports: nodes.flatMap((node) =>
      importsOf(node).map((target) => ({ target, names: importedNames(node), ...place(node) })),
    ),
    touches: nodes.flatMap((node) => touchesOf(node, own).map((name) => ({ name, ...place(node) }))),
    unnamed: childrenOf(program, "body")
      .filter((node) => node["type"] !== "ExportNamedDeclaration")
      .map((node) => ({ name: String(node["type"]), ...place(node) })),
  };
}

function importsOf(node: Node): readonly (string | undefined)[] {
  switch (node["type"]) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return [literal(node["source"])];
    case "CallExpression":
      return isBuiltinCall(node) ? [literal(childrenOf(node, "arguments")[0])] : [];
    case "ExportNamedDeclaration":
      return isNode(node["source"]) ? [literal(node["source"])] : [];
    default:
      return [];
  }
}

/** `process.getBuiltinModule("node:fs")` is an import under another name. */
function isBuiltinCall(node: Node): boolean {
  const { callee } = node;
  return isNode(callee) && nameOf(callee["property"]) === "getBuiltinModule";
}

/** Types are none of them: they do nothing. */
function importedNames(node: Node): readonly string[] {
  if (node["importKind"] === "type" || node["exportKind"] === "type" || node["type"] === "TSImportType") return [];
  if (node["type"] !== "ImportDeclaration" && node["type"] !== "ExportNamedDeclaration") return ["*"];
  return childrenOf(node, "specifiers").flatMap((specifier) => {
    if (specifier["importKind"] === "type" || specifier["exportKind"] === "type") return [];
    return [
      nameOf(specifier["imported"]) ??
        (node["type"] === "ExportNamedDeclaration" ? nameOf(specifier["local"]) : undefined) ??
        "*",
    ];
  });
}

function touchesOf(node: Node, own: ReadonlySet<string>): readonly string[] {
  if (node["type"] === "Identifier") {
    const name = nameOf(node);
    return name !== undefined && WORLD.has(name) && !own.has(name) ? [name] : [];
  }
  if (node["type"] === "MemberExpression") {
    const way = `${nameOf(node["object"]) ?? ""}.${nameOf(node["property"]) ?? ""}`;
    return way === "Date.now" || way === "Math.random" ? [way] : [];
  }
  const callee = nameOf(node["callee"]);
  if (node["type"] === "CallExpression" && callee === "Date") return ["Date()"];
  if (node["type"] === "NewExpression" && callee === "Date" && childrenOf(node, "arguments").length === 0) {
    return ["new Date()"];
  }
  return [];
}

// A name that the file binds itself is its own, whatever the page or the process call theirs; `declare` binds nothing.
function boundNames(node: Node): readonly string[] {
  if (node["declare"] === true) return [];
  const patterns = [...childrenOf(node, "params"), node["local"]];
  if (node["type"] === "VariableDeclaration")
    patterns.push(...childrenOf(node, "declarations").map((item) => item["id"]));
  if (node["type"] === "CatchClause") patterns.push(node["param"]);
  return patterns.flatMap((pattern) => (isNode(pattern) ? namesIn(pattern) : []));
}

function namesIn(pattern: Node): readonly string[] {
  const name = nameOf(pattern);
  if (name !== undefined) return [name];
  const inner = [pattern["left"], pattern["argument"], pattern["value"]];
  const parts = [...childrenOf(pattern, "properties"), ...childrenOf(pattern, "elements"), ...inner];
  return parts.flatMap((part) => (isNode(part) ? namesIn(part) : []));
}

// Names of members and keys are not references: `line.document` touches no page.
function* walk(node: Node): Generator<Node> {
  yield node;
  for (const [key, value] of Object.entries(node)) {
    const isLabel = node["computed"] !== true && (key === "key" || key === "property" || key === "label");
    if (isLabel || key === "imported" || key === "exported") continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child);
  }
}

export function childrenOf(node: Node, key: string): readonly Node[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function literal(node: unknown): string | undefined {
  return isNode(node) && typeof node["value"] === "string" ? node["value"] : undefined;
}

export function nameOf(node: unknown): string | undefined {
  return isNode(node) && node["type"] === "Identifier" && typeof node["name"] === "string" ? node["name"] : undefined;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function lineFinder(text: string): (offset: unknown) => number {
  return (offset) => (typeof offset === "number" ? text.slice(0, offset).split("\n").length : 0);
}
