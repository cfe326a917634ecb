// Markdown of a log -> DOM, node by node from the parser's tokens; no HTML text is ever made, and unknown tags are never created.
import MarkdownIt from "markdown-it";
import { showCode } from "./code.tsx";
import { safeAddress } from "./safe-address.ts";

/** HTML in the text stays text. Long lines of hostile nesting end at the parser's own limits. */
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true, maxNesting: 40 });

type Token = ReturnType<(typeof parser)["parse"]>[number];

/** The only elements that ever come to be, by the parser's name for them. */
const allowed = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td strong em s a code pre hr br".split(" "),
);
/** A heading in a reply stands below those of the page. */
const lowered: Readonly<Record<string, string>> = { h1: "h3", h2: "h4", h3: "h5", h4: "h6", h5: "h6", h6: "h6" };
/** Longer texts are shown as they are: parsing them would hold up the page. */
const longestParsed = 60_000;

export function Markdown(props: { readonly text: string }) {
  const place = document.createElement("div");
  place.className = "prose";
  place.append(markdownNodes(props.text));
  return place;
}

export function markdownNodes(source: string): Node {
  const fragment = document.createDocumentFragment();
  if (source.length > longestParsed) {
    const plain = document.createElement("div");
    plain.className = "plain";
    plain.textContent = source;
    fragment.append(plain);
  } else fill(fragment, parser.parse(source, {}));
  return fragment;
}

function fill(root: Node & ParentNode, tokens: readonly Token[]): void {
  const open: (Node & ParentNode)[] = [root];
  const top = () => open.at(-1) ?? root;
  for (const token of tokens) {
    if (token.type === "inline") fill(top(), token.children ?? []);
    else if (token.nesting === -1) {
      if (open.length > 1) open.pop();
    } else if (token.nesting === 1) {
      const element = elementOf(token);
      top().appendChild(element);
      open.push(element);
    } else top().appendChild(leafOf(token));
  }
}

function elementOf(token: Token): HTMLElement {
  const tag = lowered[token.tag] ?? token.tag;
  if (token.tag === "a") return linkTo(String(token.attrGet("href") ?? ""));
  const element = document.createElement(allowed.has(tag) ? tag : "span");
  // Tight lists have paragraphs that are not meant to be seen.
  if (token.hidden) element.className = "tight";
  const align = /text-align:(left|right|center)/.exec(String(token.attrGet("style") ?? ""))?.[1];
  if (align !== undefined) element.classList.add(`align-${align}`);
  return element;
}

function leafOf(token: Token): Node {
  switch (token.type) {
    case "fence":
    case "code_block":
      return showCode(token.content.replace(/\n$/, ""), token.info.trim().split(/\s+/)[0] ?? "");
    case "code_inline": {
      const code = document.createElement("code");
      code.textContent = token.content;
      return code;
    }
    case "softbreak":
    case "hardbreak":
      return document.createElement("br");
    case "hr":
      return document.createElement("hr");
    case "image":
      // A picture from elsewhere would tell its server that it was looked at: only its name is shown.
      return imageName(token);
    default:
      return document.createTextNode(token.content);
  }
}

function imageName(token: Token): HTMLElement {
  const address = String(token.attrGet("src") ?? "");
  const link = linkTo(address);
  link.textContent = `[picture: ${token.content || address}]`;
  return link;
}

/** An address that is not of the web or a mail is shown as text, without being one. */
function linkTo(address: string): HTMLElement {
  const safe = safeAddress(address);
  if (safe === undefined) {
    const words = document.createElement("span");
    words.className = "unsafe-link";
    words.title = "not a link of the web: it is only shown";
    return words;
  }
  const link = document.createElement("a");
  link.href = safe;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.title = safe;
  return link;
}
