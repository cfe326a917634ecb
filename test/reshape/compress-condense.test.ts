// What of an answer stays in a summary: the same words give the same extract, short, in order, and never broken.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { condense } from "../../src/reshape/compress/condense.ts";
import { sentencesOf } from "../../src/reshape/compress/sentence.ts";
import { seeded } from "../craft.ts";

const filler = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Plain words follow here, as ever ${"so ".repeat(at % 3)}on.`).join(" ");

describe("an extract", () => {
  it("is the text itself when that is short", () => expect(condense(["All done."])).toBe("All done."));
  it("is empty when nothing was said", () => expect(condense(["", " \n"])).toBe(""));

  it("keeps paths, errors, decisions and both ends, and leaves out what leads nowhere", () => {
    const text = `First of all. ${filler(40)} The error is in src/loom/warp.ts line 12. ${filler(40)} We chose SQLite because it is built in. Let me look at that. That is all.`;
    const extract = condense([text]);
    for (const kept of ["First of all.", "src/loom/warp.ts line 12", "We chose SQLite", "That is all."])
      expect(extract).toContain(kept);
    expect(extract).not.toContain("Let me look");
    expect(extract.length).toBeLessThan(text.length * 0.25);
  });

  it("keeps the order of what was said, and shows where something is missing", () => {
    const extract = condense([
      `One error 1. ${filler(50)} Two errors 2.`,
      `${filler(50)} Three errors 3 fixed in a/b.ts.`,
    ]);
    expect(extract.indexOf("One error")).toBeLessThan(extract.indexOf("Two errors"));
    expect(extract.indexOf("Two errors")).toBeLessThan(extract.indexOf("Three errors"));
  });

  it("prefers the answer at the end to what was said on the way", () => {
    const way = Array.from({ length: 30 }, (_, at) => `I look at part number ${at} of the work now.`);
    expect(condense([...way, "The test passes, since warp.ts was wrong."])).toContain("The test passes");
  });

  it("holds at most a fifth of a long text, or four hundred characters, or one sentence", () => {
    const property = fc.property(
      fc.array(fc.string({ unit: "binary", maxLength: 600 }), { maxLength: 20 }),
      (texts) => {
        const length = texts.reduce((sum, text) => sum + text.trim().length, 0);
        expect(condense(texts).length).toBeLessThanOrEqual(Math.max(length * 0.2, 400) * 2 + 400);
        expect(condense(texts)).toBe(condense(texts));
      },
    );
    fc.assert(property, seeded(200));
  });
});

describe("sentences", () => {
  it.each([
    ["English", "One. Two! Three?", ["One.", "Two!", "Three?"]],
    ["Chinese and Japanese", "第一。第二！終わり", ["第一。", "第二！", "終わり"]],
    ["quotes at the end", 'He said "no." Then left.', ['He said "no."', "Then left."]],
    ["file names", "See src/a.ts and b.js. Done.", ["See src/a.ts and b.js.", "Done."]],
    ["lists", "- one\n- two", ["- one", "- two"]],
    ["short code", "So:\n```ts\nlet a;\n```\nDone.", ["So:", "```ts\nlet a;\n```", "Done."]],
    ["a fence that is never closed", "So:\n```\na\nb\nc\nd\ne", ["So:", "[code, 5 lines]"]],
  ])("of %s are told apart", (_, text, expected) => {
    expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual(expected);
  });

  it("of long code only its length is told", () => {
    const code = `\`\`\`python\n${"x = 1\n".repeat(50)}\`\`\``;
    expect(sentencesOf(`Run this. ${""}\n${code}`).map(({ text }) => text)).toEqual([
      "Run this.",
      "[code python, 50 lines]",
    ]);
  });

  it("are never endless, and never end in half a character", () => {
    const [only, ...more] = sentencesOf("😀漢".repeat(50_000));
    expect(more).toEqual([]);
    expect(only?.text.length).toBeLessThanOrEqual(400);
    expect(only?.text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  });
});
