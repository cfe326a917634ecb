// A folder of real logs, named by CLEW_CORPUS -> the share of lines the schema takes, and of changed lines it refuses.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { findDrift, fits } from "../../src/format/drift.ts";
import type { Json } from "../../src/format/json.ts";
import { toJsonSchema } from "../../src/format/json-schema.ts";
import { entryShape } from "../../src/format/schema/entries.ts";
import { describedPlaces, isTold, ofAnotherType, parseJson, withValueAt } from "../schema-places.ts";

const corpus = process.env["CLEW_CORPUS"];
if (corpus === undefined || corpus === "") {
  throw new Error("CLEW_CORPUS is not set: name a folder of session logs (*.jsonl) to check the schema against");
}
/** A config home also holds these, which are no session logs. */
const others = ["history.jsonl", "resume-head.jsonl"];
const files = readdirSync(corpus, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".jsonl") && !others.includes(basename(name)))
  .sort();
if (files.length === 0) throw new Error(`CLEW_CORPUS holds no *.jsonl file: ${corpus}`);

function parsed(line: string): Json | undefined {
  try {
    return parseJson(line);
  } catch (error) {
    // Damaged lines are the reader's matter; whatever else went wrong is not.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const lines = files.flatMap((name) =>
  readFileSync(join(corpus, name), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => parsed(line) ?? []),
);
const validate = new Ajv2020({ strict: false }).compile(toJsonSchema(entryShape));

/** A small generator with a fixed seed: the same corpus gives the same lines. */
function* picks(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe("the corpus", () => {
  test("has lines, and at least 99.9 % of them fit the published schema", () => {
    expect(lines.length).toBeGreaterThan(0);
    const refused = lines.filter((line) => !validate(line));
    const share = (100 * (lines.length - refused.length)) / lines.length;
    const reasons = refused
      .slice(0, 20)
      .map((line) => findDrift(entryShape, line).find(({ kind }) => kind === "wrong-type" || kind === "unknown-type"));
    process.stdout.write(`${share.toFixed(3)} % of ${lines.length} lines in ${files.length} files fit the schema
`);
    expect(share, JSON.stringify(reasons)).toBeGreaterThanOrEqual(99.9);
  });

  test("has no line on which fits and the JSON Schema disagree", () => {
    expect(lines.filter((line) => fits(entryShape, line) !== validate(line))).toEqual([]);
  });

  test("has 1,000 of 1,000 lines refused once the type of one described field is changed", () => {
    const accepted: string[] = [];
    const random = picks(20260101);
    const next = (below: number): number => Math.floor((random.next().value ?? 0) * below);
    for (let made = 0; made < 1000;) {
      const line = lines[next(lines.length)];
      const places = line === undefined ? [] : describedPlaces(entryShape, line).filter(isTold);
      const place = places[next(places.length)];
      if (line === undefined || place === undefined) continue;
      made += 1;
      if (validate(withValueAt(line, place.path, ofAnotherType(place.value)))) accepted.push(place.label);
    }
    expect(accepted).toEqual([]);
  });
});
