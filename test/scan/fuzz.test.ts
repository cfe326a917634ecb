// A few thousand hostile lines -> no breach of the law; the long suite does the same with many more.
import { expect, it } from "vitest";
import { chanceOf } from "./chance.ts";
import { fuzz } from "./fuzz.ts";
import { lineOf } from "./hostile-lines.ts";
import { freshKernel } from "./kernel.ts";

it.each([1, 2, 3])("the kernel reads hostile lines as the reference does, seed %i", (seed) => {
  const { breach, log, lines, good } = fuzz(freshKernel(), seed, 1200);
  expect({ breach, log }).toEqual({ breach: undefined, log: "" });
  // Or the comparison would be one of the reference with itself.
  expect(good).toBeGreaterThan(lines / 5);
});

it("hostile lines are good, damaged and blank", () => {
  const chance = chanceOf(7);
  const lines = Array.from({ length: 500 }, () => lineOf(chance));
  const isJson = (line: string): boolean => {
    try {
      JSON.parse(line);
      return true;
    } catch (error) {
      return !(error instanceof SyntaxError);
    }
  };
  const good = lines.filter(isJson).length;
  expect(good).toBeGreaterThan(300);
  expect(good).toBeLessThan(490);
});
