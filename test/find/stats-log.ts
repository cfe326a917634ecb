// A few words per line -> the text of a log whose figures are plain to see, and logs as they stand in a survey; times are told or counted.
import type { JsonObject } from "../../src/format/index.ts";
import { isAgentId } from "../../src/format/index.ts";
import type { Survey, SurveyedAgent, SurveyedSession } from "../../src/find/index.ts";
import { forkParents } from "../../src/find/owner.ts";
import { digestOf } from "../digest.ts";

export type Usage = {
  readonly model?: string;
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly cacheWrite1h?: number;
  readonly webSearches?: number;
  /** `service_tier`, `speed` and `inference_geo`. */
  readonly variant?: JsonObject;
  /** null: the client never wrote why it stopped. */
  readonly stop?: string | null;
  readonly time?: string;
  readonly blocks?: readonly JsonObject[];
  readonly extra?: JsonObject;
};

/** Its name, and what it is called with. */
export type Tool = string | readonly [name: string, input: JsonObject];

export type CountedLines = {
  readonly prompt: (uuid: string, time?: string) => CountedLines;
  readonly message: (id: string, usage?: Usage) => CountedLines;
  readonly call: (messageId: string, id: string, tool: Tool) => CountedLines;
  readonly result: (
    callId: string,
    extra?: JsonObject & { readonly isError?: boolean; readonly time?: string },
  ) => CountedLines;
  /** These very characters. */
  readonly raw: (text: string) => CountedLines;
  readonly text: () => string;
};

const firstMs = Date.parse("2026-03-02T10:00:00.000Z");

export function lines(envelope: JsonObject = {}): CountedLines {
  const all: string[] = [];
  const self: CountedLines = {
    prompt: (uuid, time) => add({ type: "user", uuid, message: { role: "user", content: `Do ${uuid}.` } }, time),
    message: (id, { blocks = [{ type: "text", text: "Done." }], extra = {}, ...usage } = {}) =>
      add(
        { type: "assistant", uuid: `u-${id}-${all.length}`, message: messageOf(id, blocks, usage), ...extra },
        usage.time,
      ),
    call(messageId, id, tool) {
      const [name, input = {}] = typeof tool === "string" ? [tool] : tool;
      return self.message(messageId, { blocks: [{ type: "tool_use", id, name, input }] });
    },
    result(callId, { isError = false, time, ...extra } = {}) {
      const block = { type: "tool_result", tool_use_id: callId, content: "ok", ...(isError && { is_error: true }) };
      return add({ type: "user", uuid: `r-${callId}`, message: { role: "user", content: [block] }, ...extra }, time);
    },
    raw(text) {
      all.push(text);
      return self;
    },
    text: () => all.join(""),
  };
  return self;

  function add(body: JsonObject, time = new Date(firstMs + all.length * 1000).toISOString()): CountedLines {
    const shared = { isSidechain: false, cwd: "/home/ada/loom", version: "2.1.150" };
    all.push(`${JSON.stringify({ parentUuid: null, ...shared, ...envelope, timestamp: time, ...body })}\n`);
    return self;
  }
}

function messageOf(id: string, content: readonly JsonObject[], usage: Usage): JsonObject {
  const {
    model = "claude-opus-4-5",
    input = 10,
    output = 100,
    cacheRead = 0,
    cacheWrite = 0,
    cacheWrite1h = 0,
  } = usage;
  return {
    id,
    role: "assistant",
    model,
    content,
    stop_reason: usage.stop === undefined ? "end_turn" : usage.stop,
    usage: {
      input_tokens: input,
      output_tokens: output,
      cache_read_input_tokens: cacheRead,
      cache_creation_input_tokens: cacheWrite,
      cache_creation: { ephemeral_5m_input_tokens: cacheWrite - cacheWrite1h, ephemeral_1h_input_tokens: cacheWrite1h },
      server_tool_use: { web_search_requests: usage.webSearches ?? 0 },
      ...usage.variant,
    },
  };
}

export type Written = {
  readonly text: string;
  readonly slug?: string;
  readonly agents?: Readonly<Record<string, string>>;
};

/** Sessions by their ids, with their agents' logs by their ids. */
export function surveyOf(sessions: Readonly<Record<string, Written | string>>): Survey {
  const all = Object.entries(sessions).map(([id, given]): SurveyedSession => {
    const { text, slug = "-home-ada-loom", agents = {} } = typeof given === "string" ? { text: given } : given;
    const path = `/home/ada/.claude/projects/${slug}/${id}.jsonl`;
    return { ...factsOf(path, text), slug, stem: id, id, forkOf: undefined, agents: agentsOf(agents, slug, id) };
  });
  const parents = forkParents(all);
  return {
    sessions: all.map((session, at) => ({ ...session, forkOf: parents[at] })),
    strays: [],
    failed: [],
    unreadable: 0,
  };
}

export function agentsOf(
  agents: Readonly<Record<string, string>>,
  slug: string,
  session: string,
): readonly SurveyedAgent[] {
  return Object.entries(agents).flatMap(([agentId, text]) => {
    const path = `/home/ada/.claude/projects/${slug}/${session}/subagents/agent-${agentId}.jsonl`;
    if (!isAgentId(agentId)) throw new Error(`${agentId} is no agent id`);
    return [{ ...factsOf(path, text), slug, agentId, layout: "nested" as const, sessionStem: session }];
  });
}

function factsOf(path: string, text: string) {
  const sizeBytes = new TextEncoder().encode(text).length;
  return {
    path,
    realPath: path,
    sizeBytes,
    modifiedMs: firstMs,
    device: 1,
    inode: 1,
    digest: digestOf(text),
    isDeleted: false,
  };
}
