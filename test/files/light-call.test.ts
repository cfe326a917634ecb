// A long line in which the model called a tool -> decoded without what it gave the tool, or not at all where that could tell another file.
import { expect, test } from "vitest";
import { lightCalls } from "../../src/find/files/light-call.ts";
import { firstObjectKey } from "../../src/find/files/entry-key.ts";

const text = "x".repeat(2000);

function lineOf(input: object, extra: object = {}) {
  const message = {
    model: "m",
    id: "msg_1",
    type: "message",
    role: "assistant",
    content: [{ type: "tool_use", id: "toolu_1", name: "Write", input }],
    stop_reason: "tool_use",
    usage: { output_tokens: 1 },
  };
  const entry = {
    parentUuid: null,
    cwd: "/p",
    sessionId: "s",
    version: "2.1.325",
    message,
    type: "assistant",
    uuid: "u",
    timestamp: "2026-05-01T00:00:00.000Z",
    ...extra,
  };
  const bytes = Buffer.from(JSON.stringify(entry));
  return { number: 1, offset: 0, length: bytes.length + 1, end: "lf", bytes } as const;
}

const call = (file: string | undefined) => [{ id: "toolu_1", tool: "Write", file }];

test("the envelope and the file of a long call are kept, and nothing of its text", () => {
  const decoded = lightCalls(lineOf({ file_path: "/p/a.ts", content: text }), call("/p/a.ts"));
  expect(decoded).toMatchObject({
    kind: "entry",
    type: "assistant",
    raw: {
      cwd: "/p",
      sessionId: "s",
      uuid: "u",
      message: { content: [{ type: "tool_use", id: "toolu_1", name: "Write", input: { file_path: "/p/a.ts" } }] },
    },
  });
  expect(JSON.stringify(decoded && "raw" in decoded ? decoded.raw : "")).not.toContain(text);
});

test.each([
  ["another key has the name of the file", { notebook_path: "/p/a.ts", content: text }, "/p/a.ts"],
  ["only a text says that it is the file", { content: `${text}"file_path":"/p/a.ts"` }, "/p/a.ts"],
  ["the name was cut", { file_path: "/p/a.ts.map", content: text }, "/p/a.ts"],
  ["nobody knows the file for sure", { file_path: "/p/a.ts", content: text }, undefined],
  ["the line is short", { file_path: "/p/a.ts" }, "/p/a.ts"],
])("a call is decoded whole where %s", (_, input, file) => {
  expect(lightCalls(lineOf(input), call(file))).toBeUndefined();
});

test("a line without the model's words where they belong is decoded whole", () => {
  const line = lineOf({ file_path: "/p/a.ts", content: text }, { type: "user" });
  expect(lightCalls(line, call("/p/a.ts"))).toBeUndefined();
});

test.each([
  ['{"parentUuid":null,"cwd":"/a\\"b","message":{"role":"user"}}', "message"],
  ['{"parentUuid":"x","isSidechain":false,"n":12,"attachment":{"type":"file"}}', "attachment"],
  ['{"parentUuid":"x","list":[1],"message":{}}', undefined],
  ['{"parentUuid":"x","type":"system"}', undefined],
  ['{"parentUuid":"x","cwd":"/a', undefined],
  ['{"parentUuid" :"x","message":{}}', undefined],
])("the first key with an object in %s is %s", (line, expected) => {
  const bytes = Buffer.from(line);
  const key = firstObjectKey(bytes, 0, bytes.length);
  expect(key === undefined ? undefined : bytes.toString("utf8", key.start, key.end)).toBe(expected);
});
