// Messages as a client would send them -> what the Messages API refuses about them, and nothing else.
import { expect, test } from "vitest";
import { type RequestMessage, checkRequest } from "../../src/graph/index.ts";

const user = (...content: RequestMessage["content"] & readonly object[]): RequestMessage => ({ role: "user", content });
const model = (...content: RequestMessage["content"] & readonly object[]): RequestMessage => ({
  role: "assistant",
  content,
});
const ask = user({ type: "text", text: "Look." });
const call = { type: "tool_use", id: "t1", name: "Read", input: {} };
const result = { type: "tool_result", tool_use_id: "t1", content: "a.txt" };

test.each<[string, readonly RequestMessage[], readonly string[]]>([
  ["a call and its result", [ask, model(call), user(result)], []],
  ["a result that carries an id of its own, too", [ask, model(call), user({ id: "msg_1", ...result })], []],
  [
    "a result of another call",
    [ask, model(call), user({ ...result, tool_use_id: "t2" })],
    ["tool_use t1 without tool_result in the next message", "tool_result t2 without tool_use in the message before"],
  ],
  [
    "a call that is made twice",
    [ask, model(call), user(result), model(call), user(result)],
    ["tool_use t1 for the second time"],
  ],
  ["a call that is answered twice", [ask, model(call), user(result, result)], ["two results for one call"]],
  ["a model that begins", [model({ type: "text", text: "Hm." })], ["the first message is not the user's"]],
  [
    "nothing but thinking",
    [ask, model({ type: "thinking", thinking: "Hm.", signature: "" })],
    ["nothing but thinking"],
  ],
])("%s", (_, messages, problems) => {
  expect(checkRequest(messages).map(({ problem }) => problem)).toEqual(problems);
});
