// What was found -> a verdict that no finding contradicts, and the commands that help.
import { describe, expect, test } from "vitest";
import { adviceOf, leftOutText, verdictOf } from "../../src/view/index.ts";

const refused = { code: "request-refused", detail: "messages.0: the first message is not the user's" };
const left = { code: "left-out", detail: "the only turn and 12 of 15 entries" };
const copes = { code: "second-root", detail: "" };

describe("the verdict", () => {
  test.each([
    ["nothing", [], "sound", /^Sound: the client can resume it/],
    ["what clients cope with", [copes], "sound", /^Sound: the client can resume it/],
    ["what the API refuses", [refused], "but", /^Sound as a log, but the Messages API would refuse .*\(messages\.0: /],
    ["two of these", [refused, refused], "but", /not the user's, and 1 more\)\.$/],
    ["what is left out", [left], "but", /^Sound as a log, but .* leaves out the only turn and 12 of 15 entries, /],
    ["both", [left, refused], "but", /would refuse .*, and what the client sends on resume leaves out/],
  ] as const)("on a sound log with %s", (...[, findings, kind, says]) => {
    const verdict = verdictOf({ sound: true, findings });
    expect(verdict.kind).toBe(kind);
    expect(verdict.sentence).toMatch(says);
  });

  test("on one with errors is that it is broken, whatever else it has", () => {
    expect(verdictOf({ sound: false, findings: [refused] }).kind).toBe("broken");
  });
});

describe("what to do", () => {
  test.each([
    ["is nothing where clients cope", { findings: [copes] }, []],
    ["is to repair what can be mended", { sound: false, isMendable: true }, ["repair ID"]],
    ["is to look at what cannot", { sound: false }, ["lines ID"]],
    ["is to look at what would be refused", { findings: [refused] }, ["request ID --check"]],
    ["is to repair what would be refused, if that helps", { findings: [refused], isMendable: true }, ["repair ID"]],
    ["is to repair first, and then to see", { findings: [left], isMendable: true, at: "B1.1" }, ["repair ID"]],
    ["is to go on from the branch that was left", { findings: [left], at: "B1.1" }, ["fork ID --at B1.1"]],
  ])("%s", (_, given, commands) => {
    const { sound, findings, ...remedy } = { sound: true, findings: [], isMendable: false, at: undefined, ...given };
    expect(adviceOf({ sound, findings }, { name: "ID", ...remedy }).map(({ words }) => words.join(" "))).toEqual(
      commands,
    );
  });
});

test.each([
  [{ turns: 1, allTurns: 1 }, "the only turn and 12 of 15 entries"],
  [{ turns: 3, allTurns: 3 }, "all 3 turns and 12 of 15 entries"],
  [{ turns: 9, allTurns: 10 }, "9 of 10 turns and 12 of 15 entries"],
])("of %j it is said: %s", (turns, says) => {
  expect(leftOutText({ ...turns, entries: 12, allEntries: 15, line: 2, at: "B1.1" })).toBe(says);
});
