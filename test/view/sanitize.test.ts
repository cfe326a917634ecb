// Any text from a log -> text that a terminal only shows; and JSON that says the same without anything to obey.
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { escapeJson, sanitize, sanitizeLine } from "../../src/view/index.ts";
import { seeded } from "../craft.ts";

/** What a terminal obeys or hides behind: C0 but tab and LF, DEL, C1, bidi, separators, zero width, tags. */
const obeyed =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

const unit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
  fc.constantFrom("\u001b[31m", "\u001b]0;x\u0007", "\u001b]8;;http://x\u001b\\", "\u009b2J", "\r\n", "\r", "😀"),
  fc.constantFrom("\u202e", "\u2066", "\u200f", "\ud83d", "\ude00", "\udb40\udc41", "\ufeff", "\u0085"),
);
const anyText = fc.array(unit, { maxLength: 12 }).map((units) => units.join(""));

describe("sanitized text", () => {
  it("holds nothing that a terminal obeys and no half of a character, whatever came in", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const shown of [sanitize(text), sanitizeLine(text)]) {
          expect(obeyed.test(shown)).toBe(false);
          expect(Buffer.from(shown).toString()).toBe(shown);
        }
        expect(sanitizeLine(text)).not.toMatch(/[\t\n]/);
      }),
      seeded(5000),
    );
  });

  it("is not changed by being sanitized again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(sanitize(sanitize(text))).toBe(sanitize(text));
        expect(sanitizeLine(sanitizeLine(text))).toBe(sanitizeLine(text));
      }),
      seeded(1000),
    );
  });

  it("is the text itself where that is harmless", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "é", "漢", "😀", "\n", "\t", " ", '"', "\\") }), (text) => {
        expect(sanitize(text)).toBe(text);
      }),
      seeded(300),
    );
  });

  const cases: readonly (readonly [string, string])[] = [
    ["\u001b[31mred\u001b[0m", "␛[31mred␛[0m"],
    ["\u001b]0;title\u0007", "␛]0;title␇"],
    ["a\r\nb\rc", "a\nb␍c"],
    ["\u007f\u0000", "␡␀"],
    ["\u009b31m", "\\u{9b}31m"],
    ["abc\u202edcba", "abc\\u{202e}dcba"],
    ["\ud83d and \ude00", "\ufffd and \ufffd"],
    ["tag\u{e0041}", "tag\\u{e0041}"],
  ];
  test.each(cases)("of %j is %j", (text, shown) => {
    expect(sanitize(text)).toBe(shown);
  });

  test("on one line has single blanks", () => {
    expect(sanitizeLine(" a\n\n b\u2028\tc ")).toBe("a b c");
  });
});

describe("escaped JSON", () => {
  it("says the same and holds nothing that a terminal obeys", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = escapeJson(JSON.stringify({ text: [text] }));
        expect(obeyed.test(escaped)).toBe(false);
        const value: unknown = JSON.parse(escaped);
        expect(JSON.stringify(value)).toBe(JSON.stringify({ text: [text] }));
      }),
      seeded(1000),
    );
  });
});
