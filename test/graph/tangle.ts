// Nothing in -> logs whose entries hang together in every wrong way: random parents, circles, copies, gaps, odd types.
import fc from "fast-check";

const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
const odd = fc.constantFrom<unknown[]>(null, undefined, "", 7, true, [], {}, "nowhere", "__proto__");
const callId = fc.constantFrom("t1", "t2", "t3");
const words = fc.constantFrom(
  "hello",
  "",
  " ",
  "[Request interrupted by user]",
  "<command-name>/x</command-name>",
  "\ud83d",
);
const mostly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: odd });

const block = fc.oneof(
  words.map((text) => ({ type: "text", text })),
  callId.map((call) => ({ type: "tool_use", id: call, name: "Task", input: { prompt: "hello" } })),
  callId.map((call) => ({ type: "tool_result", tool_use_id: call, content: "done", is_error: call === "t1" })),
  fc.constantFrom({ type: "thinking", thinking: "", signature: "s" }, { type: "image" }, { type: "new" }, null, 7, []),
);
const content = mostly(fc.oneof(words, fc.array(block, { maxLength: 3 })));
const time = mostly(
  fc.constantFrom(
    "2026-01-02T03:04:05.000Z",
    "2026-01-02T03:04:06.000Z",
    "2026-01-02T03:04:13.000Z",
    "2026-13-45T99:99",
  ),
);
const compactMetadata = fc.record(
  {
    trigger: fc.constantFrom("auto", 7),
    preservedMessages: mostly(fc.record({ anchorUuid: mostly(id), uuids: mostly(fc.array(id, { maxLength: 3 })) })),
    preservedSegment: mostly(fc.record({ anchorUuid: id, headUuid: id, tailUuid: id })),
  },
  { requiredKeys: [] },
);

const envelope = {
  uuid: mostly(id),
  parentUuid: mostly(id),
  timestamp: time,
  sessionId: mostly(fc.constantFrom("s", "s2")),
  isSidechain: fc.constantFrom(false, false, false, true),
};
const required = ["type", "uuid", "parentUuid"] as const;

const user = fc.record(
  {
    type: fc.constant("user"),
    ...envelope,
    message: mostly(fc.record({ role: fc.constant("user"), content })),
    isMeta: fc.boolean(),
    isCompactSummary: fc.constantFrom(false, false, true),
    sourceToolAssistantUUID: mostly(id),
    toolUseResult: mostly(fc.constant({ agentId: "a1" })),
  },
  { requiredKeys: [...required] },
);
const assistant = fc.record(
  {
    type: fc.constant("assistant"),
    ...envelope,
    message: mostly(fc.record({ id: mostly(fc.constantFrom("m1", "m2", "m3")), model: mostly(words), content })),
    isApiErrorMessage: fc.boolean(),
  },
  { requiredKeys: [...required] },
);
const link = fc.record(
  {
    type: fc.constantFrom("system", "attachment", "progress"),
    ...envelope,
    subtype: fc.constantFrom("compact_boundary", "local_command", "api_error"),
    logicalParentUuid: mostly(id),
    compactMetadata: mostly(compactMetadata),
    content: mostly(words),
    attachment: mostly(fc.record({ type: fc.constantFrom("queued_command", "date"), prompt: content })),
    data: mostly(fc.record({ type: fc.constantFrom("agent_progress", "hook_progress"), agentId: id })),
    parentToolUseID: mostly(callId),
  },
  { requiredKeys: [...required] },
);
const state = fc.oneof(
  fc.record({ type: fc.constant("last-prompt"), leafUuid: mostly(id), explicit: fc.boolean() }),
  fc.record({ type: fc.constant("queue-operation"), operation: fc.constant("enqueue"), content }),
  fc.record({ type: fc.constant("file-history-snapshot"), messageId: mostly(id) }),
  fc.record({ type: fc.constantFrom("custom-title", "ai-title", "summary", "pr-link", "new-kind"), summary: content }),
);
const damaged = fc.constantFrom("{}{}", '{"type":"user","uuid":"a"},', "\0", "// note", "", '{"type":"assis', "[]");

const line = fc.oneof(
  { weight: 5, arbitrary: user.map((entry) => JSON.stringify(entry)) },
  { weight: 5, arbitrary: assistant.map((entry) => JSON.stringify(entry)) },
  { weight: 3, arbitrary: link.map((entry) => JSON.stringify(entry)) },
  { weight: 1, arbitrary: state.map((entry) => JSON.stringify(entry)) },
  { weight: 1, arbitrary: damaged },
);

/** The text of a log of up to fourteen lines. */
export const tangle: fc.Arbitrary<string> = fc.array(line, { maxLength: 14 }).map((lines) => lines.join("\n"));
