// Two hundred thousand hostile lines -> no breach of the law.
import { expect, it } from "vitest";
import { fuzz } from "../scan/fuzz.ts";
import { freshKernel } from "../scan/kernel.ts";

const seeds = Array.from({ length: 21 }, (_, index) => 100 + index);

it.each(seeds)("the kernel reads ten thousand hostile lines as the reference does, seed %i", (seed) => {
  const { breach, log, lines, good } = fuzz(freshKernel(), seed, 10_000);
  expect({ breach, log }).toEqual({ breach: undefined, log: "" });
  expect(good).toBeGreaterThan(lines / 5);
});
