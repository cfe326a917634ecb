// Laws of writing: what is encoded reads back the same, and what would not is refused.
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type Decoded,
  type Encoded,
  type Json,
  type JsonObject,
  type KnownEntry,
  decodeLines,
  encodeEntry,
  entryShape,
  fits,
  splitLines,
} from "../../src/format/index.ts";
import { bytesOf, seeded } from "../craft.ts";
import { handMadeLines } from "../schema-lines.ts";
import { parseJson, sample } from "../schema-places.ts";
import { keyWords, spelledJson, words } from "./spelling.ts";

const isKnown = (value: unknown): value is KnownEntry => fits(entryShape, value);

function encode(value: unknown): Encoded {
  if (!isKnown(value)) throw new Error("not a known entry");
  return encodeEntry(value);
}

const decodeText = (text: string): readonly Decoded[] => [...decodeLines(splitLines([bytesOf(text)]))];

/** Through bytes and back; keys may change places, values may not. */
function checkReadsBack(entry: JsonObject): void {
  const encoded = encode(entry);
  if (!encoded.ok) throw new Error(encoded.problems.join("; "));
  const [decoded, ...more] = decodeText(encoded.line);
  expect(more).toEqual([]);
  expect(decoded).toMatchObject({ kind: "entry", type: entry["type"], quirks: [] });
  expect(sorted(decoded?.kind === "entry" ? decoded.raw : {})).toEqual(sorted(entry));
}

/** By entries, so that a key named `__proto__` is compared like any other. */
const sorted = (value: JsonObject): readonly (readonly [string, string])[] =>
  Object.entries(value)
    .map(([key, item]) => [key, JSON.stringify(item)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** JSON.parse tells -0 from 0, the log does not. */
const anyJson = spelledJson.map((text) => parseJson(text.replaceAll("-0", "0")));

describe("an encoded entry", () => {
  it("reads back the same, whatever stands in its texts and in fields nobody knows", () => {
    const extra = fc.dictionary(fc.oneof(keyWords, fc.constantFrom("__proto__", "message", "0")), anyJson, {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(words, extra, (title, more) => checkReadsBack({ ...more, type: "custom-title", customTitle: title })),
      seeded(1000),
    );
  });

  it("reads back the same for every known type", () => {
    for (const entry of handMadeLines) checkReadsBack(entry);
    for (let pick = 0; pick < 400; pick += 1) {
      const entry = sample(entryShape, pick);
      if (isKnown(entry)) checkReadsBack({ ...entry });
    }
  });

  it("is one line, whatever line ends its texts hold", () => {
    const encoded = encode({ type: "custom-title", customTitle: "a\nb\r\nc\u2028d" });
    expect(encoded.ok && decodeText(encoded.line)).toHaveLength(1);
  });

  it("has its keys in the client's order", () => {
    const chain = { uuid: "u", type: "user", timestamp: "2026-01-02T03:04:05.678Z", sessionId: "s", cwd: "/w" };
    const rest = { parentUuid: null, isSidechain: false, userType: "external", version: "2.1.150", mine: 1 };
    const encoded = encode({ ...rest, ...chain, message: { role: "user", content: "x" } });
    const order = "parentUuid isSidechain type message uuid timestamp userType cwd sessionId version mine".split(" ");
    const [written] = decodeText(encoded.ok ? encoded.line : "");
    expect(written?.kind === "entry" && Object.keys(written.raw)).toEqual(order);
    const state = encode({ sessionId: "s", customTitle: "t", type: "custom-title" });
    expect(state).toEqual({ ok: true, line: '{"type":"custom-title","sessionId":"s","customTitle":"t"}\n' });
  });
});

describe("encoding refuses", () => {
  const refused: readonly (readonly [string, unknown])[] = [
    ["a number that JSON cannot carry", { type: "custom-title", customTitle: "t", n: Number.NaN }],
    ["an infinite number", { type: "custom-title", customTitle: "t", deep: [{ n: -Infinity }] }],
    ["undefined", { type: "custom-title", customTitle: "t", gone: undefined }],
    ["zero below nothing", { type: "custom-title", customTitle: "t", n: -0 }],
    ["undefined inside", { type: "custom-title", customTitle: "t", deep: { gone: [undefined] } }],
  ];
  test.each(refused)("%s", (_what, entry) => {
    expect(encode(entry)).toMatchObject({ ok: false, problems: [expect.stringContaining("cannot be written")] });
  });

  /** The types refuse these already; a caller without types must be refused as well. */
  const isTakenForOne = (value: unknown): value is KnownEntry => value !== undefined;
  const misfits: readonly (readonly [string, unknown])[] = [
    ["an unknown type", { type: "new-kind" }],
    ["no type", { uuid: "u" }],
    ["a field of a wrong type", { type: "custom-title", customTitle: 7 }],
    ["a missing field", { type: "custom-title" }],
  ];
  test.each(misfits)("%s", (_what, entry) => {
    expect(isTakenForOne(entry) && encodeEntry(entry)).toMatchObject({ ok: false });
  });

  test("values nested deeper than can be written", () => {
    let deep: Json = 1;
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    expect(encode({ type: "custom-title", customTitle: "t", deep })).toMatchObject({ ok: false });
  });
});
