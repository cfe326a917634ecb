// Damage to the bytes of a log: every whole entry is kept, torn ones as far as they can be read, and what goes is set aside.
import { describe, expect, test } from "vitest";
import { repaired } from "../damage/repairing.ts";
import { bytes, changed, check, checkWhole, conversation, entriesOf, joined, lineage } from "./repair-check.ts";

const lines = conversation();
const at = (place: number): string => lines[place] ?? "";
const instead = (place: number, count: number, ...other: readonly string[]): string =>
  joined(lines.toSpliced(place, count, ...other));

const sorted = (line: string): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(entriesOf(bytes(`${line}\n`))[0] ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );

describe("damage that leaves every entry whole", () => {
  const half = Math.floor(at(2).length / 2);
  const [head, tail] = [at(2).slice(0, half), at(2).slice(half)];
  const brace = at(2).indexOf("{", 1);
  test.each([
    ["a byte order mark", `\uFEFF${joined(lines)}`, ["bom"]],
    ["CR LF", joined(lines).replaceAll("\n", "\r\n"), ["crlf"]],
    ["no line feed at the end", joined(lines).trimEnd(), ["final-newline"]],
    ["a comment", instead(3, 0, "// look here"), ["comment"]],
    ["a line of zero bytes", instead(3, 0, "\0\0\0"), ["nul-run"]],
    ["zero bytes in front of an entry", instead(3, 1, `\0\0${at(3)}`), ["separated"]],
    ["zero bytes inside an entry", instead(2, 1, `${head}\0\0\0${tail}`), ["nul-run"]],
    ["two entries on a line", instead(2, 2, at(2) + at(3)), ["separated"]],
    ["two entries on a line, with their keys in order", instead(2, 2, sorted(at(2)) + sorted(at(3))), ["separated"]],
    ["three entries on a line, with commas", instead(2, 3, [at(2), at(3), at(4)].join(",")), ["separated"]],
    ["an entry inside another", instead(2, 2, head + at(3) + tail), ["spliced", "separated"]],
    [
      "an entry inside another, whose end has a line of its own",
      instead(2, 2, head + at(3), tail),
      ["spliced", "separated"],
    ],
    ["an entry between the halves of another", instead(2, 2, head, at(3), tail), ["spliced"]],
    [
      "an entry between the halves of another, the second of which begins as entries do",
      instead(2, 2, at(2).slice(0, brace), at(3), at(2).slice(brace)),
      ["spliced"],
    ],
  ])("%s is mended, and everything is as it was", (_, damaged, steps) => checkWhole(damaged, steps));

  test("two entries that were written in turns are taken apart where their structure tells the seam", () => {
    const cut = at(3).indexOf('"type":"tool_use"');
    const start = at(2).indexOf(',"uuid"');
    const damaged = at(2).slice(0, start) + at(3).slice(0, cut) + at(2).slice(start);
    checkWhole(instead(2, 2, damaged, at(3).slice(cut)), ["spliced"]);
    checkWhole(instead(2, 2, damaged + at(3).slice(cut)), ["spliced"]);
  });

  test("notes in front of the first entry are left alone", () => {
    expect(repaired(bytes(`// a session of mine\n// about folders\n${joined(lines)}`)).isIdle).toBe(true);
  });

  test("entries that share a line keep their bytes, numbers and doubled keys included", () => {
    const odd = changed(at(5), {}).replace(
      '"isSidechain":false',
      '"isSidechain":false,"n":12345678901234567890,"n":1.0',
    );
    const { bytes: result } = check(instead(4, 2, at(4) + odd), ["separated"]);
    expect(new TextDecoder().decode(result)).toBe(instead(4, 2, at(4), odd));
  });
});

describe("a torn line", () => {
  test("says what it still says, under the uuid that its children know, and is set aside as it was", () => {
    const torn = at(2).slice(0, at(2).indexOf("Looking.") + 4);
    const { plan, bytes: result } = check(instead(2, 1, torn), ["torn", "missing-uuid", "missing-timestamp"]);
    const entry = entriesOf(result)[2];
    expect(entry).toMatchObject({ uuid: "say", parentUuid: "think", type: "assistant", cwd: "/home/ada/loom" });
    expect(entry).toMatchObject({
      message: { id: "m1", content: [{ type: "text", text: "Look [the rest of this was lost]" }] },
    });
    expect(plan.dropped).toEqual([{ line: 3, reason: "torn", setAside: true }]);
    for (const { text } of plan.steps) expect(text).toMatch(/^line 3 /i);
    expect(lineage(result)).toHaveLength(lines.length);
  });

  test("that says nothing goes, and its children hang on what it hung on", () => {
    const { plan, bytes: result } = check(instead(2, 1, at(2).slice(0, 60)), ["torn", "dangling-parent"]);
    expect(lineage(result)).toEqual(["ask", "think", "use", "got", "answer", "ask2", "use2", "got2", "answer2"]);
    expect(plan.dropped).toMatchObject([{ line: 3, setAside: true }]);
  });

  test("at the end that says nothing is set aside", () => {
    const { plan } = check(joined(lines).slice(0, 60 - at(9).length), ["torn"]);
    expect(plan.dropped).toEqual([{ line: 10, reason: "torn at the end of the file", setAside: true }]);
  });

  test("that made a call keeps the call if a result answers it", () => {
    const torn = at(3).slice(0, at(3).indexOf('"input"') + 9);
    const { bytes: result } = check(instead(3, 1, torn), ["torn", "missing-uuid", "missing-timestamp"]);
    expect(entriesOf(result)[3]).toMatchObject({
      uuid: "use",
      message: { content: [{ id: "t1", name: "Read", input: {} }] },
    });
  });

  test("does not lead back to a branch that was left", () => {
    const left = changed(at(6), { uuid: "left", message: { role: "user", content: "taken back" } });
    const torn = at(6).slice(0, at(6).indexOf('"message"'));
    const { bytes: result } = check(instead(6, 1, left, torn), ["torn", "dangling-parent"]);
    expect(lineage(result)).not.toContain("left");
    expect(lineage(result)).toContain("answer");
  });

  test("that was the first prompt leaves a note, because no conversation begins with the model", () => {
    const { bytes: result } = check(instead(0, 1, at(0).slice(0, 40)), ["torn", "lost-prompt"]);
    expect(entriesOf(result)[0]).toMatchObject({
      type: "user",
      message: { content: "[the prompt that stood here was lost]" },
    });
  });
});

test("a log of nothing but junk is planned without complaint", () => {
  for (const junk of ["", "\n\n", "junk", "{", '{"a":', "\0", "[1,2]\n{}\n", '{"type":"user"}\n'])
    expect(repaired(bytes(junk)).plan.placed.length).toBeGreaterThanOrEqual(0);
});
