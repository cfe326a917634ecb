// Lines that were moved away, and messages that stand amid calls -> where they were written, and the request of the sound log again.
import { describe, expect, test } from "vitest";
import { type Craft, call, craft, sessionId, text } from "../craft.ts";
import { repaired } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";
import { type Row, bytesOf, checkMended, rowsOf } from "./repair-rows.ts";

describe("a block of lines that was moved to the end goes back to where its times say", () => {
  /** Turns a minute apart. */
  const turns = (): readonly Row[] => {
    const made = craft();
    for (const [index, name] of ["one", "two", "three"].entries()) {
      made.prompt(`${name}?`);
      made.reply([call(`t${index}`)], { messageId: `m${index}` });
      made.result(`t${index}`);
      made.reply([text(name)], { messageId: `n${index}` });
    }
    return rowsOf(made).map((row, index) => ({
      ...row,
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, index >> 2, index & 3)).toISOString(),
    }));
  };
  const rows = turns();
  const moved = (from: number, to: number): readonly Row[] => [
    ...rows.slice(0, from),
    ...rows.slice(to),
    ...rows.slice(from, to),
  ];
  test.each([
    ["a whole turn", moved(4, 8)],
    ["a call and its result", moved(5, 7)],
    ["a call", moved(5, 6)],
  ])("%s", (_, damaged) => checkMended(damaged, rows));

  const clocked = (made: Craft): readonly Row[] =>
    rowsOf(made).map((row, index) => ({ ...row, timestamp: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString() }));

  test("also where a branch that was left stands at the end with what it hangs on", () => {
    const made = craft();
    for (const name of ["one", "two", "left", "left too"]) {
      made.prompt(name);
      made.reply([text(`${name}!`)], { uuid: name });
    }
    made.prompt("three", { parentUuid: "two" });
    made.reply([text("three!")]);
    made.prompt("four");
    made.reply([text("four!")]);
    const live = clocked(made);
    checkMended([...live.slice(0, 2), ...live.slice(6), ...live.slice(2, 6)], live);
  });

  test("also where one of its calls hung on a line that was never there", () => {
    const made = craft();
    made.prompt("Look");
    made.reply([call("t1")], { messageId: "m1", uuid: "use" });
    made.reply([call("t2")], { messageId: "m1", parentUuid: "never" });
    made.result("t2");
    made.result("t1", { parentUuid: "use" });
    made.reply([text("Seen")], { messageId: "m2" });
    const rows = clocked(made);
    checkMended([...rows.slice(0, 1), ...rows.slice(4), ...rows.slice(1, 4)], rows);
  });
});

describe("messages in the midst of calls that were made at once", () => {
  const calls = (intruder: "none" | "user" | "assistant"): readonly Row[] => {
    const made = craft();
    made.prompt("Look at both");
    made.reply([call("t1")], { messageId: "m1" });
    if (intruder === "user") made.prompt("And hurry");
    if (intruder === "assistant") made.reply([text("Wait.")], { messageId: "m9" });
    made.reply([call("t2")], { messageId: "m1" });
    made.result("t1");
    made.result("t2");
    if (intruder === "none") made.prompt("And hurry");
    made.reply([text("Both are empty.")], { messageId: "m2" });
    return rowsOf(made);
  };
  const resultsIn = (rows: readonly Row[] | Uint8Array): string =>
    JSON.stringify(requestOf(rows instanceof Uint8Array ? rows : bytesOf(rows)));

  test.each(["user", "assistant"] as const)("of the %s hang behind the results, and both are sent", (who) => {
    expect(resultsIn(calls(who))).toContain("Tool result missing");
    const { bytes, plan } = repaired(bytesOf(calls(who)), "main", sessionId);
    expect(plan.steps.map(({ code }) => code)).toEqual(["amid-calls"]);
    expect(resultsIn(bytes)).not.toContain("Tool result missing");
    expect(resultsIn(bytes)).toContain(who === "user" ? "And hurry" : "Wait.");
    expect(repaired(bytes, "main", sessionId).isIdle).toBe(true);
  });

  test("are sent as if they had been said behind the results", () => checkMended(calls("user"), calls("none")));
});
