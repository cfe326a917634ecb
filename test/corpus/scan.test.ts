// A folder of real logs, named by CLEW_CORPUS -> scan equals reference on every file, whole and as it grew.
import { describe, expect, test } from "vitest";
import { packDigest } from "../../src/graph/index.ts";
import { chanceOf } from "../scan/chance.ts";
import { freshKernel } from "../scan/kernel.ts";
import { breachOfDigest, breachOfLines } from "../scan/law.ts";
import { digestOf } from "../../src/store/scan/reference.ts";
import { corpusFiles, say } from "./files.ts";

const files = corpusFiles();

describe("each log of the corpus", () => {
  test.each(files)("$name gives the same digest by scan and by reference, in any pieces", ({ name, bytes }) => {
    expect(breachOfDigest(freshKernel(), bytes, chanceOf(name.length))).toBeUndefined();
    expect(packDigest(digestOf([bytes])).length).toBeGreaterThan(0);
  });

  test("is read mostly by the kernel alone", () => {
    const kernel = freshKernel();
    let good = 0;
    let lines = 0;
    for (const { name, bytes } of files) {
      const read = breachOfLines(kernel, bytes);
      expect({ name, breach: read.breach }).toEqual({ name, breach: undefined });
      good += read.good;
      lines += digestOf([bytes]).lines;
    }
    say(`${good} of ${lines} lines read by the kernel alone`);
    expect(good / lines).toBeGreaterThan(0.9);
  });
});
