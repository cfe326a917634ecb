// A source of random numbers -> texts of files, and changes to them, with everything that makes text hard to keep.
import type { Random } from "../catalog/random.ts";
import type { TextEdit } from "./simulated-tool.ts";

const words = [
  "alpha",
  "beta",
  "gamma",
  "const x = 1;",
  "return",
  "}",
  "{",
  "// note",
  "ünï",
  "汉字",
  "😀",
  "$& $1",
  "<a>",
] as const;

export function randomLine(random: Random): string {
  const indent = random.chance(0.3) ? "\t".repeat(random.below(3)) : "  ".repeat(random.below(3));
  const count = 1 + random.below(3);
  const text = Array.from({ length: count }, () => random.pick(words)).join(" ");
  const said = random.chance(0.12) ? ` \u201C${random.pick(words)}\u201D` : "";
  return random.chance(0.08) ? "" : `${indent}${text} ${random.below(1000)}${said}`;
}

export function randomLines(random: Random): readonly string[] {
  const count = random.chance(0.01) ? 2100 : 1 + random.below(random.chance(0.2) ? 60 : 14);
  return Array.from({ length: count }, () => randomLine(random));
}

/** A text as a tool is given it: LF, mostly with a final one. */
export function randomContent(random: Random): string {
  if (random.chance(0.03)) return "";
  const text = `${randomLines(random).join("\n")}${random.chance(0.85) ? "\n" : ""}`;
  return random.chance(0.03) ? text.replaceAll("\n", "\r\n") : text;
}

/** Bytes of a file that was there before any session. */
export function randomBytes(random: Random): Buffer {
  const text = `${randomLines(random).join("\n")}${random.chance(0.85) ? "\n" : ""}`;
  const kind = random.below(40);
  if (kind < 6) return Buffer.from(text.replaceAll("\n", "\r\n"));
  if (kind === 6) return Buffer.from(`\uFEFF${text}`);
  if (kind === 7) return Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`);
  if (kind === 8) return Buffer.from(`\uFEFF${text}`, "utf16le");
  if (kind === 9) return Buffer.concat([Buffer.from([0xe9, 0x0a]), Buffer.from(text)]);
  if (kind === 10) return Buffer.from(text.replaceAll("\n", () => (random.chance(0.5) ? "\r\n" : "\n")));
  return Buffer.from(text);
}

/** An edit that mostly fits the text. */
export function randomEdit(random: Random, text: string): TextEdit {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const count = random.chance(0.3) ? 1 + random.below(4) : 1;
  const old = lines.slice(at, at + count).join("\n");
  const roll = random.below(20);
  if (roll === 0) return { old_string: "no such text anywhere", new_string: "x" };
  if (roll === 1) return { old_string: random.pick(words), new_string: random.pick(words), replace_all: true };
  if (old === "")
    return {
      old_string: lines.find((line) => line !== "") ?? "none",
      new_string: randomLine(random).trimEnd() || "new",
    };
  if (roll < 4) return { old_string: roll === 2 ? old : `${old}\n`, new_string: "" };
  if (roll === 4 || (old.includes("\u201C") && random.chance(0.4)))
    return { old_string: old.replaceAll(/[\u201C\u201D]/g, '"'), new_string: `"${random.pick(words)}" said` };
  const next = Array.from({ length: 1 + random.below(3) }, () => randomLine(random));
  return { old_string: old, new_string: random.chance(0.5) ? `${old}\n${next.join("\n")}` : next.join("\n") || "x" };
}

/** What an editor, a formatter or git makes of a file. */
export function disturb(random: Random, bytes: Buffer): Buffer {
  const roll = random.below(10);
  if (roll === 0) return randomBytes(random);
  if (bytes[0] === 0xff || roll === 1) return Buffer.concat([bytes, Buffer.from("\n")]);
  const text = bytes.toString("utf8");
  if (roll === 2)
    return Buffer.from(text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text.replaceAll("\n", "\r\n"));
  if (roll === 3) return Buffer.from(text.replaceAll("\t", "  "));
  const ends = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(ends);
  lines.splice(random.below(lines.length), random.below(2), randomLine(random));
  return Buffer.from(lines.join(ends));
}
