// Rng -> invented words, sentences, code and program output, cut from bolts woven once; no text here comes from anyone's log.
import type { Rng } from "./rng.ts";

export type Prose = {
  /** About this many characters, ending at a word. */
  readonly talk: (chars: number) => string;
  readonly code: (chars: number) => string;
  /** What a program printed: ANSI colours, progress bars, stack traces, box drawing. */
  readonly output: (chars: number) => string;
  readonly title: () => string;
  readonly word: () => string;
};

const syllables = [
  "ka",
  "ro",
  "mi",
  "te",
  "lo",
  "su",
  "en",
  "ar",
  "vel",
  "dor",
  "pha",
  "zen",
  "tri",
  "col",
  "nex",
  "ul",
];
const plainWords =
  "the a to of and is in it for with this that then when test file line value type string number index query cache worker " +
  "request session token parser buffer stream error retry schema table column queue event state route layout module";
const scripts = [
  "日本語の説明をここに書きます。",
  "请先运行测试，然后再提交。",
  "테스트가 모두 통과했습니다.",
  "Проверь, пожалуйста, ещё раз.",
  "naïve café façade, déjà vu",
  "🚀 shipped",
  "👩🏽‍💻 pairing",
  "✅ done, 🧪 tests green",
  "ℕ ⊂ ℤ — “quoted” … → ok",
  "مرحبا بالعالم",
];
const colours = [31, 32, 33, 36, 90] as const;
const boltChars = 1 << 18;
const worldShare = 0.15;

export function createProse(rng: Rng): Prose {
  const words = plainWords.split(" ");
  while (words.length < 4000) words.push(Array.from({ length: rng.int(2, 4) }, () => rng.pick(syllables)).join(""));
  // A cubed draw makes a few words frequent and most of them rare, as in real text.
  const word = (): string => words[Math.floor(words.length * rng.next() ** 3)] ?? "word";

  const sentence: Piece = (script) => {
    const parts = Array.from({ length: rng.int(4, 16) }, word);
    if (script === "world" && rng.chance(0.3)) parts.push(rng.pick(scripts));
    if (rng.chance(0.1)) parts.push(`\`${word()}.${word()}()\``);
    const text = parts.join(" ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${rng.chance(0.2) ? "\n\n" : " "}`;
  };
  const codeLine: Piece = (script) => {
    const indent = "  ".repeat(rng.int(0, 3));
    const comment = script === "world" && rng.chance(0.2) ? ` // ${rng.pick(scripts)}` : "";
    return `${indent}${rng.pick(["const", "let", "return", "await", "export const", "if ("])} ${word()} = ${word()}(${word()}, "${word()}");${comment}\n`;
  };
  const outputLine: Piece = (script) => {
    const kind = rng.next();
    if (kind < 0.3)
      return `\u001b[${rng.pick(colours)}m${rng.pick(["PASS", "FAIL", "WARN", "info"])}\u001b[0m  test/${word()}.test.ts (${rng.int(1, 900)} ms)\n`;
    if (script === "world" && kind < 0.4)
      return `\r\u001b[2K[${"█".repeat(rng.int(1, 20)).padEnd(20, "░")}] ${rng.int(0, 100)}%\n`;
    if (kind < 0.5) return `    at ${word()} (src/${word()}/${word()}.ts:${rng.int(1, 900)}:${rng.int(1, 80)})\n`;
    if (script === "world" && kind < 0.6) return `├── ${word()}\t${rng.pick(scripts)}\n`;
    return `${word()} ${word()}=${rng.int(0, 99_999)} ${word()} "${word()}" C:\\${word()}\\${word()}\n`;
  };

  const talk = weave(sentence, " ");
  const code = weave(codeLine, "\n");
  const output = weave(outputLine, "\n");
  return {
    word,
    talk: (chars) => cut(talk, rng, chars),
    code: (chars) => cut(code, rng, chars),
    output: (chars) => cut(output, rng, chars),
    title: () => {
      const text = Array.from({ length: rng.int(3, 6) }, word).join(" ");
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
    },
  };
}

type Script = "ascii" | "world";
type Piece = (script: Script) => string;
type Bolt = { readonly ascii: string; readonly world: string; readonly separator: string };

// Two bolts: V8 keeps every slice of a text with one wide character as wide, and wide text is slow to write.
function weave(piece: Piece, separator: string): Bolt {
  const spin = (script: Script): string => {
    const pieces: string[] = [];
    for (let length = 0; length < boltChars;) {
      const next = piece(script);
      pieces.push(next);
      length += next.length;
    }
    return pieces.join("");
  };
  return { ascii: spin("ascii"), world: spin("world"), separator };
}

// Cuts fall only behind a separator, so that no surrogate pair is ever split.
function cut(bolt: Bolt, rng: Rng, chars: number): string {
  if (chars > boltChars / 2) {
    const parts: string[] = [];
    for (let left = chars; left > 0; left -= boltChars / 2) parts.push(cut(bolt, rng, Math.min(left, boltChars / 2)));
    return parts.join("");
  }
  const text = rng.chance(worldShare) ? bolt.world : bolt.ascii;
  const from = text.indexOf(bolt.separator, rng.int(0, boltChars - chars - 2000)) + 1;
  return text.slice(from, text.indexOf(bolt.separator, from + chars));
}
