// Two entries that were written into each other: taken apart where they fit, and set aside where nothing tells the seam.
import { describe, expect, test } from "vitest";
import { call, craft, text } from "../craft.ts";
import { repaired } from "../damage/repairing.ts";
import { bytes, check, entriesOf, joined } from "./repair-check.ts";

const uuid = (place: number): string => `0a1b2c3d-0000-4000-8000-${String(place).padStart(12, "0")}`;

function rounds(): readonly string[] {
  const log = craft();
  log.prompt("What is there?", { uuid: uuid(1) });
  log.reply([call("toolu_01Abc")], { uuid: uuid(2), messageId: "m1", requestId: "req_011Cxyz" });
  log.result("toolu_01Abc", { uuid: uuid(3), content: "a.txt" });
  log.reply([text("One file, and a rather long word on what is in it.")], { uuid: uuid(4), messageId: "m2" });
  log.prompt("Tell me of another one, and at some length, please.", { uuid: uuid(5) });
  log.reply([text("There is none.")], { uuid: uuid(6), messageId: "m3" });
  log.state("last-prompt", { lastPrompt: "Tell me", leafUuid: uuid(6) });
  log.state("ai-title", { aiTitle: "A file and no other" });
  return log.text().trimEnd().split("\n");
}

const sound = rounds();

/** The line at a place, up to a word, and in it the beginning of the next one; the next one's end has a line of its own. */
function spliced(place: number, words: readonly [string, string]): string {
  const [outer, inner] = [sound[place] ?? "", sound[place + 1] ?? ""];
  const [k, m] = [outer.indexOf(words[0]) + words[0].length, inner.indexOf(words[1]) + words[1].length];
  return joined(sound.toSpliced(place, 2, outer.slice(0, k) + inner.slice(0, m) + outer.slice(k), inner.slice(m)));
}

describe("entries that were written in turns", () => {
  test.each([
    ["amid a request's id and a parent", 1, ["req_01", '"parentUuid":"0a1b2c']],
    ["amid a call's id and a key", 1, ["toolu_", '"uu']],
    ["amid a key and a text", 2, ['"me', "One f"]],
    ["amid the ids of state lines", 6, ['"leafUuid":"0a1b2c3d-00', "A f"]],
    ["amid a session's id and a time", 4, ['"sessionId":"1111', '"timestamp":"2026-']],
  ] as const)("%s are taken apart there, and everything is as it was", (_, place, words) => {
    const { plan, bytes: result } = check(spliced(place, words), ["spliced"]);
    expect(entriesOf(result)).toEqual(entriesOf(bytes(joined(sound))));
    expect(plan.dropped.filter(({ setAside }) => setAside)).toEqual([]);
  });

  test("amid their texts are taken apart somewhere, and set aside as they were", () => {
    const { plan, bytes: result } = check(spliced(3, ["a rather", "at some"]), ["spliced"]);
    expect(entriesOf(result)).toHaveLength(sound.length);
    expect(plan.dropped).toMatchObject([
      { line: 4, setAside: true },
      { line: 5, setAside: true },
    ]);
    expect(plan.steps[0]?.text).toContain("set aside");
  });

  test("leave no entry that says nothing where the seam cannot be found", () => {
    const chimera = `{"parentUuid":"0a1b2c3d-00yz","type":"assistant","uuid":"${uuid(2)}","sessionId":"s"}`;
    const damaged = joined(sound.toSpliced(1, 1, `{"parentUuid":"${uuid(1)}","requestId":"re${chimera}`));
    const spoken = entriesOf(repaired(bytes(damaged)).bytes).filter(
      ({ type }) => type === "assistant" || type === "user",
    );
    expect(spoken.length).toBeGreaterThan(3);
    expect(spoken.filter(({ message }) => message === undefined)).toEqual([]);
  });
});
