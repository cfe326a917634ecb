// Growing logs, each twisted and given to a command -> CPU time and memory that grow no faster than the log.
import { afterAll, describe, expect, test } from "vitest";
import { type Growth, isMeasured, isTooSteep, startGrower } from "../complexity/growth.ts";
import { membersFrom } from "./members.ts";

const seed = Number(process.env["CLEW_SEED"] ?? 20_261_118);
/** The first of 200, which take five minutes: `CLEW_MEMBERS=200` tries all. */
const count = Number(process.env["CLEW_MEMBERS"] ?? 60);
const sizes = { first: 500, most: 512_000, mostMb: 3 };

/** Memory in use may be this many times the log, and this much more for what does not depend on it. */
const isTooLarge = ({ twice: { peakMb, sizeMb } }: Growth): boolean => peakMb > 60 + 30 * sizeMb;

describe(`CPU time and memory grow no faster than the log (seed ${seed}):`, () => {
  const grower = startGrower();
  afterAll(grower.close);
  const growths: Growth[] = [];

  test.each(membersFrom(seed, count))("$command: $shape, $twist", { timeout: 300_000 }, async (member) => {
    const growth = await grower.growthOf(member, sizes);
    growths.push(growth);
    expect(growth).not.toSatisfy(isTooSteep);
    expect(growth).not.toSatisfy(isTooLarge);
  });

  test("most members take long enough for their growth to be measured", () => {
    expect(growths.filter(isMeasured).length).toBeGreaterThan(growths.length / 2);
  });
});
