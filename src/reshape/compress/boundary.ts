// An entry of the session and what was summarised -> the two lines of a compaction, in the client's shape and key order.
import { type EntryId, type JsonObject, type Json, field, timestampMs } from "../../format/index.ts";

export type Compacting = {
  /** The first entry behind: the new lines share its folder, branch and version, and stand just before it in time. */
  readonly model: JsonObject;
  readonly sessionId: string;
  readonly lastSummarised: EntryId | null;
  readonly preTokens: number;
  readonly text: string;
  readonly now: string;
  readonly ids: { readonly boundary: EntryId; readonly summary: EntryId };
};

/** Tells a boundary that clew wrote: there the turns behind it were said before it. Clients do not look at it. */
export const madeHere = "clewCompress";

export function boundaryEntry({ model, lastSummarised, preTokens, ids, ...rest }: Compacting): JsonObject {
  return {
    parentUuid: null,
    ...(lastSummarised === null ? {} : { logicalParentUuid: lastSummarised }),
    isSidechain: false,
    type: "system",
    subtype: "compact_boundary",
    content: "Conversation compacted",
    isMeta: false,
    uuid: ids.boundary,
    timestamp: before(model, rest.now, 2),
    level: "info",
    compactMetadata: { trigger: "manual", preTokens },
    [madeHere]: true,
    ...envelope(model, rest.sessionId),
  };
}

export function summaryEntry({ model, text, ids, ...rest }: Compacting): JsonObject {
  return {
    parentUuid: ids.boundary,
    isSidechain: false,
    type: "user",
    message: { role: "user", content: text },
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
    uuid: ids.summary,
    timestamp: before(model, rest.now, 1),
    ...envelope(model, rest.sessionId),
  };
}

/** So many milliseconds before the entry behind: no later line needs another time then. */
function before(model: JsonObject, now: string, ms: number): string {
  const time = field(model, "timestamp");
  const at = timestampMs(typeof time === "string" ? time : undefined) ?? timestampMs(now);
  return at === undefined ? now : new Date(at - ms).toISOString();
}

const envelopeKeys = ["userType", "entrypoint", "cwd", "sessionId", "version", "gitBranch", "slug"];

function envelope(model: JsonObject, sessionId: string): JsonObject {
  const known = envelopeKeys.flatMap((key): readonly (readonly [string, Json])[] => {
    const value = key === "sessionId" ? (field(model, key) ?? sessionId) : field(model, key);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(known);
}
