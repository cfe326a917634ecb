// The kept entries of a session -> a new file that begins with their copies: same uuids and times, another session.
import { join } from "node:path";
import { type JsonObject, isObject } from "./json.ts";
import { type Session, type Thread, openSessionSink, openThread } from "./thread.ts";
import { addNeedle } from "./truth.ts";

/** Copies count as lines and entries, never again as prompts, calls or messages. */
export function openFork(session: Session, turns: number): Thread {
  const { rng, truth, version, kept = [] } = session;
  const { kept: _parentsLines, ...own } = session;
  const fork: Session = { ...own, id: rng.uuid() };
  const fewer = truth.forks.forkedFrom <= truth.forks.forkSession;
  const style = version.keys === "late" && fewer ? "forkedFrom" : "forkSession";
  const sink = openSessionSink(fork, join(session.folder, `${fork.id}.jsonl`));
  let leaf: string | null = null;
  for (const { entry, needle } of kept) {
    sink.put(style === "forkedFrom" ? branched(entry, session.id, fork.id) : copied(entry, session, fork.id));
    if (needle !== undefined) addNeedle(truth, needle);
    if (typeof entry["uuid"] === "string" && entry["isSidechain"] === false) leaf = entry["uuid"];
  }
  truth.forks[style] += 1;
  truth.sessions += 1;
  const thread = openThread(fork, sink);
  thread.parent = leaf;
  thread.turns = turns;
  thread.prompts = turns;
  return thread;
}

/** An agent of the client's own that was given the whole conversation: the same messages, cut off before their usage was final. */
export function writeAgentCopy(session: Session): void {
  const { rng, truth, kept = [] } = session;
  const agentId = `acompact-${rng.hex(12)}`;
  const sink = openSessionSink(session, join(session.folder, session.id, "subagents", `agent-${agentId}.jsonl`));
  for (const { entry, needle } of kept) {
    if (typeof entry["uuid"] !== "string") continue;
    sink.put({ ...unfinished(entry), isSidechain: true, agentId });
    if (needle !== undefined) addNeedle(truth, needle);
  }
  sink.close({ lastMs: session.clock.ms, newline: "final" });
  if (sink.file.lines === 0) return;
  truth.agentFiles += 1;
  truth.agentCopies += 1;
}

function unfinished(entry: JsonObject): JsonObject {
  const { message } = entry;
  if (entry["type"] !== "assistant" || !isObject(message) || !isObject(message["usage"])) return entry;
  return { ...entry, message: { ...message, stop_reason: null, usage: { ...message["usage"], output_tokens: 0 } } };
}

// `--fork-session`: nothing tells the copy from an original but the id; up to 2.1.45 string prompts turn into arrays.
function copied(entry: JsonObject, session: Session, sessionId: string): JsonObject {
  const own = entry["sessionId"] === undefined ? entry : { ...entry, sessionId };
  const { message } = entry;
  if (
    session.version.keys === "late" ||
    entry["type"] !== "user" ||
    typeof message !== "object" ||
    message === null ||
    !("content" in message)
  )
    return own;
  const { content } = message;
  return typeof content === "string"
    ? { ...own, message: { role: "user", content: [{ type: "text", text: content }] } }
    : own;
}

function branched(entry: JsonObject, from: string, sessionId: string): JsonObject {
  if (entry["sessionId"] === undefined) return entry;
  if (typeof entry["uuid"] !== "string") return { ...entry, sessionId };
  return { ...entry, sessionId, forkedFrom: { sessionId: from, messageUuid: entry["uuid"] } };
}
