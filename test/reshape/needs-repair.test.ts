// Logs of every shape, sound and damaged -> the quick answer whether a repair would change them is that of the repair itself.
import { expect, test } from "vitest";
import { needsRepair } from "../../src/reshape/index.ts";
import { shapes } from "../complexity/shapes.ts";
import { twists } from "../complexity/twists.ts";
import { craft } from "../craft.ts";
import { countingSupply, repaired, sourceOf } from "../damage/repairing.ts";

const sizes = [2, 7];

test.each(twists)("the quick answer holds for logs of every shape, $name", { timeout: 120_000 }, ({ apply }) => {
  let idle = 0;
  for (const { name, write } of shapes)
    for (const size of sizes) {
      const hand = craft();
      write(hand, size);
      const lines = apply(hand.text().split("\n").slice(0, -1));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      const { isIdle } = repaired(bytes);
      expect(needsRepair(sourceOf(bytes), countingSupply()), `${name}, ${size}`).toBe(!isIdle);
      if (isIdle) idle += 1;
    }
  expect(idle).toBeLessThan(shapes.length * sizes.length);
});

test("both answers occur", () => {
  const answers = shapes.map(({ write }) => {
    const hand = craft();
    write(hand, 3);
    return needsRepair(sourceOf(Buffer.from(hand.text())), countingSupply());
  });
  expect(new Set(answers)).toEqual(new Set([true, false]));
});
