// The bytes of any log -> everything that is made of them, each law checked on the way; the first breach is thrown.
import { blocksOf, damageReasons, field, objectField, splitLines } from "../../src/format/index.ts";
import { type Session, buildRequest, checkRequest, newestRules, summarizeSession } from "../../src/graph/index.ts";
import { sanitize, transcript } from "../../src/view/index.ts";
import { type Opened, open } from "../craft.ts";

export function wholeWay(bytes: Uint8Array): Opened {
  checkTiles(bytes);
  const opened = open(bytes);
  const { decoded, log, session, read } = opened;
  const { entry, other, blank, damaged } = log.tally.kinds;
  must(entry + other + blank + damaged === decoded.length, "the tally has every line");
  must(log.tally.bytes === bytes.length, "the tally has every byte");
  must(
    [...log.tally.damage.keys()].every((reason) => damageReasons.includes(reason)),
    "damage is named",
  );
  checkCalls(opened);
  checkPlaces(session);
  const summary = summarizeSession(log, { read });
  must(summary.calls === session.calls.length, "the summary counts the calls");
  must(summary.branches === session.branches.length, "the summary counts the branches");
  const nodesAt = new Map(log.nodes.map((node) => [node.line, node]));
  const ways = session.branches.map(({ lines, turns }) => ({
    nodes: lines.flatMap((line) => nodesAt.get(line) ?? []),
    turns,
  }));
  for (const { nodes, turns } of [{ nodes: session.path, turns: session.turns }, ...ways])
    for (const row of transcript(nodes, turns, { session, read })) if ("text" in row) sanitize(row.text);
  for (const reminders of ["left-out", "shown"] as const) {
    const { messages } = buildRequest(session.conversation.nodes, { read, rules: newestRules, reminders });
    checkRequest(messages);
  }
  return opened;
}

function must(holds: boolean, law: string): void {
  if (!holds) throw new Error(`broken: ${law}`);
}

function checkTiles(bytes: Uint8Array): void {
  let offset = 0;
  let number = 0;
  for (const line of splitLines([bytes])) {
    number += 1;
    must(line.offset === offset && line.number === number, "lines tile the file");
    const content = bytes.subarray(offset, offset + (line.bytes?.length ?? 0));
    must(line.bytes === undefined || Buffer.compare(content, line.bytes) === 0, "a line is the bytes at its place");
    offset += line.length;
  }
  must(offset === bytes.length, "lines joined are the file");
}

/** Calls and results as the lines have them, told without the graph. */
function checkCalls({ decoded, session }: Opened): void {
  const called = new Set<string>();
  const answered = new Set<string>();
  for (const one of decoded) {
    const raw = one.kind === "blank" ? undefined : one.kind === "damaged" ? one.leading : one.raw;
    const type = raw === undefined ? undefined : field(raw, "type");
    if (raw === undefined || (type !== "user" && type !== "assistant")) continue;
    for (const block of blocksOf(field(objectField(raw, "message") ?? {}, "content"))) {
      if (type === "assistant" && block.type === "tool_use" && block.id !== undefined) called.add(block.id);
      if (type === "user" && block.type === "tool_result" && block.callId !== undefined) answered.add(block.callId);
    }
  }
  const calls = new Map(session.calls.map((call) => [String(call.id), call]));
  must([...called].every((id) => calls.has(id)) && calls.size === called.size, "no call is lost or invented");
  const withResult = new Set(
    session.calls.flatMap(({ id, resultLine }) => (resultLine === undefined ? [] : [String(id)])),
  );
  must(
    [...answered].every((id) => !called.has(id) || withResult.has(id)),
    "no result of a call is lost",
  );
}

function checkPlaces({ path, branches, log, links }: Session): void {
  const placed = [...path.map(({ line }) => line), ...branches.flatMap(({ lines }) => lines)];
  const places = new Set(placed);
  must(places.size === placed.length, "no entry stands in two places");
  const said = log.nodes.filter((node) => node.type === "assistant" && !node.sidechain && links.isLive(node));
  must(
    said.every(({ line }) => places.has(line)),
    "every message is on the path or on a branch",
  );
}
