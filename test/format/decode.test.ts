// Laws and cases of decoding: any bytes -> exactly one of entry, other, blank and damaged; nothing is ever thrown.
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type Decoded,
  damageReasons,
  decodeLine,
  decodeLines,
  isEntryType,
  splitLines,
} from "../../src/format/index.ts";
import { bytesOf, seeded } from "../craft.ts";
import { spelledJson } from "./spelling.ts";

const decodeAll = (bytes: Uint8Array): readonly Decoded[] => [...decodeLines(splitLines([bytes]))];

/** Pieces of which broken logs are made. */
const piece = fc.oneof(
  fc.constantFrom('{"type":"user"}', '{"type":"new-kind"}', '{"parentUuid":null,"type":"assistant"', '{"type":', "{}"),
  fc.constantFrom("{", "}", '"', "\\", "[", "]", ",", "//", "#", "\0\0", "\ufeff", " ", "\r", "\n", "null", "1"),
  fc.constantFrom("\u2028", "\ud83d", "é"),
);
const brokenLog = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => bytesOf(pieces.join(""))),
  fc.uint8Array({ maxLength: 80 }),
  fc.tuple(spelledJson, fc.nat({ max: 200 })).map(([text, cut]) => bytesOf(text).subarray(0, cut)),
);

function isSound(decoded: Decoded): boolean {
  switch (decoded.kind) {
    case "entry":
      return isEntryType(decoded.type);
    case "other":
      return !isEntryType(decoded.type);
    case "blank":
      return new TextDecoder().decode(decoded.line.bytes).trim() === "";
    case "damaged":
      return (
        damageReasons.includes(decoded.damage) &&
        (decoded.leading === undefined || decoded.leading === decoded.objects[0])
      );
  }
}

describe("decoding", () => {
  it("makes of any bytes one of four kinds per line, and never throws", () => {
    fc.assert(
      fc.property(brokenLog, (bytes) => {
        const lines = [...splitLines([bytes])];
        const decoded = decodeAll(bytes);
        expect(decoded.map(({ line }) => line)).toEqual(lines);
        expect(decoded.every(isSound)).toBe(true);
      }),
      seeded(3000),
    );
  });

  it("agrees with JSON.parse on which lines are objects", () => {
    fc.assert(
      fc.property(spelledJson, (text) => {
        const value: unknown = JSON.parse(text);
        const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
        const [decoded] = decodeAll(bytesOf(text));
        expect(decoded?.kind === "entry" || decoded?.kind === "other").toBe(isObject);
        const seen = decoded?.kind === "other" || decoded?.kind === "entry" ? decoded.raw : value;
        expect(JSON.stringify(seen)).toBe(JSON.stringify(value));
      }),
      seeded(500),
    );
  });

  it("reads the lines in front of a cut as it read them in the whole file", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(spelledJson, piece), { maxLength: 6 }), fc.nat({ max: 300 }), (texts, cut) => {
        const bytes = bytesOf(texts.map((text) => `${text}\n`).join(""));
        const whole = decodeAll(bytes).filter(({ line }) => line.offset + line.length <= cut);
        expect(decodeAll(bytes.subarray(0, cut)).slice(0, whole.length)).toEqual(whole);
      }),
      seeded(500),
    );
  });

  it("reads 200,000 nested arrays without a stack of its own", () => {
    const nested = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    expect(decodeAll(bytesOf(nested))[0]?.kind).not.toBe("blank");
    expect(decodeAll(bytesOf(`${nested}{`))[0]?.kind).toBe("damaged");
  });

  it("answers long hostile lines in no more than a few seconds", () => {
    for (const unit of ["{", '{"type":', '{"type":"', '"\\', '{"a":"\\\\"}', "{}", "\0{", " {", "[{", "\u2028{"]) {
      const [decoded] = decodeAll(bytesOf(unit.repeat(300_000 / unit.length)));
      expect(decoded?.kind).toBe("damaged");
    }
  });
});

/** What a line is, and how many whole objects are still read from it. */
function check(text: string | Uint8Array, expected: string): void {
  const [decoded] = decodeAll(typeof text === "string" ? bytesOf(text) : text);
  if (decoded === undefined) throw new Error("no line");
  const what = decoded.kind === "damaged" ? `${decoded.damage} ${decoded.objects.length}` : decoded.kind;
  const leading = decoded.kind === "damaged" && decoded.leading !== undefined ? " leading" : "";
  const quirks = decoded.quirks.length === 0 ? "" : ` [${decoded.quirks.join(" ")}]`;
  expect(`${what}${leading}${quirks}`).toBe(expected);
}

describe("a line", () => {
  const whole = '{"type":"user"}';
  const cases: readonly (readonly [string, string, string])[] = [
    ["a known entry", `${whole}\n`, "entry"],
    ["an unknown type", '{"type":"new-kind"}\n', "other"],
    ["no type at all", "{}\n", "other"],
    ["a type that is no string", '{"type":7}\n', "other"],
    ["a type named like a prototype's", '{"type":"constructor"}\n', "other"],
    ["white space", " \t\r\n", "blank [crlf]"],
    ["CR LF", `${whole}\r\n`, "entry [crlf]"],
    ["no final LF", whole, "entry [no-final-newline]"],
    ["a byte order mark", `\ufeff${whole}\n`, "entry [bom]"],
    ["raw U+2028", '{"type":"user","x":"a\u2028b"}\n', "entry"],
    ["words", "hello world\n", "not-json 0"],
    ["a comment", "// copied by hand\n", "comment 0"],
    ["a hash comment", "# copied by hand\n", "comment 0"],
    ["an array", "[1,2]\n", "not-object 0"],
    ["null", "null\n", "not-object 0"],
    ["a torn tail", '{"parentUuid":null,"mess', "torn-tail 0 [no-final-newline]"],
    ["a torn line in the middle", '{"parentUuid":null,"mess\n', "torn 0"],
    ["a record behind a torn one", `{"parentUuid":null,"mess${whole}\n`, "torn 1"],
    ["two objects", `${whole}${whole}\n`, "glued-objects 2 leading"],
    ["two objects and a comma", `${whole},${whole}\n`, "glued-objects 2 leading"],
    ["a trailing comma", `${whole},\n`, "trailing-junk 1 leading"],
    ["junk behind", `${whole}junk\n`, "trailing-junk 1 leading"],
    ["junk in front", `junk${whole}\n`, "leading-junk 1"],
    ["zero bytes only", "\0\0\0\n", "nul-run 0"],
    ["zero bytes behind", `${whole}\0\0\n`, "nul-run 1 leading"],
    ["zero bytes in front", `\0\0${whole}\n`, "nul-run 1"],
  ];
  test.each(cases)("of %s is told as such", (_what, text, expected) => check(text, expected));

  test("of bytes that are not UTF-8 is still read, and said to be so", () => {
    check(
      Uint8Array.from([...bytesOf('{"type":"user","x":"'), 0xff, 0xc3, ...bytesOf('"}\n')]),
      "entry [invalid-utf8]",
    );
  });

  test("that is too long is damaged by its place alone", () => {
    const line = { number: 1, offset: 0, length: 5, end: "lf", bytes: undefined } as const;
    expect(decodeLine(line)).toMatchObject({ kind: "damaged", damage: "too-long", objects: [], leading: undefined });
  });
});
