// Thousands of hostile names from seeds -> every form of every command about each session, as on a terminal.
import { expect, test } from "vitest";
import { randomFrom } from "../catalog/random.ts";
import { checkEveryWay, checkOutput } from "../terminal/check-output.ts";
import { changes, listings, looks, mistakes } from "../terminal/command-forms.ts";
import { hostileHome } from "../terminal/hostile-home.ts";
import { everyAttack, hostileName } from "../terminal/hostile-name.ts";

const homes = [11, 12, 13].map((seed) => hostileHome(seed, 20));

test("there are at least 1,000 hostile names", () => {
  expect(homes.reduce((sum, { names }) => sum + names, 0)).toBeGreaterThan(1000);
});

test.each(homes.map((at, index) => [index, at] as const))(
  "listings of home %i, and every form about each of its 20 sessions",
  async (_, at) => {
    for (const form of listings) await checkEveryWay(at, form);
    for (const session of at.sessions) for (const form of looks(session)) await checkOutput(at, form);
  },
);

test("every attack as an argument, in every message about it", async () => {
  const [at] = homes;
  const [session] = at?.sessions ?? [];
  if (at === undefined || session === undefined) throw new Error("there is no session");
  for (const name of everyAttack) for (const form of mistakes(name, session)) await checkOutput(at, form);
});

test("operations on twelve sessions", async () => {
  const at = hostileHome(15, 12);
  const random = randomFrom(16);
  for (const session of at.sessions)
    for (const form of changes(session, hostileName(random, "json"))) await checkOutput(at, form);
});
