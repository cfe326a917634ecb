// A sound log, its damaged twin and the repaired one -> how much of the sound one is replayed and reached again.
import { buildRequest, checkRequest, newestRules } from "../../src/graph/index.ts";
import type { RequestMessage } from "../../src/graph/index.ts";
import { comparable } from "../../src/proof/index.ts";
import { open } from "../craft.ts";

export type Sound = {
  readonly blocks: ReadonlyMap<string, number>;
  readonly count: number;
  /** Entries of the path by uuid, and what each says. */
  readonly path: ReadonlyMap<string, string>;
  readonly ownBlocks: ReadonlyMap<string, number>;
  readonly violations: number;
};

export function requestOf(bytes: Uint8Array): readonly RequestMessage[] {
  const { session, read } = open(bytes);
  return buildRequest(session.conversation.nodes, { read, rules: newestRules, reminders: "left-out" }).messages;
}

export function soundOf(bytes: Uint8Array): Sound {
  const messages = requestOf(bytes);
  const blocks = tally(messages);
  const { session, read } = open(bytes);
  const path = new Map<string, string>();
  const ownBlocks = new Map<string, number>();
  for (const node of session.path) {
    if (node.id === undefined) continue;
    const raw = read(node);
    const content = raw?.["message"];
    const said =
      typeof content === "object" && content !== null && "content" in content ? content["content"] : undefined;
    path.set(node.id, JSON.stringify([node.type, said ?? raw?.["attachment"] ?? raw?.["content"] ?? node.id]));
    ownBlocks.set(node.id, Array.isArray(said) ? said.length : 1);
  }
  return { blocks, count: sum(blocks), path, ownBlocks, violations: checkRequest(messages).length };
}

function tally(messages: readonly RequestMessage[], prompt?: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  // Call ids may be mended, so what a block says counts, not its id.
  for (const { role, type, text } of comparable(messages, prompt)) {
    const key = `${role} ${type} ${text.trim()}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, count) => all + count, 0);

/** `prompt`: the one that a client's request ends with. */
export function replayedBlocks({ blocks }: Sound, messages: readonly RequestMessage[], prompt?: string): number {
  const found = tally(messages, prompt);
  let replayed = 0;
  for (const [key, count] of blocks) replayed += Math.min(count, found.get(key) ?? 0);
  return replayed;
}

export type Score = {
  readonly blocks: number;
  readonly replayed: number;
  /** Blocks of entries that were lost with the damage: nothing can bring them back. */
  readonly gone: number;
  readonly surviving: number;
  readonly reached: number;
  readonly violations: number;
};

export function scoreOf(sound: Sound, lost: ReadonlySet<string>, result: Uint8Array): Score {
  const messages = requestOf(result);
  const after = soundOf(result);
  const said = new Set(after.path.values());
  const surviving = [...sound.path].filter(([id]) => !lost.has(id));
  return {
    blocks: sound.count,
    replayed: replayedBlocks(sound, messages),
    gone: [...lost].reduce((all, id) => all + (sound.ownBlocks.get(id) ?? 0), 0),
    surviving: surviving.length,
    reached: surviving.filter(([id, words]) => after.path.has(id) || said.has(words)).length,
    violations: Math.max(0, checkRequest(messages).length - sound.violations),
  };
}
