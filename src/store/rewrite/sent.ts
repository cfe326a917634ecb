// An open session -> what the newest client sends for it on resume, whole, or as all that is compared and weighed of it.
import { hash } from "node:crypto";
import { type RequestMessage, type RequestSize, buildRequest, newestRules, requestSize } from "../../graph/index.ts";
import { type Weighed, weigh } from "../../reshape/index.ts";
import { withSmallYoungGeneration } from "../young-generation.ts";
import { outlineLengths } from "./outline.ts";
import type { OpenSource } from "./source.ts";

/** Its reminders included. */
export function requestOf({ source, read }: OpenSource): readonly RequestMessage[] {
  const { nodes } = source.session.conversation;
  return buildRequest(nodes, { read, rules: newestRules, reminders: "shown" }).messages;
}

export type Sent = Weighed & { readonly size: RequestSize };

const known = new WeakMap<OpenSource, Sent>();

/** Made once for each session, from outlines: the request itself may be larger than memory. */
export function sentOf(opened: OpenSource): Sent {
  const made = known.get(opened) ?? withSmallYoungGeneration(opened.sizeBytes, () => sent(opened));
  known.set(opened, made);
  return made;
}

function sent({ source, readOutline }: OpenSource): Sent {
  const { session } = source;
  const options = { read: readOutline, rules: newestRules, reminders: "shown" } as const;
  const request = buildRequest(session.conversation.nodes, options).messages;
  const weighed = weigh({ session, request }, (text) => hash("sha1", text, "base64"));
  return { ...weighed, size: requestSize(request, outlineLengths) };
}
