// Lines -> the digest of their log: what is counted once, what is a prompt, and that a digest survives its bytes and goes on.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonObject, utf8Bytes } from "../../src/format/index.ts";
import {
  PooledIds,
  areFirstIds,
  idHash,
  isNoId,
  isSameId,
  messageCounted,
  packDigest,
  resultDenied,
  resultError,
  textHash,
  unpackDigest,
} from "../../src/graph/index.ts";
import { call, say, smallLog } from "../cli/small-log.ts";
import { digestOf } from "../digest.ts";

const sessionId = "aaaaaaaa-0000-4000-8000-00000000000a";

function usage(output: number, rest: JsonObject = {}): JsonObject {
  return {
    message: {
      id: "msg_1",
      model: "claude-opus-5-5",
      content: [{ type: "text", text: "a" }],
      usage: { input_tokens: 3, output_tokens: output, ...rest },
    },
  };
}

describe("a message is counted once", () => {
  test("with the usage of the line that has the greatest output", () => {
    const log = smallLog({ sessionId });
    log.prompt("Weave.");
    log.answer("msg_1", say("a"), { ...usage(4), requestId: "r" });
    log.answer("msg_1", say("b"), usage(90));
    log.answer("msg_1", say("c"), usage(8));
    const { messages } = digestOf(log.text());
    expect(messages.ids).toEqual(["msg_1"]);
    expect(Array.from(messages.output)).toEqual([90]);
    expect(Array.from(messages.input)).toEqual([3]);
  });

  test("by its uuid where it has no id, or an empty one", () => {
    const log = smallLog({ sessionId });
    const first = log.answer("x", say("a"), { message: { content: [], usage: { output_tokens: 5 } } });
    const second = log.answer("y", say("a"), { message: { id: "", content: [], usage: { output_tokens: 5 } } });
    const third = log.answer("z", say("a"), { message: { id: "", content: [], usage: { output_tokens: 5 } } });
    expect(digestOf(log.text()).messages.ids).toEqual([first, second, third]);
  });

  test("always, where it has neither", () => {
    const line = `{"type":"assistant","uuid":"","message":{"id":"","usage":{"output_tokens":5}}}\n`;
    const digest = digestOf(line.repeat(2));
    expect(digest.messages.ids).toEqual(["", ""]);
    expect(digestOf(line, digest).messages.ids).toEqual(["", "", ""]);
  });

  test.each(["null", `"none"`, "7", `[{"output_tokens":1}]`])(
    "and none of the API's where its usage is %s",
    (usage) => {
      const line = `{"type":"assistant","uuid":"u","message":{"id":"m","usage":${usage}}}\n`;
      expect(digestOf(line).messages.ids).toEqual([]);
    },
  );

  test.each([
    ["{}", 0],
    [`{"output_tokens":null}`, 0],
    [`{"output_tokens":"100"}`, 0],
    [`{"input_tokens":1.5,"output_tokens":2}`, 0],
    [`{"output_tokens":2,"cache_creation":{"ephemeral_1h_input_tokens":-1}}`, 0],
    [`{"output_tokens":2,"server_tool_use":{"web_search_requests":"many"}}`, 0],
    [`{"input_tokens":null,"output_tokens":0}`, messageCounted],
    [`{"input_tokens":1,"output_tokens":2,"cache_creation":null}`, messageCounted],
  ])("and known to tell what it used or not: %s", (usage, flags) => {
    const { messages } = digestOf(`{"type":"assistant","uuid":"u","message":{"id":"m","usage":${usage}}}\n`);
    expect({ ids: messages.ids, flags: messages.flags }).toEqual({ ids: ["m"], flags: [flags] });
  });

  test("as one that tells what it used as soon as any of its lines does", () => {
    const line = (usage: string) => `{"type":"assistant","uuid":"u","message":{"id":"m","usage":${usage}}}\n`;
    const { messages } = digestOf(line("null") + line(`{"output_tokens":3}`) + line("null"));
    expect([messages.output, messages.flags]).toEqual([[3], [messageCounted]]);
  });

  test("with what stays in the cache for an hour apart from the rest", () => {
    const log = smallLog({ sessionId });
    const split = { cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 30 } };
    log.answer("msg_1", say("a"), usage(1, { cache_creation_input_tokens: 40, ...split }));
    const { messages } = digestOf(log.text());
    expect([messages.cacheWrite[0], messages.cacheWrite1h[0]]).toEqual([40, 30]);
  });
});

test.each([-5, 1.5, 1e308])("a count of %d tokens is none", (output) => {
  const log = smallLog({ sessionId });
  log.answer("msg_1", say("a"), usage(output));
  const { messages } = digestOf(log.text().replace("1e+308", "1e999"));
  expect([messages.input[0], messages.output[0]]).toEqual([3, 0]);
});

describe("a prompt is what a person or a program asked", () => {
  test.each([
    ["typed", { message: { content: "Tie a knot." } }, 1],
    ["a picture with words", { message: { content: [{ type: "image" }, { type: "text", text: "What is it?" }] } }, 1],
    ["a notification", { message: { content: "<task-notification>done</task-notification>" } }, 0],
    ["an interruption", { message: { content: [{ type: "text", text: "[Request interrupted by user]" }] } }, 0],
    ["a compaction's summary", { isCompactSummary: true, message: { content: "This session is continued." } }, 0],
    ["the client's own words", { isMeta: true, message: { content: "Caveat: ..." } }, 0],
    ["an agent's task in the same file", { isSidechain: true, message: { content: "Look around." } }, 0],
    ["a command that the client runs itself", { message: { content: "<command-name>/cost</command-name>" } }, 0],
  ])("%s", (_, body, prompts) => {
    const log = smallLog({ sessionId });
    log.prompt("x", body);
    expect(digestOf(log.text()).prompts.ids).toHaveLength(prompts);
  });

  test("and a command once the client puts its text before the model", () => {
    const log = smallLog({ sessionId });
    const command = log.prompt("<command-name>/review</command-name><command-args>all</command-args>");
    log.prompt("Review all of it.", { isMeta: true });
    const digest = digestOf(log.text());
    expect(digest.prompts.ids).toEqual([command]);
    expect(digest.firstPrompt).toBe("/review all");
  });
});

test.each([
  "The user doesn't want to proceed with this tool use.",
  "Permission to use Bash has been denied.",
  "Claude requested permissions to write, but you haven't granted it yet.",
  "Permission for this action was denied by the Claude Code auto mode classifier.",
])("a result tells that it failed because somebody said no: %s", (no) => {
  const log = smallLog({ sessionId });
  log.answer("msg_1", call("toolu_1", "Bash", { command: "make\nclean" }));
  const block = { type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: no };
  log.result("toolu_1", no, { message: { role: "user", content: [block] } });
  const { calls, results } = digestOf(log.text());
  expect([calls.targets[0], results.flags[0], results.sizes[0]]).toEqual([
    "make\nclean",
    resultError + resultDenied,
    7,
  ]);
});

const anyLog = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }).map((text) => ["prompt", text] as const),
      fc
        .tuple(fc.constant("answer" as const), fc.string(), fc.nat(9))
        .map(([, text, id]) => ["answer", text, id] as const),
      fc.tuple(fc.constant("call" as const), fc.string(), fc.nat(9)).map(([, text, id]) => ["call", text, id] as const),
      fc.constant(["command"] as const),
      fc.constant(["expansion"] as const),
      fc.constantFrom("\n", "{torn\n", "[]\n").map((text) => ["verbatim", text] as const),
    ),
    { maxLength: 30 },
  )
  .map((steps) => {
    const log = smallLog({ sessionId });
    for (const [kind, text = "", id = 0] of steps) {
      if (kind === "prompt") log.prompt(text);
      else if (kind === "answer") log.answer(`msg_${id}`, say(text));
      else if (kind === "call") {
        log.answer(`msg_${id}`, call(`toolu_${id}`, "Bash", { command: text }));
        log.result(`toolu_${id}`, text);
      } else if (kind === "command") log.prompt("<command-name>/go</command-name>");
      else if (kind === "expansion") log.prompt("Go on.", { isMeta: true });
      else log.verbatim(text);
    }
    return log.text();
  });

test("the bytes of a digest are that digest again", () => {
  fc.assert(
    fc.property(anyLog, (text) => {
      const digest = digestOf(text);
      expect(plain(unpackDigest(packDigest(digest)))).toEqual(plain(digest));
    }),
  );
});

test("bytes that are cut are no digest", () => {
  const log = smallLog({ sessionId });
  log.prompt("Weave.");
  const packed = packDigest(digestOf(log.text()));
  for (const length of [0, 3, 4, 9, packed.length - 1])
    expect(unpackDigest(packed.subarray(0, length))).toBeUndefined();
});

test("a digest that goes on equals one that reads everything", () => {
  fc.assert(
    fc.property(anyLog, fc.nat(40), (text, cut) => {
      const lines = text.split(/(?<=\n)/);
      const front = digestOf(lines.slice(0, cut).join(""));
      const stored = unpackDigest(packDigest(front));
      expect(plain(digestOf(lines.slice(cut).join(""), stored))).toEqual(plain(digestOf(text)));
    }),
  );
});

/** Typed arrays and plain ones alike. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (item instanceof Float64Array ? Array.from(item) : item)) ?? "null",
  );
}

describe("ids", () => {
  const pooled = (ids: readonly string[]): PooledIds => {
    const bytes = utf8Bytes(ids.map((id) => `${id}\n`).join(""));
    let start = 0;
    const words = ids.flatMap((id) => [textHash(id), (start += id.length + 1) - id.length - 1, id.length]);
    const pool = { bytes, start: 0, end: bytes.length, words: Uint32Array.from(words), firstWord: 0, rowWords: 3 };
    return new PooledIds(ids.length, pool);
  };
  const anyIds = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "_", "0", "9", "-") }), {
    minLength: 1,
    maxLength: 6,
  });

  test("in a pool are the same as in an array, and are told apart alike", () => {
    fc.assert(
      fc.property(anyIds, (ids) => {
        const pool = pooled(ids);
        expect([...pool]).toEqual(ids);
        for (const [row, id] of ids.entries()) {
          expect(pool.at(row)).toBe(id);
          expect(idHash(pool, row)).toBe(textHash(id));
          expect(isNoId(pool, row)).toBe(id === "");
          for (const [other, text] of ids.entries()) {
            expect(isSameId({ ids: pool, row }, { ids: pool, row: other })).toBe(id === text);
            expect(isSameId({ ids: pool, row }, { ids, row: other })).toBe(id === text);
          }
        }
      }),
    );
  });

  test("are the first of others only where they are the same in the same order", () => {
    fc.assert(
      fc.property(anyIds, anyIds, fc.nat(6), (ids, others, count) => {
        const some = ids.slice(0, count);
        for (const [few, all] of [
          [some, ids],
          [others, ids],
          [ids, others],
        ] as const) {
          const isSo = few.every((id, row) => id === all[row]);
          expect(areFirstIds(pooled(few), pooled(all))).toBe(isSo);
          expect(areFirstIds(few, pooled(all))).toBe(isSo);
        }
      }),
    );
  });
});

test("the bytes of the first version, which no mark tells of, had only messages that told what they used", () => {
  const packed = packDigest(digestOf(`{"type":"assistant","message":{"id":"m","usage":{}}}\n`));
  const old = packed.slice();
  old.set(utf8Bytes(`"format":1`), Buffer.from(packed).indexOf(`"format":2`));
  expect(Array.from(unpackDigest(old)?.messages.flags ?? [])).toEqual([messageCounted]);
  old.set(utf8Bytes(`"format":3`), Buffer.from(packed).indexOf(`"format":2`));
  expect(unpackDigest(old)).toBeUndefined();
});

test("calls and results with an empty id are known by their entry and their place; without one they are none", () => {
  const log = smallLog({ sessionId });
  const bash = (id: object) => ({ type: "tool_use", name: "Bash", input: {}, ...id });
  const content = [bash({ id: "" }), bash({}), bash({ id: "toolu_1" }), bash({ id: "" })];
  const uuid = log.answer("m", say("a"), { message: { id: "m", content } });
  const results = ["", "", "toolu_1"].map((id) => ({ type: "tool_result", tool_use_id: id, content: "ok" }));
  const line = `${JSON.stringify({ type: "user", uuid: "r", message: { content: results } })}\n`;
  const digest = digestOf(log.text() + line.repeat(2));
  expect(digest.calls.ids).toEqual([`${uuid}#0`, "toolu_1", `${uuid}#3`]);
  expect(digest.results.ids).toEqual(["r#0", "r#1", "toolu_1"]);
});

test("a prompt that has something called an attachment beside it is told by its own words", () => {
  const line = { type: "user", uuid: "u", attachment: { prompt: "else" }, message: { role: "user", content: "weave" } };
  expect(digestOf(`${JSON.stringify(line)}\n`).firstPrompt).toBe("weave");
});
