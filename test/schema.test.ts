// Every entry type in, by hand and by machine -> the published schema takes it, and refuses it with one type changed.
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fits } from "../src/format/drift.ts";
import { type Json, isArray, isObject, stringField } from "../src/format/json.ts";
import { toJsonSchema } from "../src/format/json-schema.ts";
import { type UserEntry, entryShape, knownEntryTypes } from "../src/format/schema/entries.ts";
import { type Shape, union } from "../src/format/shape.ts";
import { handMadeLines } from "./schema-lines.ts";
import { type Place, describedPlaces, isTold, ofAnotherType, parseJson, sample, withValueAt } from "./schema-places.ts";

const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(
  toJsonSchema(entryShape),
);

const types = Object.entries(entryShape.of);
/** More than the longest list of kinds, so that each is sampled, with room for the options inside. */
const picks = Array.from({ length: 120 }, (_, pick) => pick);
const sampleEntry = (type: string, pick: number): Json => {
  const made = sample(union(...types.filter(([name]) => name === type).map(([, of]) => of)), pick);
  return isObject(made) ? { ...made, type } : made;
};

describe("the published schema", () => {
  test.each(handMadeLines.map((line) => [JSON.stringify(line).slice(0, 100), line] as const))(
    "takes the line %s",
    (_, line) => {
      expect(validate(line), JSON.stringify(validate.errors)).toBe(true);
      expect(fits(entryShape, line)).toBe(true);
    },
  );

  test("has a hand-made line for each entry type", () => {
    const made = new Set(handMadeLines.map((line) => line["type"]));
    expect(knownEntryTypes.filter((type) => !made.has(type))).toEqual([]);
  });

  test("refuses a type it does not know, and lines that are no object", () => {
    for (const line of [{ type: "brand-new" }, {}, { type: 7 }, [], "user", 7, null]) {
      expect(validate(line)).toBe(false);
      expect(fits(entryShape, line)).toBe(false);
    }
  });

  test("takes unknown fields, blocks, attachments, progress and system subtypes", () => {
    const chain = { uuid: "u", timestamp: "t", parentUuid: null, novel: { deep: [1] } };
    const lines: readonly Json[] = [
      { ...chain, type: "user", message: { role: "user", content: [{ type: "novel", x: 1 }], novel: 1 } },
      { ...chain, type: "attachment", attachment: { type: "novel", content: 7 } },
      { ...chain, type: "progress", data: { type: "novel", output: 7 } },
      { ...chain, type: "system", subtype: "novel", durationMs: "long" },
    ];
    for (const line of lines) expect(validate(line), JSON.stringify(line)).toBe(true);
  });

  test("checks what an unknown system subtype shares with the known ones", () => {
    expect(validate({ type: "system", subtype: "novel", uuid: 7, timestamp: "t" })).toBe(false);
    expect(validate({ type: "system", uuid: "u", timestamp: "t", content: 7 })).toBe(false);
  });

  test("tells a tool's object from an empty array, an array of objects and a bare number", () => {
    const line = (toolUseResult: Json): Json => ({
      type: "user",
      uuid: "u",
      timestamp: "t",
      message: { role: "user", content: "x" },
      toolUseResult,
    });
    expect(validate(line({ stdout: "", stderr: "", interrupted: false }))).toBe(true);
    for (const wrong of [[], [{ stdout: "" }], [{ type: "create", filePath: "a" }], 7, null, true]) {
      expect(validate(line(wrong)), JSON.stringify(wrong)).toBe(false);
    }
  });

  test("is one static type: an entry that compiles also validates", () => {
    const entry: UserEntry = {
      type: "user",
      uuid: "u",
      timestamp: "2026-01-01T00:00:00.000Z",
      parentUuid: null,
      message: { role: "user", content: [{ type: "text", text: "hello" }] },
    };
    expect(validate(entry)).toBe(true);
  });
});

describe("a changed type", () => {
  const kindOf = (value: Json): string => (value === null ? "null" : isArray(value) ? "array" : typeof value);
  /** An MCP tool may answer with an array or an object, a server's search with hits or an error: both are right. */
  const mayBeEither = ({ label, value }: Place): boolean =>
    (label.endsWith("toolUseResult") && isArray(value)) ||
    (label.endsWith("(web_search_tool_result).content") && isObject(value));

  test.each(types.map(([type]) => type))("in any described field of %s is refused", (type) => {
    const seen = new Set<string>();
    const accepted: string[] = [];
    for (const pick of picks) {
      const line = sampleEntry(type, pick);
      expect(fits(entryShape, line)).toBe(true);
      for (const place of describedPlaces(entryShape, line)) {
        const key = `${place.label} ${kindOf(place.value)}`;
        if (seen.has(key) || !isTold(place) || mayBeEither(place)) continue;
        seen.add(key);
        const changed = withValueAt(line, place.path, ofAnotherType(place.value));
        if (fits(entryShape, changed) || validate(changed)) accepted.push(key);
      }
    }
    expect(seen.size).toBeGreaterThan(0);
    expect(accepted).toEqual([]);
  });
});

describe("a changed type, looked for without the shapes", () => {
  /** What belongs to a tool or a workflow, the one nullable number, and the two fields that may be array or object. */
  const free = [
    /\.input\./,
    /\.input_schema\./,
    /^result\.result/,
    /\.exitCode$/,
    /^user\.toolUseResult\[\]$/,
    /^assistant\.message\.content\.0\.content$/,
  ];

  function everyPlace(value: Json, path: readonly (string | number)[]): readonly (readonly (string | number)[])[] {
    const below = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    return below.flatMap(([key, item]) => [[...path, key], ...everyPlace(item, [...path, key])]);
  }
  const valueAt = (value: Json | undefined, key: string | number): Json | undefined =>
    isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;

  test("anywhere in a hand-made line is refused", () => {
    const accepted = handMadeLines.flatMap((line) =>
      everyPlace(line, []).flatMap((path) => {
        const value = path.reduce<Json | undefined>(valueAt, line) ?? null;
        const name = `${[stringField(line, "type"), ...path].join(".")}${isArray(value) ? "[]" : ""}`;
        const changed = withValueAt(line, path, ofAnotherType(value));
        return validate(changed) && !free.some((pattern) => pattern.test(name)) ? [name] : [];
      }),
    );
    expect(accepted).toEqual([]);
  });
});

describe("fits", () => {
  const anyEntry = fc
    .tuple(fc.constantFrom(...types.map(([type]) => type)), fc.nat(600))
    .map(([type, pick]) => sampleEntry(type, pick));
  const anyJson = fc.json({ maxDepth: 2 }).map(parseJson);

  test("gives the answer of the JSON Schema when any described place holds any value", () => {
    fc.assert(
      fc.property(anyEntry, fc.nat(), anyJson, (line, at, put) => {
        const places = describedPlaces(entryShape, line);
        const place = places[at % places.length];
        const changed = place === undefined ? line : withValueAt(line, place.path, put);
        expect(fits(entryShape, changed)).toBe(validate(changed));
      }),
      { numRuns: 400 },
    );
  });

  test("gives the answer of the JSON Schema when a described field is missing", () => {
    fc.assert(
      fc.property(anyEntry, fc.nat(), (line, at) => {
        const names = isObject(line) ? Object.keys(line) : [];
        const gone = names[at % names.length];
        const less = isObject(line) ? Object.fromEntries(Object.entries(line).filter(([name]) => name !== gone)) : line;
        expect(fits(entryShape, less)).toBe(validate(less));
      }),
      { numRuns: 200 },
    );
  });

  test("gives the answer of the JSON Schema for shapes with tuples, literals and records", () => {
    const shape: Shape = {
      kind: "object",
      fields: {
        pair: { kind: "tuple", of: [{ kind: "string" }, { kind: "number" }] },
        word: { kind: "literal", value: "yes" },
        map: { kind: "record", of: { kind: "array", of: { kind: "boolean" }, atLeast: 1 } },
      },
    };
    const check = new Ajv2020({ strict: false }).compile(toJsonSchema(shape));
    const right = { pair: ["a", 1], word: "yes", map: { k: [true] } };
    expect(fits(shape, right) && check(right)).toBe(true);
    const wrong = [{ pair: ["a"] }, { pair: ["a", 1, 2] }, { pair: [1, "a"] }, { word: "no" }, { map: { k: [] } }];
    for (const change of wrong) {
      expect(fits(shape, { ...right, ...change })).toBe(false);
      expect(check({ ...right, ...change })).toBe(false);
    }
  });
});
