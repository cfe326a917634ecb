// Bombs by the hundred, each in a process with a small heap: none ends a command, and memory stays bounded.
import { expect, test } from "vitest";
import { bombGroup } from "../files/bomb-group.ts";
import { kindCount } from "../files/bombs.ts";

const groups = Array.from({ length: 12 }, (_, group) => 100 + group * kindCount);

test.each(groups)(`${kindCount} bombs from seed %i on are harmless`, async (first) => {
  const all = Array.from({ length: kindCount }, (_, at) => first + at);
  const { seeds, wrong, maxRssMb } = await bombGroup(all);
  expect([seeds, wrong]).toEqual([all, []]);
  expect(maxRssMb).toBeLessThan(600);
});
