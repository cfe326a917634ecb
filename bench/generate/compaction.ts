// A full thread -> a boundary, a summary and a fresh start in the same file; newer versions keep the last round alive.
import type { JsonObject } from "./json.ts";
import { localCommand } from "./prompts.ts";
import { type Thread, emit, stamp } from "./thread.ts";

export type Trigger = "manual" | "auto";

export function compact(thread: Thread, summary: string, trigger: Trigger): void {
  const { session } = thread;
  const { rng, version } = session;
  const preserved = [...thread.round];
  const boundary = stamp(thread);
  const anchor = stamp(thread);
  const compactMetadata = {
    trigger,
    preTokens: rng.int(120_000, 180_000),
    ...(version.keys === "late" ? preservation(anchor.uuid, preserved) : {}),
  };
  const { uuid, timestamp } = boundary;
  emit(
    thread,
    {
      type: "system",
      subtype: "compact_boundary",
      content: "Conversation compacted",
      isMeta: false,
      timestamp,
      uuid,
      level: "info",
      compactMetadata,
    },
    { parent: null, logicalParent: thread.parent },
  );
  const content = `This session is being continued from a previous conversation that ran out of context. The summary is below.\n\n${summary}`;
  emit(
    thread,
    {
      type: "user",
      message: { role: "user", content },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
      ...anchor,
    },
    { promptId: thread.promptId },
  );
  session.truth.compactions += 1;
  thread.spots = [];
  if (trigger === "manual") localCommand(thread, "compact", "Compacted (ctrl+o to see full summary)");
}

// The preserved lines stand before the boundary and are read as if they stood behind the summary.
function preservation(anchorUuid: string, uuids: readonly string[]): JsonObject {
  const [headUuid] = uuids;
  const tailUuid = uuids.at(-1);
  if (headUuid === undefined || tailUuid === undefined) return {};
  return {
    durationMs: 1400,
    preservedSegment: { headUuid, anchorUuid, tailUuid },
    preservedMessages: { anchorUuid, uuids, allUuids: uuids },
    postTokens: 9000,
  };
}
