// An open session -> what the newest client sends for it on resume, whole, or as all that is compared and weighed of it.
import { createHash, hash } from "node:crypto";
import {
  type ReadEntry,
  type RequestMessage,
  type RequestSize,
  type Session,
  buildRequest,
  newestRules,
  requestSize,
} from "../../graph/index.ts";
import { type Weighed, type Words, weigh } from "../../reshape/index.ts";
import { withSmallYoungGeneration } from "../young-generation.ts";
import { type Marks, wordsPerLine } from "./marks.ts";
import { outlineLengths, outlineOf } from "./outline.ts";
import type { OpenSource } from "./source.ts";

/** Its reminders included. */
export function requestOf({ source, read }: OpenSource): readonly RequestMessage[] {
  const { nodes } = source.session.conversation;
  return buildRequest(nodes, { read, rules: newestRules, reminders: "shown" }).messages;
}

export type Sent = Weighed & { readonly size: RequestSize };

const known = new WeakMap<OpenSource, Sent>();

/** Made once for each session, from outlines: the request itself may be larger than memory. */
export function sentOf(opened: OpenSource, words: Words = "left-out"): Sent {
  const held = known.get(opened);
  if (held !== undefined && (words === "left-out" || held.said !== undefined)) return held;
  const made = withSmallYoungGeneration(opened.sizeBytes, () => sent(opened, opened.readOutline, words));
  known.set(opened, made);
  return made;
}

/** The same from whole entries: what decides where marks differ, or where a text was shortened on one side by other means. */
export function plainSentOf(opened: OpenSource, words: Words, read: ReadEntry): Sent {
  return withSmallYoungGeneration(opened.sizeBytes, () =>
    sent(
      opened,
      (node) => {
        const entry = read(node);
        return entry && outlineOf(entry);
      },
      words,
    ),
  );
}

function sent({ source }: OpenSource, read: OpenSource["readOutline"], words: Words): Sent {
  const { session } = source;
  const request = buildRequest(session.conversation.nodes, { read, rules: newestRules, reminders: "shown" }).messages;
  const weighed = weigh({ session, request }, { words, markOf: (text) => hash("sha1", text, "base64") });
  return { ...weighed, size: requestSize(request, outlineLengths) };
}

const talks = new WeakMap<OpenSource, string>();

/**
 * A mark of the whole conversation: its entries in order, and of each all that a request is made of. A request is a function of these:
 * where two talks are the same, the requests are. Two that differ may still send the same.
 */
export function talkOf(opened: OpenSource): string {
  const made = talks.get(opened) ?? talk(opened);
  talks.set(opened, made);
  return made;
}

function talk({ source, marks }: OpenSource): string {
  return talkIn(source.session, marks());
}

export function talkIn({ conversation }: Session, marks: Marks): string {
  const { nodes } = conversation;
  const words = new Uint32Array(wordsPerLine * nodes.length);
  for (const [at, { line }] of nodes.entries()) marks.copy(line, words, wordsPerLine * at);
  const facts = nodes.map(({ type, subtype = "", messageId = "" }) => `${type} ${subtype} ${messageId}`);
  return createHash("sha256").update(JSON.stringify(facts)).update(words).digest("base64");
}
