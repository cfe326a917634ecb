// A command of a shell -> what it prints, where that is spelt out whole; nothing is guessed.
import type { SimpleCommand } from "./shell-words.ts";

export function spokenBy({ words, input, after, redirects, isTurned }: SimpleCommand): string | undefined {
  const [name, ...rest] = words;
  // Of several targets only one gets the output; with one it gets all.
  if (redirects.filter(({ kind }) => kind !== "other").length !== 1 || isTurned) return undefined;
  if (after === "|" || rest.some((word) => word.unclear)) return undefined;
  const texts = rest.map((word) => word.text);
  switch (name?.text ?? ":") {
    case ":":
      return input === undefined ? "" : undefined;
    case "cat":
      return texts.length === 0 || (texts.length === 1 && texts[0] === "-") ? input?.text : undefined;
    case "echo":
      return echoed(texts);
    case "printf":
      return printed(texts);
  }
  return undefined;
}

/** Shells differ in what they make of a backslash. */
function echoed(words: readonly string[]): string | undefined {
  const bare = words[0] === "-n";
  const said = bare ? words.slice(1) : words;
  if (said.some((word) => word.includes("\\")) || /^-[neE]+$/.test(said[0] ?? "")) return undefined;
  return `${said.join(" ")}${bare ? "" : "\n"}`;
}

function printed(words: readonly string[]): string | undefined {
  const [format = "", first, ...more] = words;
  if (format === "%s" || format === "%s\\n")
    return more.length > 0 ? undefined : `${first ?? ""}${format === "%s" ? "" : "\n"}`;
  if (first !== undefined || format.includes("%") || /\\[^nt\\]/.test(format) || format.startsWith("-"))
    return undefined;
  return format.replaceAll(/\\([nt\\])/g, (_, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? "\\");
}
