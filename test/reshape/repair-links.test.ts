// Damage to parents, uuids and order: everything hangs together again, and branches that were left stay left.
import { describe, expect, test } from "vitest";
import { craft, text, timeAt } from "../craft.ts";
import { repaired } from "../damage/repairing.ts";
import { requestOf } from "../damage/score.ts";
import {
  bytes,
  changed,
  check,
  checkWhole,
  conversation,
  entriesOf,
  joined,
  lineage,
  without,
} from "./repair-check.ts";

const lines = conversation();
const at = (place: number): string => lines[place] ?? "";
const with_ = (place: number, line: string): string => joined(lines.with(place, line));

describe("links that tell enough to be restored", () => {
  test.each([
    ["a parent that is not there", with_(5, changed(at(5), { parentUuid: "nobody" })), ["dangling-parent"]],
    ["no parent in the midst", with_(6, changed(at(6), { parentUuid: null })), ["null-parent"]],
    ["no parent on a result", with_(4, changed(at(4), { parentUuid: null })), ["null-parent"]],
    ["an entry that is its own parent", with_(5, changed(at(5), { parentUuid: "answer" })), ["self-parent"]],
    ["a circle", with_(5, changed(at(5), { parentUuid: "got2" })), ["cycle"]],
    ["a missing uuid", with_(5, without(at(5), "uuid")), ["missing-uuid"]],
    ["the uuid of another entry", with_(5, changed(at(5), { uuid: "think" })), ["duplicate-uuid"]],
    ["a line twice", joined(lines.toSpliced(6, 0, at(5))), ["doubled"]],
    ["the whole file twice", joined([...lines, ...lines]), ["doubled"]],
    ["a parent behind its child", joined(lines.toSpliced(5, 2, at(6), at(5))), ["parent-after-child"]],
    ["the file upside down", joined(lines.toReversed()), ["upside-down"]],
  ])("%s: all is as it was", (_, damaged, steps) => checkWhole(damaged, steps));
});

test("comments at the head of a file that is upside down stay there", () => {
  const { bytes: result } = check(joined(["// one", "// two", ...lines.toReversed()]), ["upside-down"]);
  expect(new TextDecoder().decode(result)).toBe(joined(["// one", "// two", ...lines]));
});

test("a missing time is made from the neighbours", () => {
  const { bytes: result } = check(with_(5, without(at(5), "timestamp")), ["missing-timestamp"]);
  expect(entriesOf(result)[5]?.["timestamp"]).toBe("2026-01-02T03:04:09.001Z");
});

test("a missing time on the last line does not make the session unusable", () => {
  const { bytes: result } = check(with_(9, without(at(9), "timestamp")), ["missing-timestamp"]);
  expect(lineage(result)).toHaveLength(lines.length);
});

test("a uuid that nobody names any more is made anew", () => {
  const { bytes: result } = check(with_(9, without(at(9), "uuid")), ["missing-uuid"]);
  expect(entriesOf(result)[9]?.["uuid"]).toBe("00000000-0000-4000-9000-000000000001");
});

test("a result that a parallel call's result parted from its call stays where the client wrote it", () => {
  const race = joined(lines.toSpliced(3, 2, at(4), at(3)));
  expect(repaired(bytes(race)).isIdle).toBe(true);
});

describe("a rewind to an entry that was lost", () => {
  /** Minutes apart: clients bridge what follows within seconds. */
  const rewound = (front: readonly string[]): string => {
    const log = craft();
    const later = (): { readonly timestamp: string } => ({ timestamp: timeAt(60 * log.text().split("\n").length) });
    for (const words of front) log.prompt(words, { uuid: "first", ...later() });
    log.prompt("Left.", { uuid: "left", parentUuid: "lost", ...later() });
    log.reply([text("Left, too.")], { uuid: "leftToo", ...later() });
    log.prompt("Kept.", { uuid: "kept", parentUuid: "lost", ...later() });
    log.reply([text("Kept, too.")], { uuid: "keptToo", ...later() });
    log.prompt("On.", { uuid: "on", ...later() });
    log.reply([text("Onward.")], { uuid: "onward", ...later() });
    return log.text();
  };
  const said = (result: Uint8Array): string => JSON.stringify(requestOf(result));
  const parents = (result: Uint8Array): unknown => entriesOf(result).map(({ parentUuid }) => parentUuid);

  test("stays one where something stands in front of both: they hang on the same", () => {
    const { bytes: result } = check(rewound(["First."]), ["dangling-parent", "dangling-parent"]);
    expect(parents(result)).toEqual([null, "first", "left", "first", "kept", "keptToo", "on"]);
    expect(said(result)).not.toContain("Left");
  });

  test("stays one where nothing does: neither hangs on the other", () => {
    const { bytes: result } = repaired(bytes(`${rewound([])}{"torn`));
    expect(parents(result)).toEqual(["lost", "left", "lost", "kept", "keptToo", "on"]);
    expect(said(result)).not.toContain("Left");
  });
});

describe("beginnings", () => {
  test("a compaction keeps its empty parent", () => {
    const log = craft();
    log.prompt("one");
    log.reply([text("two")], { uuid: "two" });
    log.link("system", { subtype: "compact_boundary", parentUuid: null, logicalParentUuid: "two", uuid: "cut" });
    log.prompt("a summary", { isCompactSummary: true });
    expect(repaired(log.bytes()).isIdle).toBe(true);
  });

  test("a copy of the conversation that begins anew stays one", () => {
    const copy = lines.map((line) => line.replaceAll(/"(uuid|parentUuid|sourceToolAssistantUUID)":"/g, '"$1":"copy-'));
    expect(repaired(bytes(joined([...lines, ...copy]))).isIdle).toBe(true);
  });

  test("an excerpt whose first entry hangs on something that is not there stays as it is", () => {
    expect(repaired(bytes(joined(lines.slice(6)))).isIdle).toBe(true);
  });
});

describe("branches that were left", () => {
  const left = changed(at(6), { uuid: "left", message: { role: "user", content: "taken back" } });

  test("stay left when a last-prompt line leads back to them", () => {
    const pointer = JSON.stringify({ type: "last-prompt", lastPrompt: "taken back", leafUuid: "left", sessionId: "s" });
    const damaged = joined([...lines.toSpliced(6, 0, left), pointer]);
    const { bytes: result } = check(damaged, ["dead-leaf"]);
    expect(entriesOf(result).at(-1)).toMatchObject({ type: "last-prompt", leafUuid: "answer2" });
  });

  test("are taken up again where the person chose so", () => {
    const pointer = JSON.stringify({ type: "last-prompt", leafUuid: "left", explicit: true, sessionId: "s" });
    expect(repaired(bytes(joined([...lines.toSpliced(6, 0, left), pointer]))).isIdle).toBe(true);
  });

  test("stay left when the prompt that replaced them lost its parent", () => {
    const turn = { turnPosition: { promptIndex: 0, turnIndex: 2 } };
    const asked = changed(at(6), { ...turn, parentUuid: "nobody" });
    const { bytes: result } = check(joined(lines.toSpliced(6, 1, changed(left, turn), asked)), ["dangling-parent"]);
    expect(lineage(result)).not.toContain("left");
  });
});

test("a last-prompt line that points to nothing points to the last entry, and the same is sent as before", () => {
  for (const explicit of [false, true]) {
    const pointer = JSON.stringify({ type: "last-prompt", leafUuid: "nobody", explicit, sessionId: "s" });
    const damaged = joined([...lines, pointer]);
    const { bytes: result } = check(damaged, ["lost-leaf"]);
    expect(entriesOf(result).at(-1)).toMatchObject({ type: "last-prompt", leafUuid: "answer2" });
    expect(requestOf(result)).toEqual(requestOf(bytes(damaged)));
  }
});

describe("lines of another session", () => {
  const other = { sessionId: "99999999-2222-4333-8444-555555555555" };
  const prompt = changed(at(0), { ...other, uuid: "alien", parentUuid: null, timestamp: "2026-01-02T04:00:00.000Z" });
  const reply = changed(at(5), {
    ...other,
    uuid: "alien2",
    parentUuid: "alien",
    timestamp: "2026-01-02T04:00:01.000Z",
  });

  test("that hang on nothing here are set aside", () => {
    const { plan, bytes: result } = check(joined([...lines, prompt, reply]), ["foreign-session"]);
    expect(new TextDecoder().decode(result)).toBe(joined(lines));
    expect(plan.dropped.map(({ line, setAside }) => [line, setAside])).toEqual([
      [11, true],
      [12, true],
    ]);
  });

  test("that the conversation hangs on are a fork's, and stay", () => {
    const fork = lines.map((line, place) => (place < 4 ? changed(line, other) : line));
    expect(repaired(bytes(joined(fork))).isIdle).toBe(true);
  });
});

test("a file snapshot names a prompt, and one that updates another is left alone", () => {
  const snapshot = (isSnapshotUpdate: boolean): string =>
    JSON.stringify({
      type: "file-history-snapshot",
      messageId: "answer",
      snapshot: { messageId: "answer" },
      isSnapshotUpdate,
    });
  const { bytes: result } = check(joined([...lines, snapshot(false)]), ["snapshot-id"]);
  expect(entriesOf(result).at(-1)).toMatchObject({ messageId: "ask", snapshot: { messageId: "ask" } });
  expect(repaired(bytes(joined([...lines, snapshot(true)]))).isIdle).toBe(true);
});
