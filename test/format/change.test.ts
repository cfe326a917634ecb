// Laws of changes: the line parses to the same edit of its value, and no byte outside the edited places differs.
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Change, type Json, type Path, applyChanges, isArray, isObject } from "../../src/format/index.ts";
import { bytesOf, seeded } from "../craft.ts";
import { parseJson } from "../schema-places.ts";
import { spelledJson, words } from "./spelling.ts";

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

function changed(line: string, ...changes: readonly Change[]): string {
  const result = applyChanges(bytesOf(line), changes);
  expect(result).toMatchObject({ ok: true });
  return result.ok ? textOf(result.bytes) : "";
}

/** The same edit on the parsed value; indexes are those of the value as it was. */
function edited(value: Json, changes: readonly Change[]): Json {
  const here = changes.findLast(({ path }) => path.length === 0);
  if (here?.op === "set") return here.value;
  const asked = (step: string | number): readonly Change[] =>
    changes.flatMap((change) => (change.path[0] === step ? [{ ...change, path: change.path.slice(1) }] : []));
  const isGone = (step: string | number): boolean =>
    asked(step).findLast(({ path }) => path.length === 0)?.op === "remove";
  if (isArray(value)) return value.flatMap((item, index) => (isGone(index) ? [] : [edited(item, asked(index))]));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, item]) =>
    isGone(key) ? [] : [[key, edited(item, asked(key))] as const],
  );
  const added = new Map<string, Json>();
  for (const change of changes) {
    const [key] = change.path;
    if (typeof key === "string" && change.path.length === 1 && !Object.hasOwn(value, key) && change.op === "set")
      if (!isGone(key)) added.set(key, change.value);
  }
  return Object.fromEntries([...kept, ...added]);
}

/** Keys in any order: a number-like key moves to the front when it is parsed. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_, item: Json) =>
    isObject(item) ? Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)) : item,
  );

function pathsOf(value: Json): readonly Path[] {
  const below = (key: string | number, item: Json): readonly Path[] => pathsOf(item).map((path) => [key, ...path]);
  if (isArray(value)) return [[], ...value.flatMap((item, index) => below(index, item))];
  return isObject(value) ? [[], ...Object.entries(value).flatMap(([key, item]) => below(key, item))] : [[]];
}

const isInside = (path: Path, other: Path): boolean =>
  path.length > other.length && other.every((step, depth) => step === path[depth]);

/** Changes of places that exist, and new members of objects that do; none inside another. */
const asks = fc.array(
  fc.record({
    at: fc.nat(),
    op: fc.constantFrom("set" as const, "remove" as const, "add" as const),
    key: words,
    value: words,
  }),
  { minLength: 1, maxLength: 5 },
);

function changesFor(value: Json, wanted: typeof asks extends fc.Arbitrary<infer T> ? T : never): readonly Change[] {
  const paths = pathsOf(value);
  const changes: Change[] = [];
  for (const { at, op, key, value: word } of wanted) {
    const path = paths[at % paths.length] ?? [];
    const holder = path.reduce<Json | undefined>(
      (held, step) => (isArray(held) ? held[Number(step)] : isObject(held) ? held[String(step)] : undefined),
      value,
    );
    if (op === "remove" && path.length > 0) changes.push({ op, path });
    if (op === "set") changes.push({ op, path, value: word });
    if (op === "add" && isObject(holder)) changes.push({ op: "set", path: [...path, key], value: [word] });
  }
  return changes.filter(
    ({ path }) => !changes.some((other) => isInside(path, other.path) || isInside(other.path, path)),
  );
}

describe("changes", () => {
  it("make the line parse to the same edit of its value", () => {
    let made = 0;
    fc.assert(
      fc.property(fc.constantFrom("", "\ufeff", " \t"), spelledJson, asks, (front, line, wanted) => {
        const value = parseJson(line);
        const changes = changesFor(value, wanted);
        made += changes.length;
        const result = changed(`${front}${line}`, ...changes);
        expect(canonical(parseJson(result.replace(/^\ufeff/, "")))).toBe(canonical(edited(value, changes)));
        expect(result.startsWith(front)).toBe(true);
      }),
      seeded(3000),
    );
    expect(made).toBeGreaterThan(3000);
  });

  it("leave every other byte as it is", () => {
    const line = '\ufeff { "n" : 12345678901234567890 , "a":1.0,"a" : 2 ,"s":"\\ud83d \u2028","o":{"x":[1, 2 ,3]} }\r';
    expect(changed(line, { op: "set", path: ["n"], value: 1 })).toBe(line.replace("12345678901234567890", "1"));
    expect(changed(line, { op: "set", path: ["a"], value: 3 })).toBe(line.replace(': 2 ,"s', ': 3 ,"s'));
    expect(changed(line, { op: "remove", path: ["o", "x", 1] })).toBe(line.replace("2 ,3", "3"));
    expect(changed(line, { op: "remove", path: ["o", "x", 2] })).toBe(line.replace(" ,3]", "]"));
    expect(changed(line, { op: "remove", path: ["nothing", "here"] })).toBe(line);
    expect(changed(line, { op: "set", path: ["o", "y"], value: "\ud83d" })).toBe(
      line.replace(" ,3]", ' ,3],"y":"\\ud83d"'),
    );
  });

  it("take a repeated key away in all its copies, and set the one that counts", () => {
    const line = '{"a":1,"b":0,"\\u0061":2,"a":3}';
    expect(changed(line, { op: "remove", path: ["a"] })).toBe('{"b":0}');
    expect(changed(line, { op: "set", path: ["a"], value: 9 })).toBe('{"a":1,"b":0,"\\u0061":2,"a":9}');
    expect(changed('{"a":1,"a":2}', { op: "remove", path: ["a"] }, { op: "set", path: ["c"], value: 1 })).toBe(
      '{"c":1}',
    );
  });

  it("count by their last word where one place is changed twice", () => {
    expect(changed('{"a":1}', { op: "set", path: ["a"], value: 2 }, { op: "remove", path: ["a"] })).toBe("{}");
    expect(changed('{"a":1}', { op: "remove", path: ["a"] }, { op: "set", path: ["a"], value: 2 })).toBe('{"a":2}');
  });
});

describe("changes are refused as data, and nothing is changed,", () => {
  const cases: readonly (readonly [string, readonly Change[], object])[] = [
    ["where the holder is missing", [{ op: "set", path: ["b", "c"], value: 1 }], { missing: [["b", "c"]] }],
    ["where the holder is a scalar", [{ op: "set", path: ["a", "c"], value: 1 }], { missing: [["a", "c"]] }],
    ["where an array is too short", [{ op: "set", path: ["l", 7], value: 1 }], { missing: [["l", 7]] }],
    ["where a name meets an array", [{ op: "set", path: ["l", "x"], value: 1 }], { missing: [["l", "x"]] }],
    [
      "where one lies inside another",
      [
        { op: "remove", path: ["l"] },
        { op: "set", path: ["l", 0], value: 1 },
      ],
      { overlapping: [["l"]] },
    ],
    [
      "where a value cannot be written",
      [{ op: "set", path: ["a"], value: Number.NaN }],
      { unwritable: [": NaN cannot be written"] },
    ],
  ];
  test.each(cases)("%s", (_, changes, refusal) => {
    expect(applyChanges(bytesOf('{"a":1,"l":[1,2]}'), changes)).toMatchObject({ ok: false, ...refusal });
  });
});
