// A seeded random source -> names that try to steer a terminal, fake a line, or hide what they are.
import type { Random } from "../catalog/random.ts";

/** In front of it stands a line break: no output line may begin with it. */
export const fakeLine = "FAKE-LINE";

/** Each is one attack; none holds a slash or NUL, so that all can be in a file's name. */
const attacks = [
  "\u001B[31m", // a colour, one that clew uses itself
  "\u001B[8m", // concealed text
  "\u001B[0m",
  "\u001B[2J\u001B[H", // an empty screen
  "\u001B[1A\u001B[2K", // the line before, erased
  "\u001B[10;10H",
  "\u001B[?1049h", // the second screen
  "\u001B[6n", // a question that the terminal answers by typing
  "\u001B]52;c;aGFja2Vk\u0007", // the clipboard
  "\u001B]0;owned\u0007", // the window's title
  "\u001B]8;;http:evil\u001B\\link\u001B]8;;\u001B\\", // a link
  "\u001BP$q\u001B\\", // DCS
  "\u001B_G\u001B\\", // APC, graphics
  "\u001B^pm\u001B\\", // PM
  "\u001Bc", // reset
  "\u001B", // the start of whatever follows
  "\u009B2J", // CSI in one character
  "\u009D52;c;aGFja2Vk\u009C", // OSC and ST in one character each
  "\u0090q\u009C",
  "\u0007",
  "\u0008\u0008\u0008",
  "\u000E",
  "\u007F",
  "\u0085", // the next line
  `\r${fakeLine}`,
  `\n${fakeLine}`,
  `\r\n${fakeLine}`,
  `\u000B${fakeLine}`,
  `\u000C${fakeLine}`,
  `\u2028${fakeLine}`,
  `\u2029${fakeLine}`,
  "\t",
  "\u202Egnp.exe\u202C", // right to left
  "\u2066\u2067\u2068\u2069",
  "\u200E\u200F\u061C",
  "\u200B\u200B", // zero width
  "\u2060\uFEFF",
  "\u{E0041}\u{E0042}", // tags
  "e\u0301\u0302\u0303\u0304\u0305\u0306".repeat(4), // marks on marks
  "\u200D", // joins emoji, and is allowed to
  "漢字", // wide
] as const;

/** JSON can hold half of a surrogate pair, a file's name cannot. */
const halves = ["\uD800", "\uDC00x"] as const;

const words = ["warp", "weft", "a b", "$(x)", "'", '"', "-", "--", "é", "loom"] as const;

export type Where = "file" | "json";

export function hostileName(random: Random, where: Where): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => {
    const attack = where === "json" && random.chance(0.1) ? random.pick(halves) : random.pick(attacks);
    return `${random.pick(words)}${attack}`;
  });
  // A name in a folder has at most 255 bytes, with its ending.
  const name = `${parts.join("")}${random.pick(words)}`.slice(0, 60);
  return where === "file" ? fileName(name) : name;
}

/** A backslash separates folders for clew, which then lists no such log. */
const fileName = (name: string): string => name.replaceAll("\\", "\u009C");

/** Every attack once: a seed may miss one. */
export const everyAttack: readonly string[] = attacks.map((attack) => fileName(`x${attack}y`));
