// Tagged parts of texts -> the same as a regular expression finds, and in linear time where that one is slow.
import { describe, expect, test } from "vitest";
import { taggedParts, withoutTagged } from "../../src/format/index.ts";

const names = ["a", "bb"];
const expression = /<(a|bb)>[\s\S]*?<\/\1>/g;

describe("parts between tags are what the expression finds in", () => {
  test.each([
    "",
    "plain",
    "<a>x</a>",
    "1<a>x</a>2<bb>y\nz</bb>3",
    "<a>x<bb>y</a>z</bb>",
    "<a>x<a>y</a>z</a>",
    "<bb><a>x</a>",
    "</a><a></a><a>",
    "<a>1</bb><bb>2</a>3</bb>",
  ])("%j", (text) => {
    const found = Array.from(taggedParts(text, names), ({ start, end }) => text.slice(start, end));
    expect(found).toEqual(Array.from(text.matchAll(expression), ([whole]) => whole));
    expect(withoutTagged(text, names)).toBe(text.replaceAll(expression, ""));
  });
});

test("a million tags that are never closed are plain text", () => {
  const text = "<a><bb>".repeat(500_000);
  expect(withoutTagged(text, names)).toBe(text);
});
