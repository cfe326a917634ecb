// Special files and links at every place of a home x commands -> each command ends, reads nothing outside, and lists the rest.
import { expect, test } from "vitest";
import { scratchFolder } from "../cli/tree.ts";
import { runAttacks } from "./run-attacks.ts";

test(
  "220 special files and links in a home hang no command, hide no session and lead nowhere",
  { timeout: 900_000 },
  async () => {
    const tried = await runAttacks({ seed: 15, pairs: 220, perPair: 2 }, scratchFolder());
    expect(tried).toEqual({ attacks: 220, problems: [] });
  },
);
