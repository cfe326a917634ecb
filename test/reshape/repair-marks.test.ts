// Logs with lines that are no entries -> a listing marks them as damaged exactly where repair has something to mend.
import { describe, expect, test } from "vitest";
import { digester, packDigest, unpackDigest } from "../../src/graph/index.ts";
import { sessionRow } from "../../src/view/index.ts";
import { repaired } from "../damage/repairing.ts";
import { digestOf } from "../digest.ts";
import { bytes, conversation, joined } from "./repair-check.ts";

const lines = conversation();
const [first = "", ...rest] = lines;
const facts = {
  id: "s",
  path: "/s.jsonl",
  sizeBytes: 0,
  modifiedMs: 0,
  agents: 0,
  forkedFrom: undefined,
  isDeleted: false,
  expiresMs: undefined,
  nowMs: 0,
};

describe("a listing and repair agree on", () => {
  test.each<readonly [string, readonly string[], number]>([
    ["a sound log", lines, 0],
    ["a comment in front", ["// an excerpt", ...lines], 0],
    ["comments and blank lines in front", ["", "// an excerpt", "# of a log", " ", ...lines], 0],
    ["nothing but a comment", ["// an excerpt"], 0],
    ["a comment in the midst", [first, "// note", ...rest], 1],
    ["a comment in front and one in the midst", ["// an excerpt", first, "// note", ...rest], 1],
    ["a comment behind", [...lines, "# note"], 1],
    ["a comment behind something else that is no entry", ["rubbish", "// note", ...lines], 2],
    ["rubbish behind an entry", [`${first} rubbish`, ...rest], 1],
    ["a comma behind an entry", [`${first},`, ...rest], 1],
    ["zero bytes behind an entry", [`${first}\0\0`, ...rest], 1],
    ["two entries in one line", [`${first}${rest[0] ?? ""}`, ...rest.slice(1)], 1],
    ["a list", [first, "[1]", ...rest], 1],
  ])("%s", (_, log, damaged) => {
    const text = joined(log);
    const row = sessionRow(digestOf(text), facts);
    expect(row).toMatchObject({ damaged, tags: damaged > 0 ? ["damaged"] : [] });
    expect(repaired(bytes(text)).isIdle).toBe(damaged === 0);
  });

  test("a log whose comments in front were read before the rest", () => {
    const head = unpackDigest(packDigest(digestOf("// an excerpt\n")));
    expect(sessionRow(digestOf("// of a log\n", head), facts).tags).toEqual([]);
    expect(sessionRow(digestOf(`${first}\n// note\n`, head), facts).damaged).toBe(1);
  });

  test("a line that is too long to be read", () => {
    const fold = digester();
    fold.skip("too-long");
    expect(fold.digest(0)).toMatchObject({ lines: 1, damaged: 1 });
    expect(sessionRow(fold.digest(0), facts).tags).toEqual([]);
  });
});
