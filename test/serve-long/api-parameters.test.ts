// Every hostile value in every parameter of every GET route; a sample of these is in the fast tests.
import { expect, test } from "vitest";
import { tryGetRoutes } from "../serve/hostile-requests.ts";

test("every GET route takes every hostile value calmly, and leaves no trace on the disk", async () => {
  expect(await tryGetRoutes(1)).toBeGreaterThan(2000);
}, 900_000);
