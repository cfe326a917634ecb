// Logs that hold entries twice, and not always alike: what says more stays, in the order that the later copies tell.
import { describe, expect, test } from "vitest";
import { craft, text } from "../craft.ts";
import { repaired } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";
import { bytes, changed, check, checkWhole, conversation, entriesOf, joined, without } from "./repair-check.ts";

const lines = conversation();
const at = (place: number): string => lines[place] ?? "";
const emptied = changed(at(0), { message: { role: "user", content: "" } });
const sent = (log: string | Uint8Array): string =>
  JSON.stringify(requestOf(typeof log === "string" ? bytes(log) : log));

describe("of two copies the one that says something stays", () => {
  test.each([
    ["behind it", [...lines, emptied, ...lines.slice(1)]],
    ["in front of it", [emptied, ...lines.slice(1), ...lines]],
  ])("an emptied one %s goes", (_, log) => {
    const result = repaired(bytes(joined(log)));
    expect(sent(result.bytes)).toBe(sent(joined(lines)));
    expect(repaired(result.bytes).isIdle).toBe(true);
  });
});

test("a note that lost its time is known as a copy, and does not become the end of the conversation", () => {
  const log = craft();
  log.prompt("One?", { uuid: "ask" });
  log.reply([text("One.")], { uuid: "answer" });
  log.link("system", { subtype: "turn_duration", uuid: "took", durationMs: 5 });
  log.prompt("Two?", { uuid: "ask2" });
  log.reply([text("Two.")], { uuid: "answer2" });
  const sound = log.text();
  const took = sound.split("\n").find((line) => line.includes('"took"'));
  const { bytes: result } = check(`${sound}${without(took, "timestamp")}\n`, ["doubled"]);
  expect(sent(result)).toBe(sent(sound));
});

test("a prompt that only the second copy has, and that was taken back, stays a branch", () => {
  const left = changed(at(4), {
    uuid: "left",
    message: { role: "user", content: "Never mind." },
    toolUseResult: null,
    sourceToolAssistantUUID: null,
  });
  const { bytes: result } = check(joined([...lines, ...lines.slice(0, 4), left, ...lines.slice(4)]), [
    "doubled",
    "result-not-adjacent",
  ]);
  expect(sent(result)).toBe(sent(joined(lines)));
  expect(entriesOf(result)).toHaveLength(lines.length + 1);
});

test("what was said after an old copy of the file came is still its end", () => {
  const older = lines.slice(0, 6);
  checkWhole(joined([...lines, ...older]), ["doubled"]);
});

test("an entry in a circle hangs on what stands in front of it, though a torn line stands near", () => {
  const torn = `${at(1).slice(0, 90)}${at(2)}`;
  const log = joined([at(0), torn, ...lines.slice(3, 5), changed(at(5), { parentUuid: "got2" }), ...lines.slice(6)]);
  const { bytes: result } = repaired(bytes(log));
  const answer = entriesOf(result).find(({ uuid }) => uuid === "answer");
  expect(answer?.["parentUuid"]).toBe("got");
});

describe("what is left of a torn copy goes, though bytes of something else follow it", () => {
  test.each([
    ["a call", 3, '"name":'],
    ["words", 2, "Look"],
  ])("%s", (_, place, upTo) => {
    const torn = at(place).slice(0, at(place).indexOf(upTo) + upTo.length);
    const { bytes: result } = check(
      joined([...lines.slice(0, place), `${torn}${at(0).slice(-60)}`, ...lines.slice(place)]),
      ["torn", ...(upTo === "Look" ? ["doubled"] : [])],
    );
    expect(entriesOf(result)).toEqual(entriesOf(bytes(joined(lines))));
  });
});
