// The bytes between the quotes of a JSON string -> its text, and words as the kernel keeps them.
import { utf8Text } from "../../format/index.ts";
import { targetLength } from "../../graph/index.ts";

/** Only for strings that are known to be well-formed. */
export function rangeText(bytes: Uint8Array, start: number, end: number): string {
  const raw = utf8Text(bytes.subarray(start, end));
  return raw.includes("\\") ? unescaped(raw) : raw;
}

function unescaped(raw: string): string {
  const text: unknown = JSON.parse(`"${raw}"`);
  return String(text);
}

/** In front of a word that is spelled as in JSON; no plain word begins with it. */
const spelled = "\u0001";
const plainWord = /^[\x20-\x7f]*$/;

/** A word as the kernel keeps it: ASCII, without line feeds, and the same for the same word. */
export function storedWord(word: string): string {
  return plainWord.test(word)
    ? word
    : spelled +
        JSON.stringify(word)
          .slice(1, -1)
          .replaceAll(/[^\x20-\x7f]/g, escape);
}

/** One unit of UTF-16. */
const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

export function loadedWord(stored: string): string {
  return stored.startsWith(spelled) ? unescaped(stored.slice(1)) : stored;
}

/** As long as a preview may be, and never half a character. */
export function cutPreview(text: string): string {
  const cut = text.length > targetLength ? text.slice(0, targetLength) : text;
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}
