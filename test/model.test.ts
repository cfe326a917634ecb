// The stand-in of the Messages API: what it answers, streams, refuses and records.
import { afterEach, describe, expect, it } from "vitest";
import { isObject, objectField, stringField } from "../src/format/index.ts";
import type { Json, JsonObject } from "../src/format/index.ts";
import { countingIds, fillScript, positionOf, startStandIn } from "../src/model/index.ts";
import type { Script, StandIn, Step } from "../src/model/index.ts";

const open: StandIn[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

async function start(script: Script): Promise<StandIn> {
  const standIn = await startStandIn({ script });
  open.push(standIn);
  return standIn;
}

const says = (text: string): Step => ({ content: [{ type: "text", text }] });
const user = (content: Json) => ({ role: "user", content });
const assistant = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });

function post(standIn: StandIn, body: unknown, path = "/v1/messages"): Promise<Response> {
  return fetch(`http://127.0.0.1:${standIn.port}${path}`, { method: "POST", body: JSON.stringify(body) });
}

async function events(response: Response): Promise<readonly JsonObject[]> {
  const text = await response.text();
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((part): unknown => JSON.parse(part.slice(part.indexOf("data: ") + 6)))
    .filter(isObject);
}

describe("which step answers", () => {
  const reminder = { type: "text", text: "<system-reminder>now</system-reminder>" };

  const done = user([{ type: "tool_result", tool_use_id: "t1" }]);
  const merged = user(["one\n", "two"].map((text) => ({ type: "text", text })));
  const traces = user("<local-command-stdout>x</local-command-stdout>");

  it.each([
    ["a string", [user("hello")], ["hello", 0]],
    ["blocks", [user([{ type: "text", text: "hello" }, reminder])], ["hello", 0]],
    ["the last text of a merged message", [merged], ["two", 0]],
    ["a turn under way", [user("hello"), assistant("a"), done], ["hello", 1]],
    ["a second turn", [user("one"), assistant("a"), user("two")], ["two", 0]],
    ["a local command's traces", [user("one"), assistant("a"), traces], ["one", 1]],
    ["nothing", [], ["", 0]],
  ] as const)("%s is found by the last human text", (_, messages, [human, step]) => {
    expect(positionOf({ messages })).toMatchObject({ human, step });
  });

  it("the first matching rule answers, step by step, and then the script ends", async () => {
    const standIn = await start({
      rules: [{ match: "^count", steps: [says("one"), says("two")] }],
      otherwise: says("nothing"),
    });
    const texts: unknown[] = [];
    const messages: object[] = [user("count")];
    for (let at = 0; at < 3; at += 1) {
      const reply: unknown = await (await post(standIn, { messages })).json();
      texts.push(reply);
      messages.push(assistant("said"));
    }
    expect(texts).toMatchObject([
      { content: [{ text: "one" }] },
      { content: [{ text: "two" }] },
      { content: [{ text: "nothing" }] },
    ]);
  });

  it("rules can ask for the system prompt, the model and the absence of tools", async () => {
    const rules = [
      { system: "title", tools: "none", steps: [says("a title")] },
      { model: "haiku", steps: [says("a small answer")] },
    ] as const;
    const standIn = await start({ rules, otherwise: says("else") });
    const ask = async (body: object): Promise<unknown> =>
      (await post(standIn, { messages: [user("x")], ...body })).json();
    expect(await ask({ system: "make a title" })).toMatchObject({ content: [{ text: "a title" }] });
    expect(await ask({ system: [{ type: "text", text: "title" }], tools: [{}] })).toMatchObject({
      content: [{ text: "else" }],
    });
    expect(await ask({ model: "claude-haiku-4-5" })).toMatchObject({ content: [{ text: "a small answer" }] });
  });
});

describe("a stream", () => {
  const step: Step = {
    content: [
      { type: "thinking", thinking: "hm", signature: "sig" },
      { type: "text", text: "x".repeat(100) },
      { type: "tool_use", name: "Read", input: { file_path: "/a" } },
    ],
  };

  it("brings every block in deltas that add up to the whole reply", async () => {
    const standIn = await start({ rules: [], otherwise: step });
    const seen = await events(await post(standIn, { messages: [user("go")], stream: true }));
    expect(seen.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1])).toEqual([
      "message_start",
      "ping",
      ...Array.from({ length: 3 }, () => ["content_block_start", "content_block_delta", "content_block_stop"]).flat(),
      "message_delta",
      "message_stop",
    ]);
    const deltas = seen.map((event) => objectField(event, "delta") ?? {});
    const joined = (key: string) => deltas.map((delta) => stringField(delta, key) ?? "").join("");
    expect(joined("thinking")).toBe("hm");
    expect(joined("signature")).toBe("sig");
    expect(joined("text")).toBe("x".repeat(100));
    expect(joined("partial_json")).toBe('{"file_path":"/a"}');
    expect(joined("stop_reason")).toBe("tool_use");
  });

  it("that hangs after some deltas is never ended by the stand-in", async () => {
    const standIn = await start({ rules: [], otherwise: { ...step, hang: { afterDeltas: 3 } } });
    const stop = new AbortController();
    const response = await fetch(`http://127.0.0.1:${standIn.port}/v1/messages`, {
      method: "POST",
      body: JSON.stringify({ messages: [user("go")], stream: true }),
      signal: stop.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (text.split("event: content_block_delta").length <= 3) text += (await reader?.read())?.value ?? "";
    const more = reader?.read().then(
      () => "ended",
      () => "still open",
    );
    stop.abort();
    expect(await more).toBe("still open");
    expect(text).not.toContain("message_stop");
  });

  it("ids are counted, so the same script gives the same ids", async () => {
    const reply = async (): Promise<unknown> =>
      (await post(await start({ rules: [], otherwise: step }), { messages: [user("go")] })).json();
    expect(await reply()).toEqual(await reply());
    const ids = countingIds("A");
    expect([ids("msg_"), ids("msg_")]).toEqual([`msg_A${"1".padStart(21, "0")}`, `msg_A${"2".padStart(21, "0")}`]);
  });
});

describe("a scripted error", () => {
  it("is given as often as the script says, with its headers, and then the content comes", async () => {
    const error = {
      status: 529,
      type: "overloaded_error",
      message: "Overloaded",
      times: 2,
      headers: { "retry-after": "1" },
    };
    const standIn = await start({ rules: [{ match: "x", steps: [{ ...says("at last"), error }] }] });
    const responses = [];
    for (let at = 0; at < 3; at += 1) responses.push(await post(standIn, { messages: [user("x")] }));
    expect(responses.map(({ status }) => status)).toEqual([529, 529, 200]);
    expect(responses[0]?.headers.get("retry-after")).toBe("1");
    expect(await responses[1]?.json()).toMatchObject({ type: "error", error: { type: "overloaded_error" } });
    expect(await responses[2]?.json()).toMatchObject({ content: [{ text: "at last" }] });
  });

  it("other paths are not found, a body that is no JSON is refused, tokens are counted", async () => {
    const standIn = await start({ rules: [] });
    const raw = await fetch(`http://127.0.0.1:${standIn.port}/v1/messages`, { method: "POST", body: "{" });
    expect(raw.status).toBe(400);
    expect((await post(standIn, {}, "/v1/elsewhere")).status).toBe(404);
    const counted = await post(standIn, { messages: [] }, "/v1/messages/count_tokens?beta=true");
    expect(await counted.json()).toEqual({ input_tokens: 4 });
  });
});

it("every request is recorded with its place in the conversation", async () => {
  const heard: number[] = [];
  const script = { rules: [{ match: "b", steps: [says("x")] }] };
  const standIn = await startStandIn({ script, onRequest: ({ number }) => heard.push(number) });
  open.push(standIn);
  await post(standIn, { messages: [user("a")] });
  await post(standIn, { messages: [user("b"), assistant("x")] });
  expect(standIn.requests).toMatchObject([
    { number: 1, method: "POST", path: "/v1/messages", human: "a", step: 0, rule: undefined },
    { number: 2, human: "b", step: 1, rule: 0, body: { messages: [{ content: "b" }, {}] } },
  ]);
  expect(heard).toEqual([1, 2]);
});

it("a script is filled in everywhere, and names nobody knows stay", () => {
  const step: Step = { content: [{ type: "tool_use", name: "{{tool}}", input: { path: ["{{cwd}}/a", "{{other}}"] } }] };
  const filled = fillScript({ rules: [{ steps: [step] }] }, { tool: "Read", cwd: "/w" });
  expect(filled.rules[0]?.steps[0]?.content).toEqual([
    { type: "tool_use", name: "Read", input: { path: ["/w/a", "{{other}}"] } },
  ]);
});
