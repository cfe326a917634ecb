// Code and its language -> the pieces of it, each with the class that colours it; no HTML text is ever made.
import hljs from "highlight.js/lib/core";
import { loadLanguage } from "./languages.ts";

export type CodePiece = { readonly text: string; readonly className: string };

/** More than this is shown without colours: it would hold up the page. */
const longestColoured = 20_000;
const loaded = new Set<string>();

export async function highlight(code: string, language: string): Promise<readonly CodePiece[] | undefined> {
  if (code.length > longestColoured) return undefined;
  if (!loaded.has(language)) {
    const grammar = await loadLanguage(language);
    if (grammar === undefined) return undefined;
    hljs.registerLanguage(language, grammar);
    loaded.add(language);
  }
  return piecesOf(code, language);
}

/** The library's own tree of scopes, walked without recursion; undefined should it come to have another shape. */
function piecesOf(code: string, language: string): readonly CodePiece[] | undefined {
  const emitter: unknown = hljs.highlight(code, { language, ignoreIllegals: true })._emitter;
  const root = member(emitter, "rootNode");
  if (root === undefined) return undefined;
  const pieces: CodePiece[] = [];
  const open: { readonly node: unknown; readonly className: string }[] = [{ node: root, className: "" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, className } = next;
    if (typeof node === "string") {
      pieces.push({ text: node, className });
      continue;
    }
    const scope = member(node, "scope");
    const inner = typeof scope === "string" ? classOf(scope) : className;
    const children = member(node, "children");
    if (!Array.isArray(children)) continue;
    for (const child of children.toReversed()) open.push({ node: child, className: inner });
  }
  return pieces.map(({ text }) => text).join("") === code ? pieces : undefined;
}

const classOf = (scope: string): string => (scope.startsWith("language:") ? "" : `hl-${scope.split(".")[0] ?? ""}`);

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return found;
}
