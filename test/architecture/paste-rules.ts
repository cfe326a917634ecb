// One source text -> the places where a line to paste is put together by hand instead of by `commandLine`.
import { commandNames } from "../../src/cli/app.ts";
import { type Node, childrenOf, isNode, nameOf, parsed } from "./syntax.ts";

const RULE = "a line to paste is built without commandLine";

/** The headings of docs/cli.md are commands, but no lines to paste. */
const EXCEPT = new Set(["src/cli/print-docs.ts"]);

/** A command that is still open at the end of a text: the next value would become one of its words. */
const COMMAND = new RegExp(
  `(?:^|[^\\w-])(?:clew (?:$|-|(?:${commandNames.join("|")})(?![\\w-]))|claude -|cd $)[^\`\\n]*$`,
);

/** Parsing takes long, and most files name no program. */
const MENTION = /clew [$"`{a-z-]|"clew"|claude(?:"| -)|\bcd[ "]|\.command\b|\$\{(?:command|program)\}/;

/** The program's name as a value: `${io.command} `, or `${command} ` where an Io was taken apart. */
const NAMES = new Set(["command", "program"]);

export function checkPasteLines(path: string, text: string): readonly string[] {
  if (!/^src\/.*\.tsx?$/.test(path) || EXCEPT.has(path) || !MENTION.test(text)) return [];
  const { nodes, lineOf } = parsed(text, path.endsWith(".tsx") ? "tsx" : "ts");
  return nodes
    .filter((node) => isBuiltByHand(node, path.startsWith("src/cli/")))
    .map((node) => `${path}:${lineOf(node)}: ${RULE}`);
}

function isBuiltByHand(node: Node, isCli: boolean): boolean {
  switch (node["type"]) {
    case "TemplateLiteral":
      return isFilled(templateParts(node), isCli);
    case "BinaryExpression":
      return node["operator"] === "+" && !isText(node["right"]) && COMMAND.test(lastText(node["left"]));
    case "CallExpression":
      return isJoined(node["callee"]);
    case "JSXElement":
    case "JSXFragment":
      return isFilled(childrenOf(node, "children").map(jsxPart), isCli);
    default:
      return false;
  }
}

type Part = { readonly text: string } | { readonly value: unknown };

function templateParts(node: Node): readonly Part[] {
  const values = childrenOf(node, "expressions");
  return childrenOf(node, "quasis").flatMap((quasi, at) => [
    { text: cooked(quasi) },
    ...(at < values.length ? [{ value: values[at] }] : []),
  ]);
}

/** A blank in braces is text. */
function jsxPart(child: Node): Part {
  if (child["type"] === "JSXText") return { text: String(child["value"]) };
  const inner = child["type"] === "JSXExpressionContainer" ? child["expression"] : undefined;
  if (isText(inner)) return { text: lastText(inner) };
  return inner === undefined ? { text: "\n" } : { value: inner };
}

/** Whether a value follows an open command. */
function isFilled(parts: readonly Part[], isCli: boolean): boolean {
  let before = "";
  for (const [at, part] of parts.entries()) {
    if ("text" in part) before += part.text;
    else {
      if (COMMAND.test(before)) return true;
      const after = parts[at + 1];
      const isProgram = isCli && isProgramName(part.value) && after !== undefined && "text" in after;
      // The text goes on as if the program's name were written out.
      before = isProgram && after.text.startsWith(" ") ? "clew -" : "";
    }
  }
  return false;
}

function isProgramName(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value["type"] === "MemberExpression")
    return nameOf(value["object"]) === "io" && nameOf(value["property"]) === "command";
  return NAMES.has(nameOf(value) ?? "");
}

/** `["clew", "show", id].join(" ")` */
function isJoined(callee: unknown): boolean {
  if (!isNode(callee) || callee["type"] !== "MemberExpression" || nameOf(callee["property"]) !== "join") return false;
  const list = callee["object"];
  const [first, ...rest] = isNode(list) && list["type"] === "ArrayExpression" ? childrenOf(list, "elements") : [];
  return ["clew", "claude", "cd"].includes(lastText(first)) && rest.some((word) => !isText(word));
}

const isText = (node: unknown): boolean =>
  isNode(node) && (node["type"] === "TemplateLiteral" || typeof node["value"] === "string");

/** The text at the end of a literal, a template or a sum of them. */
function lastText(node: unknown): string {
  if (!isNode(node)) return "";
  if (node["type"] === "BinaryExpression") return lastText(node["right"]);
  if (node["type"] === "TemplateLiteral") return cooked(childrenOf(node, "quasis").at(-1));
  return typeof node["value"] === "string" ? node["value"] : "";
}

function cooked(quasi: Node | undefined): string {
  const value = quasi?.["value"];
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "";
}
