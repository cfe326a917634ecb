// Lines that say more than the shapes know -> drift names the place, the kind and nothing below it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findDrift, fits } from "../src/format/drift.ts";
import type { Json, JsonObject } from "../src/format/json.ts";
import { entryShape } from "../src/format/schema/entries.ts";
import { handMadeLines } from "./schema-lines.ts";
import { describedPlaces, parseJson, withValueAt } from "./schema-places.ts";

const chain = { uuid: "u", timestamp: "t" };
const user = (fields: JsonObject): JsonObject => ({
  ...chain,
  type: "user",
  message: { role: "user", content: "x" },
  ...fields,
});
const reply = (message: JsonObject): JsonObject => ({
  ...chain,
  type: "assistant",
  message: { role: "assistant", content: [], ...message },
});

const cases: readonly (readonly [line: Json, drift: readonly string[]])[] = [
  [user({}), []],
  [{ type: "brand-new", x: { y: 1 } }, ["unknown-type brand-new: type not known"]],
  [{ uuid: "u" }, ["wrong-type ?.type: expected string, found nothing"]],
  ["text", ["wrong-type ?: expected object, found string"]],
  [user({ novel: { deep: { deeper: 1 } } }), ["unknown-field user.novel: object"]],
  [user({ isMeta: "yes" }), ["wrong-type user.isMeta: expected boolean, found string"]],
  [user({ parentUuid: 7 }), ["wrong-type user.parentUuid: expected string or null, found number"]],
  [{ ...user({}), uuid: null }, ["wrong-type user.uuid: expected string, found null"]],
  [{ type: "user", uuid: "u", timestamp: "t" }, ["wrong-type user.message: expected object, found nothing"]],
  [reply({ usage: { new_thing: 1 } }), ["unknown-field assistant.message.usage.new_thing: number"]],
  [
    reply({ content: [{ type: "text", text: "t", novel: [] }] }),
    ["unknown-field assistant.message.content[](text).novel: array"],
  ],
  [
    reply({ content: [{ type: "novel", text: 7 }] }),
    ["unknown-variant assistant.message.content[](novel): type not known"],
  ],
  [
    user({ toolUseResult: { stdout: 7, stderr: "" } }),
    ["wrong-type user.toolUseResult.stdout: expected string, found number"],
  ],
  [
    user({ toolUseResult: { structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [7] }] } }),
    ["wrong-type user.toolUseResult.structuredPatch[].lines[]: expected string, found number"],
  ],
  [
    { ...chain, type: "attachment", attachment: { type: "plan_mode", foo: [1] } },
    ["unknown-field attachment(plan_mode).attachment.foo: array"],
  ],
  [
    { ...chain, type: "attachment", attachment: { type: "novel", foo: [1] } },
    ["unknown-variant attachment(novel).attachment: type not known"],
  ],
  [
    { ...chain, type: "system", subtype: "turn_duration", durationMs: "long" },
    ["wrong-type system(turn_duration).durationMs: expected number, found string"],
  ],
  [
    { ...chain, type: "system", subtype: "novel", durationMs: 1, level: 2 },
    [
      "unknown-variant system(novel): subtype not known",
      "wrong-type system(novel).level: expected string, found number",
    ],
  ],
  [{ ...chain, type: "system", content: "c", novel: 1 }, ["unknown-field system.novel: number"]],
  [
    {
      type: "file-history-snapshot",
      snapshot: { trackedFileBackups: { "/a": { version: "1" }, "/b": { novel: true } } },
    },
    [
      "wrong-type file-history-snapshot.snapshot.trackedFileBackups.*.version: expected number, found string",
      "unknown-field file-history-snapshot.snapshot.trackedFileBackups.*.novel: boolean",
    ],
  ],
  [{ type: "toString" }, ["unknown-type toString: type not known"]],
];

describe("findDrift", () => {
  test.each(cases.map(([line, drift]) => [JSON.stringify(line), line, drift] as const))(
    "names what is new or wrong in %s",
    (_, line, drift) => {
      expect(findDrift(entryShape, line).map(({ kind, path, detail }) => `${kind} ${path}: ${detail}`)).toEqual(drift);
    },
  );

  test("finds nothing in the hand-made lines but the result a workflow keeps", () => {
    const found = handMadeLines.flatMap((line) => findDrift(entryShape, line)).map(({ path }) => path);
    expect(found).toEqual(["result.result"]);
  });

  test("keeps names that are data short", () => {
    const [found] = findDrift(entryShape, { type: "mode", ["x".repeat(5000)]: 1 });
    expect(found?.path.length).toBeLessThan(100);
  });

  test("does not look below a field it does not know", () => {
    const deep = Array.from({ length: 5000 }).reduce<Json>((inside) => ({ inside }), 1);
    expect(findDrift(entryShape, { type: "mode", deep })).toHaveLength(1);
  });

  test("treats a field named __proto__ as data", () => {
    const line = parseJson('{"type":"mode","__proto__":{"mode":7}}');
    expect(findDrift(entryShape, line).map(({ path }) => path)).toEqual(["mode.__proto__"]);
  });

  test("finds a wrong or unknown type exactly when the value does not fit", () => {
    const anyJson = fc.json({ maxDepth: 2 }).map(parseJson);
    fc.assert(
      fc.property(fc.constantFrom(...handMadeLines), fc.nat(), anyJson, (line, at, put) => {
        const places = describedPlaces(entryShape, line);
        const place = places[at % places.length];
        const changed = place === undefined ? line : withValueAt(line, place.path, put);
        const wrong = findDrift(entryShape, changed).some(
          ({ kind }) => kind === "wrong-type" || kind === "unknown-type",
        );
        expect(wrong).toBe(!fits(entryShape, changed));
      }),
      { numRuns: 500 },
    );
  });
});
