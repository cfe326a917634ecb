// The words that the scan sees and the words that the full-text index makes are the same, for every character there is.
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText, wordSpans, wordsOf } from "../../src/graph/index.ts";

/** What FTS5 makes of texts. */
function tokensOf(texts: readonly string[]): readonly (readonly string[])[] {
  const database = new DatabaseSync(":memory:");
  database.exec(`CREATE VIRTUAL TABLE text USING fts5(x, content='', tokenize="unicode61 remove_diacritics 0");
    CREATE VIRTUAL TABLE word USING fts5vocab(text, 'instance'); BEGIN`);
  const insert = database.prepare("INSERT INTO text(rowid, x) VALUES (?, ?)");
  texts.forEach((text, at) => insert.run(at + 1, indexText(text)));
  database.exec("COMMIT");
  const found: string[][] = texts.map(() => []);
  for (const { term, doc, offset } of database.prepare("SELECT term, doc, offset FROM word").iterate()) {
    const words = found[Number(doc) - 1];
    if (words !== undefined) words[Number(offset)] = String(term);
  }
  database.close();
  return found;
}

const spanned = (text: string): readonly string[] => [...wordSpans(text)].map(({ word }) => word);

describe("words", () => {
  it("are those of the index for every character of the first two planes, alone, inside and at the ends of words", () => {
    const texts: string[] = [];
    for (let code = 0; code < 0x20000; code += 64) {
      const characters = Array.from({ length: 64 }, (_, at) => String.fromCodePoint(code + at));
      texts.push(characters.map((each) => `A${each}b ${each} ${each}C\u0301${each}`).join(" , "));
    }
    expect(texts.map(wordsOf)).toEqual(tokensOf(texts));
  }, 60_000);

  it("are those of the index for any text, with or without their places", () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.string({ unit: "binary", maxLength: 2 }),
        fc.constantFrom(" ", "a", "B", "漢", "한", "\u0301", "İ", "ſ"),
      ),
    });
    const texts = fc.sample(text, { numRuns: 5000, seed: 7 });
    expect(texts.map(wordsOf)).toEqual(tokensOf(texts));
    expect(texts.map(spanned)).toEqual(texts.map(wordsOf));
  });

  it("are never longer than the index takes", () => {
    const long = ["a", "é", "𐐨", "ß"].flatMap((letter) =>
      [7999, 8000, 8001, 40_000].map((count) => `x ${letter.repeat(count)} y`),
    );
    expect(long.map(wordsOf)).toEqual(tokensOf(long));
  });

  it("are one for each character of Chinese, Japanese and Korean", () => {
    expect(wordsOf("日本語とKorean한국")).toEqual(["日", "本", "語", "と", "korean", "한", "국"]);
  });

  it("know their places", () => {
    expect([...wordSpans("Über-Maß 漢字")]).toEqual([
      { word: "über", start: 0, end: 4 },
      { word: "maß", start: 5, end: 8 },
      { word: "漢", start: 9, end: 10 },
      { word: "字", start: 10, end: 11 },
    ]);
  });
});
