// Five hundred schedules of partial lines, cuts, replacements, moves, losses, NULs and modes -> nothing missed, nothing told twice.
import { test } from "vitest";
import { checkSchedule } from "../live/schedule.ts";

const groups = Array.from({ length: 5 }, (_, group) => group);

test.each(groups)("fifty schedules of group %i miss no line and repeat none while files are held open", (group) => {
  for (let seed = 0; seed < 50; seed += 1) checkSchedule(10_000 + group * 50 + seed, "all-held", 80);
});

test.each(groups)("fifty schedules of group %i miss no line and repeat none while inodes are used again", (group) => {
  for (let seed = 0; seed < 50; seed += 1) checkSchedule(20_000 + group * 50 + seed, "few-held", 80);
});
