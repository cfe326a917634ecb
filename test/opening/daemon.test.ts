// A home with special files and links -> the daemon answers for every session, whatever is in its folders.
import { expect, test } from "vitest";
import { askDaemon } from "./ask-daemon.ts";

test(
  "special files and links in a home hang no route of the daemon and lead nowhere",
  { timeout: 900_000 },
  async () => {
    expect(await askDaemon(11)).toEqual({ attacks: 19, problems: [] });
  },
);
