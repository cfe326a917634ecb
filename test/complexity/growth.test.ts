// Logs that are made to hold a command up -> CPU time that grows as the log does, not as its square.
import { afterAll, describe, expect, test } from "vitest";
import { isTooSteep, startGrower } from "./growth.ts";

const asWritten = "as written";

/** The log, the command, the first size, the largest. */
const cases: readonly (readonly [string, string, number, number])[] = [
  ["objects that are never closed", "doctor", 20_000, 160_000],
  ["objects in arrays that are never closed", "repair", 20_000, 160_000],
  ["beginnings of entries that nest in one line", "doctor", 2000, 16_000],
  ["two tangled entries", "repair", 10_000, 80_000],
  ["lines with one uuid", "doctor", 1000, 8000],
  ["links of a chain without its root", "doctor", 1000, 8000],
  ["entries that are their own parent", "doctor", 1000, 8000],
  ["branches at one entry", "doctor", 1000, 8000],
  ["entries of unknown types that are linked", "repair", 1000, 8000],
  ["results without call", "repair", 1000, 8000],
  ["calls with one id in one line", "repair", 500, 4000],
];

describe("CPU time grows no faster than the log:", () => {
  const grower = startGrower();
  afterAll(grower.close);

  test.each(cases)("%s, %s", { timeout: 120_000 }, async (shape, command, ...[first, most]) => {
    const growth = await grower.growthOf({ shape, twist: asWritten, command }, { first, most });
    expect(growth).not.toSatisfy(isTooSteep);
  });
});
