// Text -> its words, exactly as the full-text index (FTS5, unicode61, diacritics kept) makes them of `indexText`; no database here.

/** Longer runs are set apart, so that no word reaches the size at which the index cuts (32768 bytes). */
const longestWord = 8000;

const notAscii = /[^\0-\x7f]/;
const notAsciiRuns = /[^\0-\x7f]+/g;
/** Marks that the index keeps inside a word; a word never begins with one. */
const marks = "\\u0300-\\u0304\\u0306-\\u030c\\u030f\\u0311\\u031b\\u0323-\\u0328\\u032d\\u032e\\u0330\\u0331";
/** Old forms of s and k that would become plain ones: without them an ASCII word is only ever written in ASCII. */
const oldForms = /[\u017f\u212a]/g;
/** Those, and signs that became letters after the index's tables were made: words end at them. */
const noLetters = "\\u017f\\u212a\\u19b0-\\u19c0\\u19c8\\u19c9\\u1cf2\\u1cf3";
const separators = new RegExp(`[^\\0-\\x7f\\p{L}\\p{N}${marks}]+|[${noLetters}]+`, "gu");
const asciiSeparators = /[^a-z0-9]+/;
/** No longer than a word may be: a match of millions of characters takes more room than the engine has. */
const wordRun = new RegExp(`(?:(?![${noLetters}])[\\p{L}\\p{N}${marks}]){1,${longestWord}}`, "gu");
const leadingMarks = new RegExp(`^[${marks}]+`, "u");
/** Written without spaces between words: every character is a word, and a query of several is a phrase. */
const cjk = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu;
/** Small letters that the index takes for another one. */
const foldedLetters = /[µςϐϑϕϖϰϱϵẛ\u1fbe]/g;
const foldsTo: ReadonlyMap<string, string> = new Map([
  ["µ", "μ"],
  ["ς", "σ"],
  ["ϐ", "β"],
  ["ϑ", "θ"],
  ["ϕ", "φ"],
  ["ϖ", "π"],
  ["ϰ", "κ"],
  ["ϱ", "ρ"],
  ["ϵ", "ε"],
  ["ẛ", "ṡ"],
  ["\u1fbe", "ι"],
]);

/** The text as it is given to the index. */
export function indexText(text: string): string {
  const plain = notAscii.test(text) ? spaced(text.replaceAll(oldForms, " ").toLowerCase()) : text.toLowerCase();
  return plain.length > longestWord ? withoutLongRuns(plain) : plain;
}

/** The words of a text, in the order they stand in. */
export function wordsOf(text: string): readonly string[] {
  const indexed = indexText(text);
  if (!notAscii.test(indexed)) return indexed.split(asciiSeparators).filter((word) => word !== "");
  return (indexed.match(wordRun) ?? []).map((run) => run.replace(leadingMarks, "")).filter((word) => word !== "");
}

export type WordSpan = { readonly word: string; readonly start: number; readonly end: number };

/** The same words with their places in the text; a run that is several words gives each of them the place of the run. */
export function* wordSpans(text: string): Generator<WordSpan, void, undefined> {
  for (const { 0: run, index } of text.matchAll(wordRun)) {
    const words = wordsOf(run);
    if (words.length === 1) yield { word: words[0] ?? "", start: index, end: index + run.length };
    else yield* innerSpans(run, index, words);
  }
}

/** Characters that are words of their own keep their own places. */
function* innerSpans(run: string, offset: number, words: readonly string[]): Generator<WordSpan, void, undefined> {
  const small = run.toLowerCase();
  let at = 0;
  for (const word of words) {
    // Where a small letter is longer than its capital, places no longer agree.
    const found = small.length === run.length ? small.indexOf(word, at) : -1;
    if (found >= 0) at = found + word.length;
    yield found < 0
      ? { word, start: offset, end: offset + run.length }
      : { word, start: offset + found, end: offset + at };
  }
}

/** Runs repeat: arrows, quotes, accented letters. What became of them is kept, for the classes are slow to ask. */
const spacedRuns = new Map<string, string>();
const keptRuns = 4096;
const keptRunLength = 4;

function spaced(small: string): string {
  return small.replaceAll(notAsciiRuns, (run) => {
    if (run.length > keptRunLength) return spacedRun(run);
    const known = spacedRuns.get(run);
    if (known !== undefined) return known;
    const made = spacedRun(run);
    if (spacedRuns.size >= keptRuns) spacedRuns.clear();
    spacedRuns.set(run, made);
    return made;
  });
}

function spacedRun(run: string): string {
  return run
    .replaceAll(separators, " ")
    .replaceAll(foldedLetters, (letter) => foldsTo.get(letter) ?? letter)
    .replaceAll(cjk, " $& ");
}

/** A run this long stands over one of the places looked at. */
function withoutLongRuns(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let at = longestWord / 2; at < text.length; at += longestWord / 2) {
    if (at < done || !isWordUnit(text.charCodeAt(at))) continue;
    let start = at;
    while (start > done && isWordUnit(text.charCodeAt(start - 1))) start -= 1;
    let end = at;
    while (end < text.length && isWordUnit(text.charCodeAt(end))) end += 1;
    if (end - start > longestWord) {
      pieces.push(text.slice(done, start), inPieces(text.slice(start, end)));
      done = end;
    }
    at = Math.max(at, end - (end % (longestWord / 2)));
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(done);
}

function inPieces(run: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < run.length;) {
    let end = Math.min(run.length, at + longestWord);
    // A pair of surrogates is one character.
    if (end < run.length && (run.charCodeAt(end) & 0xfc00) === 0xdc00) end -= 1;
    pieces.push(run.slice(at, end));
    at = end;
  }
  return pieces.join(" ");
}

/** All that is not ASCII counts here: after `spaced` only letters, digits and marks are left of it. */
function isWordUnit(unit: number): boolean {
  return unit >= 0x80 || (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}
