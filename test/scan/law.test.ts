// Logs with every defect we know, and lines made by hand -> the kernel gives what the reference gives.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { packDigest } from "../../src/graph/index.ts";
import { referenceDigest, scanLog } from "../../src/store/index.ts";
import { kernelFacts } from "../../src/store/scan/kernel-facts.ts";
import { digestOf } from "../../src/store/scan/reference.ts";
import { scanBytes } from "../../src/store/scan/scan-bytes.ts";
import { freshKernel } from "./kernel.ts";
import { breachOfLines } from "./law.ts";

const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url));
const logs = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** In one piece. */
function sourceOf(bytes: Uint8Array): (target: Uint8Array, at: number, count: number) => number {
  let from = 0;
  return (target, at, count) => {
    const part = bytes.subarray(from, from + count);
    target.set(part, at);
    from += part.length;
    return part.length;
  };
}

describe("scan and reference", () => {
  it("know some fixtures", () => expect(logs.length).toBeGreaterThan(50));

  it.each(logs)("agree on %s", (name) => {
    const path = join(fixtures, name);
    expect(Buffer.compare(packDigest(scanLog(path)), packDigest(referenceDigest(path)))).toBe(0);
  });

  it.each([
    ["nothing", ""],
    ["a mark alone", "\uFEFF"],
    ["a mark and a line feed", "\uFEFF\n"],
    ["a mark in the second line", '{"type":"user"}\n\uFEFF{"type":"user"}\n'],
    ["only white space", " \t\r\n\r\n\u00a0\n"],
    ["a line that nothing ends", '{"type":"user","message":{"content":"hi"}}'],
    ["a torn line", '{"type":"assistant","message":{"id":"m"'],
    [
      "a prompt without an id, twice",
      '{"type":"user","message":{"content":"a"}}\n{"type":"user","message":{"content":"b"}}\n',
    ],
    [
      "hundreds of prompts without an id, and one with",
      '{"type":"user","message":{"content":"a"}}\n'.repeat(300) +
        '{"type":"user","uuid":"u","message":{"content":"b"}}\n',
    ],
    ["answers without any id", '{"type":"assistant","message":{"usage":{"output_tokens":1}}}\n'.repeat(3)],
    ["answers with an empty id", '{"type":"assistant","uuid":"u","message":{"id":"","usage":{"output_tokens":1}}}\n'],
    ["answers with two empty ids", '{"type":"assistant","uuid":"","message":{"id":""}}\n'.repeat(2)],
    ["an answer without usage", '{"type":"assistant","uuid":"u","message":{"id":"m","usage":null}}\n'],
    ["usage in words", '{"type":"assistant","message":{"id":"m","usage":{"output_tokens":"100"}}}\n'],
    ["usage in parts", '{"type":"assistant","message":{"id":"m","usage":{"output_tokens":2,"input_tokens":1.5}}}\n'],
    [
      "usage without output",
      '{"type":"assistant","message":{"id":"m","usage":{"input_tokens":1,"output_tokens":null}}}\n',
    ],
    [
      "calls and results without ids",
      ["", '"id":"",', '"id":"c",']
        .map(
          (id) =>
            `{"type":"assistant","uuid":"u${id.length}","message":{"content":[{"type":"tool_use",${id}"name":"Bash"}]}}\n`,
        )
        .concat(
          '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":""},{"type":"tool_result"}]}}\n',
        )
        .join(""),
    ],
    ["a key that comes twice", '{"type":"user","type":"assistant","message":{"id":"m","usage":{"output_tokens":1}}}\n'],
    ["a key in disguise", '{"ty\\u0070e":"assistant","message":{"id":"m","usage":{"output_tokens":1}}}\n'],
    ["a decoy in a string", '{"type":"progress","data":"{\\"type\\":\\"assistant\\",\\"usage\\":{}}"}\n'],
    ["an id with a line feed", '{"type":"assistant","message":{"id":"a\\nb","usage":{"output_tokens":1}}}\n'],
    ["an id with half a character", '{"type":"assistant","message":{"id":"\\ud800","usage":{"output_tokens":1}}}\n'],
  ])("agree on %s", (_case, text) => {
    const bytes = bytesOf(text);
    const ours = scanBytes(freshKernel(), sourceOf(bytes));
    expect(ours).toMatchObject({ lines: digestOf([bytes]).lines, bytes: bytes.length });
    expect(Buffer.compare(packDigest(ours), packDigest(digestOf([bytes])))).toBe(0);
    expect(breachOfLines(freshKernel(), bytes).breach).toBeUndefined();
  });

  it("agree on a line that is longer than any that is read", () => {
    const long = new Uint8Array(64 * 1024 * 1024 + 20).fill(0x20);
    long.set(bytesOf('{"type":"user"}\n'), 0);
    long.set(bytesOf('\n{"type":"user"}\n'), long.length - 17);
    for (const bytes of [long, long.subarray(0, -17), long.subarray(17), long.subarray(4)]) {
      const ours = scanBytes(freshKernel(), sourceOf(bytes));
      const theirs = digestOf([bytes]);
      expect([ours.lines, ours.damaged, ours.leftAlone, ours.blank, ours.bytes]).toEqual([
        theirs.lines,
        theirs.damaged,
        theirs.leftAlone,
        theirs.blank,
        theirs.bytes,
      ]);
    }
  });
});

describe("the kernel by itself", () => {
  const verdictOf = (line: string): string => kernelFacts(freshKernel(), bytesOf(line)).verdict;

  it.each([
    ['{"type":"user","message":{"content":"hi"}}', "good"],
    ['{"type":"assistant","message":{"id":"m","usage":{"output_tokens":1}}}', "good"],
    ["  ", "blank"],
    ['{"type":"user","message":{"content":"<b>"}}', "unsure"],
    ['{"type":"user","type":"user"}', "unsure"],
    ['{"type":"summary"}', "unsure"],
    ["{}{}", "unsure"],
    ['{"a":01}', "unsure"],
    [`{"a":${"[".repeat(64)}${"]".repeat(64)}}`, "unsure"],
    [`{"a":${"[".repeat(63)}${"]".repeat(63)}}`, "good"],
  ])("says of %s: %s", (line, verdict) => expect(verdictOf(line)).toBe(verdict));

  it("says where the values of content blocks stand", () => {
    const line = '{"type":"user","message":{"content":[1,{"type":"tool_result","tool_use_id":"t","content":[ "a" ]}]}}';
    const read = kernelFacts(freshKernel(), bytesOf(line));
    const start = line.indexOf('[ "a" ]');
    expect(read).toMatchObject({ blocks: [{ index: 1, content: { start, end: start + 7 } }] });
  });
});
