// Logs that hold each other's entries -> who owns them, and which is a copy of which.
import { describe, expect, test } from "vitest";
import { censusOf, statsBy } from "../../src/find/index.ts";
import { daysIn } from "../../src/find/day.ts";
import { forkParents, ownerOrder } from "../../src/find/owner.ts";
import { lines, surveyOf } from "./stats-log.ts";
import { digestOf } from "../digest.ts";

const log = (path: string, text: string) => ({ path, id: path, digest: digestOf(text) });
const order = (...logs: readonly ReturnType<typeof log>[]): readonly string[] =>
  ownerOrder(logs).map((at) => logs[at]?.path ?? "");

const common = lines().prompt("p1").message("m1").text();
const later = (id: string, time: string): string => lines().message(id, { time }).text();

describe("what several logs hold belongs to", () => {
  test("the one that is no fork, even when the fork has the earlier entry of its own", () => {
    const fork = lines({ forkedFrom: { sessionId: "x", messageUuid: "p1" } })
      .prompt("p1")
      .message("m1")
      .text();
    const original = log("z", common + later("m3", "2026-03-05T10:00:00Z"));
    expect(order(log("a", fork + later("m2", "2026-03-03T10:00:00Z")), original)).toEqual(["z", "a"]);
  });

  test("the one with the earliest entry that no other has", () => {
    const first = log("b", common + later("m2", "2026-03-03T10:00:00Z"));
    const second = log("a", common + later("m3", "2026-03-04T10:00:00Z"));
    expect(order(second, first)).toEqual(["b", "a"]);
  });

  test("the one with an entry of its own rather than one without any", () => {
    expect(order(log("a", common), log("b", common + later("m2", "2026-03-03T10:00:00Z")))).toEqual(["b", "a"]);
  });

  test("the one whose path comes first when nothing else tells them apart", () => {
    expect(order(log("b", common), log("a", common))).toEqual(["a", "b"]);
  });

  test("the session, for agents whose logs were copied along with a fork", () => {
    const fork = lines({ forkedFrom: { sessionId: "s1", messageUuid: "p1" } })
      .prompt("p1")
      .message("m1")
      .text();
    const agent = lines({ isSidechain: true }).message("m9", { output: 7 }).text();
    const survey = surveyOf({
      "s-fork": { text: fork, agents: { a111111: agent } },
      "s-original": { text: common, agents: { a111111: agent } },
    });
    const rows = statsBy(censusOf(survey), { scope: {}, by: "session", days: daysIn("UTC") });
    const spent = rows.map(({ name, usage }) => [name.by === "session" ? name.sessionId : "", usage.outputTokens]);
    expect(spent).toEqual([
      ["s-fork", 0],
      ["s-original", 107],
    ]);
  });
});

describe("a session is a fork of", () => {
  test("the one that its entries name", () => {
    const fork = lines({ forkedFrom: { sessionId: "original", messageUuid: "p1" } })
      .prompt("p1")
      .text();
    expect(forkParents([log("original", common), log("fork", fork)])).toEqual([undefined, "original"]);
  });

  test("the one whose entries it begins with and which was left where it went on", () => {
    const copy = common + later("m2", "2026-03-03T10:00:00Z");
    expect(forkParents([log("copy", copy), log("left", common)])).toEqual(["left", undefined]);
  });

  test("the one that went on first when both went on", () => {
    const original = common + later("m2", "2026-03-03T10:00:00Z");
    const copy = common + later("m3", "2026-03-04T10:00:00Z");
    expect(forkParents([log("copy", copy), log("original", original)])).toEqual(["original", undefined]);
  });

  test("the copy that it was copied from, not of that one's own original", () => {
    const original = common + later("m2", "2026-03-03T10:00:00Z");
    const copy = common + later("m3", "2026-03-04T10:00:00Z");
    const copyOfCopy = copy + later("m4", "2026-03-05T10:00:00Z");
    expect(forkParents([log("original", original), log("copy", copy), log("third", copyOfCopy)])).toEqual([
      undefined,
      "original",
      "copy",
    ]);
  });

  test("the one before it in a long row of copies that each went on", () => {
    let text = common;
    const logs = Array.from({ length: 60 }, (_, at) => {
      text += later(`n${at}`, new Date(Date.UTC(2026, 2, 3, 0, at)).toISOString());
      return log(`s${String(at).padStart(2, "0")}`, text);
    });
    const parents = forkParents(logs.toReversed()).toReversed();
    expect(parents).toEqual(logs.map((_, at) => logs[at - 1]?.id));
  });

  test("the first owner where there are more copies than can be told apart", () => {
    const logs = Array.from({ length: 301 }, (_, at) => log(`s${String(at).padStart(3, "0")}`, common));
    expect(new Set(forkParents(logs))).toEqual(new Set([undefined, "s000"]));
  });

  test("none when it only has the same prompt text", () => {
    expect(forkParents([log("a", lines().prompt("p1").text()), log("b", lines().prompt("p2").text())])).toEqual([
      undefined,
      undefined,
    ]);
  });
});
