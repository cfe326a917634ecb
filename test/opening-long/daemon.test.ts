// A home with every special file and link at every place of a session -> the daemon answers for all of them.
import { expect, test } from "vitest";
import { askDaemon } from "../opening/ask-daemon.ts";

test("200 special files and links in a home hang no route of the daemon and lead nowhere", async () => {
  const { attacks, problems } = await askDaemon(1);
  expect(problems).toEqual([]);
  expect(attacks).toBeGreaterThanOrEqual(200);
});
