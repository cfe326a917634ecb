// Agents whose lines stand in the session's own log, as old clients wrote them: lost parents are found within the same agent.
import { describe, expect, test } from "vitest";
import { type Fields, call, craft, text } from "../craft.ts";
import { repaired } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";
import { bytes, changed, check, entriesOf, joined } from "./repair-check.ts";

/** Two agents side by side in the first turn, whose lines mix, and one agent in the second. */
function sideBySide(): readonly string[] {
  const log = craft("1.0.108");
  const agent = (uuid: string, parentUuid: string | null): Fields => ({ uuid, parentUuid, isSidechain: true });
  log.prompt("Look at both", { uuid: "ask" });
  log.reply([call("task-a", "Task", { prompt: "Look at a" }), call("task-b", "Task", { prompt: "Look at b" })], {
    uuid: "start",
  });
  log.prompt("Look at a", agent("a1", null));
  log.prompt("Look at b", agent("b1", null));
  log.reply([call("read-a")], agent("a2", "a1"));
  log.reply([call("read-b")], agent("b2", "b1"));
  log.result("read-b", agent("b3", "b2"));
  log.result("read-a", agent("a3", "a2"));
  log.reply([text("b is fine")], agent("b4", "b3"));
  log.reply([text("a is fine")], agent("a4", "a3"));
  log.result("task-b", { uuid: "got-b", parentUuid: "start" });
  log.result("task-a", { uuid: "got-a", parentUuid: "got-b" });
  log.reply([text("Both are fine")], { uuid: "answer" });
  log.prompt("Look again", { uuid: "ask2" });
  log.reply([call("task-c", "Task", { prompt: "Look again" })], { uuid: "start2" });
  log.prompt("Look again", agent("c1", null));
  log.reply([call("read-c")], agent("c2", "c1"));
  log.result("read-c", agent("c3", "c2"));
  log.reply([text("still fine")], agent("c4", "c3"));
  log.result("task-c", { uuid: "got-c", parentUuid: "start2" });
  log.reply([text("Still fine")], { uuid: "answer2" });
  return log.text().trimEnd().split("\n");
}

const lines = sideBySide();
const idAt = (place: number): unknown => entriesOf(bytes(lines[place] ?? "{}"))[0]?.["uuid"];
const placeOf = (uuid: string): number => lines.findIndex((_, place) => idAt(place) === uuid);
const dangling = (uuids: readonly string[]): readonly string[] =>
  lines.map((line, place) =>
    uuids.some((uuid) => idAt(place) === uuid) ? changed(line, { parentUuid: "gone" }) : line,
  );
const parents = (result: Uint8Array): ReadonlyMap<unknown, unknown> =>
  new Map(entriesOf(result).map((entry) => [entry["uuid"], entry["parentUuid"]]));

test("a log with sound agents inside is left alone", () => {
  expect(repaired(bytes(joined(lines))).isIdle).toBe(true);
});

describe("a line of an agent whose parent is not there", () => {
  test.each([
    ["the agent's task begins", ["a1"]],
    ["a second task that begins among another agent's lines begins", ["b1"]],
    ["a call goes back to the task", ["c2"]],
    ["a call goes back to its own task over another agent's", ["b2"]],
    ["a result goes back to its call", ["a3"]],
    ["an answer goes back to the result of its own agent", ["a4"]],
    ["an answer goes back to a result that is not the nearest line", ["b4"]],
    ["lines of several agents go back each to its own", ["a1", "b2", "a3", "b3", "a4", "c1", "c2", "c3", "c4"]],
  ])("%s", (_, uuids) => {
    const damaged = bytes(joined(dangling(uuids)));
    const result = check(
      joined(dangling(uuids)),
      uuids.map(() => "dangling-parent"),
    );
    expect(parents(result.bytes)).toEqual(parents(bytes(joined(lines))));
    expect(requestOf(result.bytes)).toEqual(requestOf(damaged));
  });

  test("finds a place of its own where nothing tells the agents apart any more", () => {
    const { bytes: result } = check(joined(dangling(["a2", "b2", "a4", "b4"])), Array(4).fill("dangling-parent"));
    const found = ["a2", "b2", "a4", "b4"].map((uuid) => parents(result).get(uuid));
    expect(new Set(found)).toEqual(new Set(["a1", "a3", "b1", "b3"]));
  });

  test("hangs on the line in front where the one between was lost", () => {
    const { bytes: result } = check(joined(lines.toSpliced(placeOf("c3"), 1)), ["dangling-parent"]);
    expect(parents(result).get("c4")).toBe("c2");
  });

  test("never hangs on an agent of an earlier turn: where its task was lost it is a beginning", () => {
    const { bytes: result } = check(joined(lines.toSpliced(placeOf("c1"), 1)), ["dangling-parent"]);
    expect(parents(result).get("c2")).toBe(null);
  });

  test("stays as it is in an excerpt", () => {
    const excerpt = dangling(["c2"]).slice(placeOf("got-b"));
    expect(repaired(bytes(joined(excerpt))).isIdle).toBe(true);
  });

  test("changes nothing else in the file", () => {
    const damaged = dangling(["c3"]);
    const after = new TextDecoder()
      .decode(check(joined(damaged), ["dangling-parent"]).bytes)
      .trimEnd()
      .split("\n");
    expect(after.filter((line) => !damaged.includes(line))).toEqual([
      damaged[placeOf("c3")]?.replace('"parentUuid":"gone"', '"parentUuid":"c2"'),
    ]);
  });
});
