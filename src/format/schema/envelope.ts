// Nothing in -> the fields that every entry of the parent chain carries, in all versions from 1.0.17.
import { nullable, object, optional, string } from "../shape.ts";
import { maybeBoolean, maybeString } from "./maybe.ts";

/** The entry of another session that this one was copied from, written by /branch. */
export const forkedFrom = object({ sessionId: maybeString, messageUuid: maybeString });

/**
 * Only `uuid` and `timestamp` are required: without them the client itself replays nothing. The rest came one by one
 * (gitBranch 1.0.55, agentId 2.0.28, slug 2.0.51, entrypoint 2.1.79) or may be trimmed.
 */
export const chain = {
  uuid: string,
  timestamp: string,
  parentUuid: optional(nullable(string)),
  logicalParentUuid: optional(nullable(string)),
  isSidechain: maybeBoolean,
  isMeta: maybeBoolean,
  userType: maybeString,
  entrypoint: maybeString,
  cwd: maybeString,
  sessionId: maybeString,
  session_id: maybeString,
  sessionKind: maybeString,
  version: maybeString,
  gitBranch: maybeString,
  slug: maybeString,
  agentId: maybeString,
  agentName: maybeString,
  agentColor: maybeString,
  teamName: maybeString,
  promptId: maybeString,
  forkedFrom: optional(forkedFrom),
} as const;
