// Chance -> bytes of a log that a careless reader would get wrong: any spelling of an entry, damage, and odd line ends.
import type { Chance } from "./chance.ts";
import { entryOf } from "./hostile-entries.ts";
import { type Part, badScalars, pickFrom } from "./hostile-values.ts";

/** A writer with habits: how much white space it leaves, how often it escapes what needs none. */
function spell(chance: Chance, entry: Part): string {
  const spaces = pickFrom(chance, [[""], [""], ["", " "], [" "], ["", " ", "\t", "\r", " \t ", " ".repeat(70)]]);
  const needless = chance.one(0.9) ? 0 : pickFrom(chance, [0.01, 0.3]);
  const space = (): string => pickFrom(chance, spaces);

  function character(text: string): string {
    if (chance.one(needless))
      return Array.from(
        { length: text.length },
        (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
      ).join("");
    return text === "/" && chance.one(0.3) ? "\\/" : JSON.stringify(text).slice(1, -1);
  }

  function quoted(text: string): string {
    return needless === 0 ? JSON.stringify(text) : `"${Array.from(text, character).join("")}"`;
  }

  function part(value: Part): string {
    if (typeof value === "string") return quoted(value);
    if ("raw" in value) return value.raw;
    if ("list" in value) return `[${space()}${value.list.map((item) => part(item) + space()).join(`,${space()}`)}]`;
    const members = value.members.map(([key, item]) => `${quoted(key)}${space()}:${space()}${part(item)}${space()}`);
    return `{${space()}${members.join(`,${space()}`)}}`;
  }

  return space() + part(entry) + space();
}

const badEscapes = [
  "\\x",
  "\\u12",
  "\\u12g4",
  "\\u123g",
  "\\u123",
  "\\ug123",
  "\\u1g23",
  "\\U0041",
  "\\ ",
  "\\",
  "\\0",
  "\\é",
  "\\uD83D",
  "\\N",
  "\\u",
  "\\'",
] as const;
const strays = [
  ["{", "}", "[", "]", ":", ",", '"', "0", "a", " ", "\t"],
  ['\u0001,"x":"'],
  ["\0"],
  ["\u0001"],
  ["\f"],
  ["\v"],
  ["\uFEFF"],
  ["\u00a0"],
  ["\\"],
  badScalars,
].flat();

/** Cut, one thing put in or left out, or something bad in the place of something good. */
function damage(chance: Chance, line: string): string {
  const at = chance.whole(0, line.length);
  switch (chance.whole(0, 8)) {
    case 0:
      return line.slice(0, at);
    case 1:
      return line.slice(at);
    case 2:
      return line.slice(0, at) + pickFrom(chance, strays) + line.slice(at);
    case 3:
      return line.slice(0, at) + line.slice(at + 1);
    case 4:
      return line + pickFrom(chance, ["{}", "]", "}", ",", "x", "\0".repeat(70), line, " \t", "\uFEFF"]);
    case 5:
      return line.replaceAll(/[{}[\]:,]/g, (sign) =>
        chance.one(0.03) ? pickFrom(chance, ["{", "}", "[", "]", ":", ","]) : sign,
      );
    case 6:
      return line.replace(/\\[^"]/, pickFrom(chance, badEscapes));
    case 7:
      return line.replaceAll(/\\[nt"\\]/g, (good) => (chance.one(0.05) ? pickFrom(chance, badEscapes) : good));
    default:
      return line.replace(/(?<=[:,[])\s*-?\d+/, pickFrom(chance, badScalars));
  }
}

const deep = (depth: number, inner: string): string => `${'{"a":'.repeat(depth)}${inner}${"}".repeat(depth)}`;
const oddities = [
  ["", " ", "\t", "\u00a0", "\u2003 ", "{}", "[]", "null", "1", '"a"', '{"a":}', '{"a"}', "{,}", "[{}]", '{"a":1,}'],
  ['{"a":[1,]}', "\0\0\0", "{}{}", "\\", '{"a":"\\"}', "\uFEFF", "\uFEFF{}", "{", '{"', '{"type', " {} ", "\r", "//"],
  [deep(63, "1"), deep(64, "1"), deep(70, "1"), deep(62, '[[{"b":1}]]'), "[".repeat(200), deep(3, "[[[]]]")],
  ['{"type":"user","message":{"content":[[[]],{"type":"text","text":"x"}]}}', `{"a":"${"b".repeat(5000)}"}`],
].flat();

export function lineOf(chance: Chance): string {
  // Half of the entries are calm, or the kernel would leave nearly all of them to the host.
  const mood = chance.one(0.5) ? { ...chance, surprise: 0.001 } : chance;
  const line = chance.one(0.05) ? pickFrom(chance, oddities) : spell(chance, entryOf(mood));
  return (chance.one(0.12) ? damage(chance, line) : line).replaceAll("\n", " ");
}

/** Some lines as the bytes of a log; now and then a byte that is no UTF-8. */
export function logOf(chance: Chance, lines: number): Uint8Array<ArrayBuffer> {
  const end = chance.one(0.3) ? "\r\n" : "\n";
  const text = Array.from({ length: lines }, () => lineOf(chance)).join(end);
  const bytes = new TextEncoder().encode((chance.one(0.15) ? "\uFEFF" : "") + text + (chance.one(0.7) ? end : ""));
  if (chance.one(0.1) && bytes.length > 0) {
    const at = chance.whole(0, bytes.length - 1);
    if (bytes[at] !== 0x0a) bytes[at] = pickFrom(chance, [0xff, 0x80, 0xc3, 0xe2, 0xf0, 0x00, 0x1f, 0x22, 0x5c]);
  }
  return bytes;
}
