// A known entry -> one line of the log in the client's key order; refuses what would not read back the same.
import { findDrift } from "./drift.ts";
import type { JsonObject } from "./json.ts";
import { type KnownEntry, entryShape } from "./schema/entries.ts";
import { unwritable } from "./unwritable.ts";

export type Encoded =
  | { readonly ok: true; readonly line: string }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The line ends with LF. Keys that the client does not write keep their own order behind those it does. */
export function encodeEntry(entry: KnownEntry): Encoded {
  const raw: JsonObject = { ...entry };
  const wrong = findDrift(entryShape, raw).filter(
    (drift) => drift.kind === "wrong-type" || drift.kind === "unknown-type",
  );
  const problems = [...wrong.map((drift) => `${drift.path}: ${drift.detail}`), ...unwritable(raw)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, line: `${JSON.stringify(ordered(raw))}\n` };
}

/** As 2.1.150 and newer write it. */
const chainOrder = [
  "parentUuid",
  "logicalParentUuid",
  "isSidechain",
  "promptId",
  "agentId",
  "attachment",
  "message",
  "apiBlockIndex",
  "requestId",
  "type",
  "subtype",
  "content",
  "isMeta",
  "isVisibleInTranscriptOnly",
  "isCompactSummary",
  "uuid",
  "timestamp",
  "level",
  "compactMetadata",
  "toolUseResult",
  "sourceToolAssistantUUID",
  "permissionMode",
  "promptSource",
  "userType",
  "entrypoint",
  "cwd",
  "sessionId",
  "version",
  "gitBranch",
  "slug",
] as const;

/** A user entry tells its type before its message, an assistant entry behind it. */
const userOrder = chainOrder.flatMap((key) => (key === "message" ? ["type", key] : key === "type" ? [] : [key]));

function ordered(raw: JsonObject): JsonObject {
  // A state line, which has no place in the chain, begins with its type.
  const order = raw["type"] === "user" ? userOrder : "parentUuid" in raw ? chainOrder : ["type"];
  const known = order.filter((key) => Object.hasOwn(raw, key));
  const rest = Object.keys(raw).filter((key) => !known.includes(key));
  return Object.fromEntries([...known, ...rest].map((key) => [key, raw[key] ?? null]));
}
