// Laws of places and edits: locate finds what JSON.parse sees, splice changes those bytes and no others.
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type Json,
  type Path,
  elementsUpTo,
  isArray,
  isObject,
  locate,
  membersUpTo,
  splice,
} from "../../src/format/index.ts";
import { bytesOf, seeded } from "../craft.ts";
import { parseJson } from "../schema-places.ts";
import { spelledJson, words } from "./spelling.ts";

/** Splice refuses to write -0, which would read back as 0. */
const withoutMinusZero = (text: string): string => text.replaceAll("-0", "0");

/** Every place in a value, the value itself included. */
function pathsOf(value: Json): readonly Path[] {
  const below = (key: string | number, item: Json): readonly Path[] => pathsOf(item).map((path) => [key, ...path]);
  if (isArray(value)) return [[], ...value.flatMap((item, index) => below(index, item))];
  return isObject(value) ? [[], ...Object.entries(value).flatMap(([key, item]) => below(key, item))] : [[]];
}

const own = (value: Json | undefined, step: string | number): Json | undefined => {
  if (isArray(value)) return typeof step === "number" ? value[step] : undefined;
  return isObject(value) && typeof step === "string" && Object.hasOwn(value, step) ? value[step] : undefined;
};
const at = (value: Json, path: Path): Json | undefined => path.reduce<Json | undefined>(own, value);

/** A copy with one place changed; entries keep their order, so that equal values print alike. */
function withValue(value: Json, [step, ...rest]: Path, next: Json): Json {
  if (step === undefined) return next;
  if (isArray(value)) return value.map((item, index) => (index === step ? withValue(item, rest, next) : item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === step ? withValue(item, rest, next) : item]),
  );
}

const slice = (bytes: Uint8Array, start: number, end?: number): string =>
  Buffer.from(bytes).toString("utf8", start, end);
const bom = fc.constantFrom("", "", "\ufeff", " ");

describe("locate", () => {
  it("finds every value where JSON.parse sees it, the last one of a repeated key", () => {
    fc.assert(
      fc.property(bom, spelledJson, (front, text) => {
        const bytes = bytesOf(`${front}${text}\n`);
        const value = parseJson(text);
        for (const path of pathsOf(value)) {
          const range = locate(bytes, path);
          expect(range).toBeDefined();
          const found = parseJson(slice(bytes, range?.start ?? 0, range?.end));
          expect(JSON.stringify(found)).toBe(JSON.stringify(at(value, path)));
        }
      }),
      seeded(1000),
    );
  });

  it("finds the members and elements that a walk finds, also in a text that breaks off", () => {
    fc.assert(
      fc.property(bom, spelledJson, fc.nat(), (front, text, cut) => {
        const whole = bytesOf(`${front}${text}`);
        for (const bytes of [whole, whole.subarray(0, cut % (whole.length + 1))]) {
          const last = new Map(membersUpTo(bytes).map(({ key = "", value, end }) => [key, { start: value, end }]));
          // The last of a repeated key may be the one that breaks off: then there is none.
          for (const [key, place] of last)
            expect(bytes === whole ? [place] : [place, undefined]).toContainEqual(locate(bytes, [key]));
          const list = bytes.subarray(locate(bytes, [])?.start ?? 0);
          for (const [nth, place] of elementsUpTo(list, 3).entries()) expect(locate(list, [nth])).toEqual(place);
        }
        const value = parseJson(text);
        const keys = new Set(membersUpTo(whole).map(({ key }) => key));
        expect(keys).toEqual(new Set(isObject(value) ? Object.keys(value) : []));
        const elements = elementsUpTo(bytesOf(text.trimStart()), 3);
        expect(elements).toHaveLength(isArray(value) ? Math.min(3, value.length) : 0);
      }),
      seeded(1000),
    );
  });

  it("finds nothing where JSON.parse sees nothing", () => {
    const step = fc.oneof(fc.constantFrom("a", "b", "__proto__", "constructor", "", 0, 1, 2), words);
    fc.assert(
      fc.property(spelledJson, fc.array(step, { minLength: 1, maxLength: 3 }), (text, path) => {
        expect(locate(bytesOf(text), path) === undefined).toBe(at(parseJson(text), path) === undefined);
      }),
      seeded(2000),
    );
  });

  it("passes a hundred thousand nested arrays without a stack of its own", () => {
    const nested = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)},"b":1}`;
    expect(locate(bytesOf(nested), ["b"])).toEqual({ start: nested.length - 2, end: nested.length - 1 });
  });
});

describe("locate finds nothing", () => {
  const cases: readonly (readonly [string, string, Path])[] = [
    ["at a negative index", "[1,2]", [-1]],
    ["between two indexes", "[1,2]", [0.5]],
    ["behind the last index", "[1,2]", [2]],
    ["in an empty array", "[]", [0]],
    ["for an index in an object", '{"0":1}', [0]],
    ["for a name in an array", "[1]", ["0"]],
    ["inside a text", '"abc"', [0]],
    ["behind a key with a broken escape", '{"\\q":1,"a" 2}', ["a"]],
    ["behind a key with a control character", '{"\u0001":1}', ["a"]],
    ["in a torn line", '{"a":{"b"', ["a", "b"]],
    ["in an empty line", "", []],
  ];
  test.each(cases)("%s", (_what, text, path) => {
    expect(locate(bytesOf(text), path)).toBeUndefined();
  });

  it("or something, but never throws, in any bytes", () => {
    const piece = fc.constantFrom(
      '{"a":',
      '"a"',
      ":",
      ",",
      "[",
      "]",
      "{",
      "}",
      '"',
      "\\",
      "1",
      "nul",
      " ",
      "\0",
      "\ufeff",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const bytes = bytesOf(pieces.join(""));
        const range = locate(bytes, ["a"]) ?? locate(bytes, [0]) ?? { start: 0, end: 0 };
        expect(range.end).toBeLessThanOrEqual(bytes.length);
      }),
      seeded(2000),
    );
  });
});

const anEdit = fc.record({
  front: bom,
  text: spelledJson,
  pick: fc.nat(),
  next: spelledJson.map(withoutMinusZero),
});

describe("splice", () => {
  it("changes only the bytes asked for, and JSON.parse sees exactly the new value", () => {
    fc.assert(
      fc.property(anEdit, ({ front, text, pick, next }) => {
        const bytes = bytesOf(`${front}${text}\n`);
        const paths = pathsOf(parseJson(text));
        const path = paths[pick % paths.length] ?? [];
        const range = locate(bytes, path) ?? { start: 0, end: 0 };
        const spliced = splice(bytes, [{ path, value: parseJson(next) }]);
        if (!spliced.ok) throw new Error("refused");
        const { bytes: changed } = spliced;
        expect(slice(changed, 0, range.start)).toBe(slice(bytes, 0, range.start));
        expect(slice(changed, changed.length - (bytes.length - range.end))).toBe(slice(bytes, range.end));
        const seen = parseJson(slice(changed, 0).replace(/^\ufeff/, ""));
        expect(JSON.stringify(seen)).toBe(JSON.stringify(withValue(parseJson(text), path, parseJson(next))));
      }),
      seeded(2000),
    );
  });

  it("makes several edits at once as it would make them one by one", () => {
    fc.assert(
      fc.property(spelledJson, words, (inner, word) => {
        const line = bytesOf(`{"x":${inner},"keep" : 1.0,"y":[${inner}, 2]}`);
        const edits = [
          { path: ["y", 1], value: word },
          { path: ["x"], value: [word] },
        ];
        const both = splice(line, edits);
        const single = edits.reduce((bytes, edit) => {
          const spliced = splice(bytes, [edit]);
          return spliced.ok ? spliced.bytes : bytes;
        }, line);
        expect(both).toEqual({ ok: true, bytes: single });
        expect(slice(single, 0)).toContain('"keep" : 1.0');
      }),
      seeded(500),
    );
  });

  it("with no edits gives the very bytes back", () => {
    const bytes = bytesOf('{"a" : 1.0, "a":12345678901234567890}');
    expect(splice(bytes, [])).toEqual({ ok: true, bytes });
  });

  it("refuses a place that is not there, and changes nothing", () => {
    const edits = [["a"], ["b"], ["a", 0], ["a", "b"]].map((path) => ({ path, value: 1 }));
    expect(splice(bytesOf('{"a":1}'), edits)).toMatchObject({
      ok: false,
      missing: [["b"], ["a", 0], ["a", "b"]],
      overlapping: [],
    });
  });

  it("refuses edits that lie inside one another", () => {
    const edits = [["a"], ["a", "b"], ["c"], ["c"]].map((path) => ({ path, value: 1 }));
    expect(splice(bytesOf('{"a":{"b":1},"c":2}'), edits)).toMatchObject({
      ok: false,
      overlapping: [["a", "b"], ["c"]],
    });
  });

  it("refuses a value that would not read back the same", () => {
    let deep: Json = 1;
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    for (const value of [deep, Number.NaN, { n: -0 }])
      expect(splice(bytesOf('{"a":1}'), [{ path: ["a"], value }])).toMatchObject({
        ok: false,
        unwritable: [expect.any(String)],
      });
  });
});
