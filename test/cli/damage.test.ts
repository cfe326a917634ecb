// Any bytes as a log -> every verb answers with 0 or 1, never an error; what is damaged is told, and the log stays as it was.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clew } from "./fake-io.ts";
import { loomHome } from "./loom.ts";
import { scratchFolder, stateOf, writeLog } from "./tree.ts";

const home = scratchFolder();
const verbs = [
  ["lines"],
  ["lines", "--summary"],
  ["entries"],
  ["entries", "--json"],
  ["session"],
  ["session", "--json"],
  ["session", "--summary", "--json"],
  ["request", "--check"],
  ["request", "--json"],
  ["rows"],
  ["show"],
  ["show", "--full"],
  ["show", "--json"],
  ["show", "--raw"],
  ["doctor", "--verbose"],
] as const;

const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
const files: readonly (readonly [string, string | Uint8Array, string])[] = [
  ["an empty file", "", "0 lines, 0 bytes"],
  ["one line feed", "\n", "1 blank"],
  ["zero bytes", new Uint8Array(5000), "1 nul-run"],
  ["bytes that are no text", Uint8Array.from({ length: 512 }, (_, at) => at % 256), "damaged"],
  ["UTF-16", Buffer.from('{"type":"user"}\n', "utf16le"), "damaged"],
  ["scalars and arrays", 'null\n42\n"text"\n[1,2]\ntrue\n', "5 not-object"],
  ["two glued objects", '{"type":"mode"}{"type":"tag"}\n', "1 glued-objects"],
  ["a torn tail", '{"type":"user","message":{"role', "1 torn-tail"],
  ["CR LF and no end", '{"type":"mode","mode":"a"}\r\n{"type":"mode","mode":"b"}', "2 entries"],
  ["names of the language", '{"type":"__proto__","__proto__":{"x":1},"constructor":1}\n', "1 of unknown type"],
  ["fields of wrong types", '{"type":"user","uuid":7,"message":[],"timestamp":{},"parentUuid":false}\n', "1 entries"],
  [
    "content of wrong types",
    '{"type":"assistant","uuid":"u","message":{"content":{"a":1},"id":9,"usage":[]}}\n',
    "1 entries",
  ],
  [
    "a circle of parents",
    '{"type":"user","uuid":"a","parentUuid":"b"}\n{"type":"user","uuid":"b","parentUuid":"a"}\n',
    "2 user",
  ],
  ["20,000 levels", `${deep}\n`, "1 lines"],
  [
    "a lone surrogate",
    '{"type":"user","uuid":"a","message":{"content":"\\ud800"},"timestamp":"2026-01-01T00:00:00Z"}\n',
    "1 user",
  ],
];

describe.each(files)("%s", (what, bytes, told) => {
  const path = writeLog(home, `-damage/${what.replaceAll(/[^a-z0-9]+/gi, "-")}`, bytes);

  test.each(verbs.map((verb) => [verb.join(" "), verb] as const))(
    "is answered by clew %s",
    async (_, [verb, ...flags]) => {
      const { code, err } = await clew([verb, path, ...flags]);
      expect(code).not.toBe(2);
      expect(err).not.toContain("    at ");
    },
  );

  test("is told by clew lines --summary", async () => {
    expect((await clew(["lines", path, "--summary"])).out).toContain(told);
  });

  test("is tiled by its lines", async () => {
    const { out } = await clew(["lines", path, "--json"]);
    let end = 0;
    for (const [, offset, length] of out.matchAll(/"offset":(\d+),"length":(\d+)/g)) {
      expect(Number(offset)).toBe(end);
      end += Number(length);
    }
    expect(end).toBe(Buffer.byteLength(bytes));
  });
});

test("no verb changes a byte or adds a file", async () => {
  const loom = loomHome();
  const before = stateOf(loom);
  for (const [verb, ...flags] of verbs) {
    for (const path of before.keys())
      if (path.endsWith(".jsonl")) await clew([verb, path, ...flags], { homes: [loom] });
  }
  for (const args of [["ls"], ["overview"], ["drift"], ["doctor"]])
    await clew(args, { homes: [loom], cwd: join(loom, "projects") });
  expect(stateOf(loom)).toEqual(before);
  expect(before.size).toBe(6);
});
