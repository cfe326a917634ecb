// Times of the future, limits without a number and words without end -> a status all the same, of a sensible size.
import { expect, test } from "vitest";
import { answer, apiError, call, prompt, result, says, statusIn } from "./status-case.ts";

test("what a client says it said in the future is as old as its log", () => {
  const told = statusIn({ entries: [prompt(), answer()], owner: says("idle", { statusAtMs: 9e13 }), quiet: 400 });
  expect([told.status, told.sinceMs]).toEqual(["idle", undefined]);
});

test.each([
  "You've hit your limit · resets 3pm",
  "You've hit your weekly limit",
  "You're out of extra usage · resets 3pm",
])("%s is a limit, also without a number", (text) => {
  const { apiErrorStatus: _, ...limited } = apiError(0, text);
  expect(statusIn({ entries: [prompt(), limited] }).status).toBe("rate_limited");
});

test("ids and names of any length make a call of a few letters, and its result still ends it", () => {
  const long = "x".repeat(1_000_000);
  const open = call(long, long, { command: long });
  const { call: told, evidence } = statusIn({ entries: [prompt(), open] });
  expect([told?.id.length, told?.tool.length, told?.id.at(-1)]).toEqual([200, 200, "…"]);
  expect(JSON.stringify(evidence).length).toBeLessThan(2000);
  expect(statusIn({ entries: [prompt(), open, result(long), answer()] }).status).toBe("waiting_input");
});
