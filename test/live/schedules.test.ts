// Sixteen schedules of cuts, replacements, moves and losses -> every line told once, in order; the long suite plays five hundred.
import { test } from "vitest";
import { checkSchedule } from "./schedule.ts";

const seeds = Array.from({ length: 8 }, (_, seed) => seed);

test("eight schedules miss no line and repeat none while files are held open", () => {
  for (const seed of seeds) checkSchedule(seed, "all-held");
});

test("eight schedules miss no line and repeat none while inodes are used again", () => {
  for (const seed of seeds) checkSchedule(1000 + seed, "few-held");
});
