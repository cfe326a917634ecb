// Nothing in -> JSON as strangers spell it: odd escapes, white space, repeated keys, deep nests; always text that parses.
import fc from "fast-check";

const letter = fc.constantFrom(...Array.from('aZ0 /é漢\u2028😀{}[],:"\\\n\t\0\u001b\u007f\ufeff'), "\ud83d", "\ude00");
/** Words with everything in them that breaks readers, lone surrogates too. */
export const words: fc.Arbitrary<string> = fc.string({ unit: letter, maxLength: 6 });

/**
 * Words for keys, without backslash: once Node 24.21 has parsed a key that is one backslash, it takes keys that begin with
 * an escape for it.
 */
export const keyWords: fc.Arbitrary<string> = words.map((word) => word.replaceAll("\\", "/"));

/** The same words spelled with as many or as few escapes as JSON allows. */
const spelled = (some: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(some, fc.integer({ min: 0, max: 63 }))
    .map(([word, escaped]) => `"${Array.from(word.split(""), (unit, at) => spelledUnit(unit, escaped, at)).join("")}"`);

/** By UTF-16 unit, so that half a pair may be escaped; `escaped` is a bit per place. */
function spelledUnit(unit: string, escaped: number, at: number): string {
  const mustEscape = unit === '"' || unit === "\\" || unit < " " || (unit >= "\ud800" && unit <= "\udfff");
  return mustEscape || (escaped >> at) % 2 === 1 ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}` : unit;
}

const space = fc.constantFrom("", "", "", " ", "\t ", "\r");
const scalar = fc.oneof(
  spelled(words),
  fc.constantFrom("0", "-0", "1.0", "1e3", "-12.5E-2", "12345678901234567890", "true", "false", "null"),
);
const key = fc.oneof(
  spelled(keyWords),
  fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', '"constructor"', '""', '"0"'),
);

export const spelledJson: fc.Arbitrary<string> = fc.letrec<{ readonly value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: "json" },
    scalar,
    fc
      .tuple(space, fc.array(fc.tuple(tie("value"), space), { maxLength: 4, depthIdentifier: "json" }))
      .map(([front, items]) => `[${front}${items.map(([item, back]) => `${item}${back}`).join(",")}]`),
    fc
      .tuple(space, fc.array(fc.tuple(key, space, tie("value")), { maxLength: 4, depthIdentifier: "json" }))
      .map(
        ([front, members]) => `{${members.map(([name, back, item]) => `${front}${name}${back}:${item}`).join(",")}}`,
      ),
  ),
})).value;
