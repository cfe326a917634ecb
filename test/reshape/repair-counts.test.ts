// Repairs of a trimmed log: where the answer is lost that said of all counts that they are untrue, the last one left says so.
import { expect, test } from "vitest";
import { bytes, changed, check, conversation, entriesOf, joined } from "./repair-check.ts";

const scale = { bytesPerToken: 3, unseenTokens: 15_000, imageTokens: 1500 };
const origin = { forkedFrom: { sessionId: "11111111-2222-4333-8444-555555555556", messageUuid: "old" } };

/** As a trim leaves it: every entry tells its origin, the last answer that counts are untrue. */
function trimmed(): readonly string[] {
  const lines = conversation().map((line) => changed(line, origin));
  return lines.with(-1, changed(lines.at(-1), { clewRecounted: scale }));
}

test("the last answer that is left is marked with the scale of the lost one", () => {
  const lines = trimmed();
  const torn = (lines.at(-1) ?? "").slice(200);
  const entries = entriesOf(check(joined(lines.with(-1, torn)), ["unreadable"]).bytes);
  const marked = entries.filter((entry) => entry["clewRecounted"] !== undefined);
  expect(marked.map((entry) => [entry["uuid"], entry["clewRecounted"]])).toEqual([["use2", scale]]);
});

test("a log that lost no mark gets none", () => {
  const lines = conversation().map((line) => changed(line, origin));
  const { bytes: result } = check(joined(lines.with(-1, (lines.at(-1) ?? "").slice(200))), ["unreadable"]);
  expect(entriesOf(result).some((entry) => entry["clewRecounted"] !== undefined)).toBe(false);
  expect(bytes(joined(lines)).length).toBeGreaterThan(result.length);
});
