// Code -> a block of it, coloured as soon as its language is loaded.
import { highlight } from "./highlight.ts";
import { languageNamed } from "./languages.ts";

export function Code(props: { readonly code: string; readonly language?: string | undefined }) {
  return showCode(props.code, props.language ?? "");
}

export function showCode(code: string, word: string): HTMLElement {
  const block = document.createElement("pre");
  block.className = "code";
  // A block that scrolls sideways has to be reachable without a mouse.
  block.tabIndex = 0;
  const inner = document.createElement("code");
  inner.textContent = code;
  block.append(inner);
  const language = languageNamed(word);
  if (language !== undefined) void colour(inner, code, language);
  return block;
}

async function colour(place: HTMLElement, code: string, language: string): Promise<void> {
  const pieces = await highlight(code, language);
  if (pieces === undefined) return;
  place.replaceChildren(
    ...pieces.map(({ text, className }) => {
      if (className === "") return document.createTextNode(text);
      const span = document.createElement("span");
      span.className = className;
      span.textContent = text;
      return span;
    }),
  );
}
