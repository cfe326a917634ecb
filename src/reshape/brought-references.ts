// A line of a fork -> the changes by which it points at the session's own entries where it pointed at the fork's copies of them.
import {
  type Change,
  type Json,
  type JsonObject,
  type Path,
  field,
  isArray,
  isEntryId,
  isObject,
  objectField,
} from "../format/index.ts";
import type { Shared } from "./shared.ts";

export function changedReferences(raw: JsonObject, shared: Shared): readonly Change[] {
  const renamed = (value: Json): Json => {
    if (isArray(value)) return value.map(renamed);
    return isEntryId(value) ? (shared.idFor(value) ?? value) : value;
  };
  return placesIn(raw).flatMap((path): readonly Change[] => {
    const was = valueAt(raw, path);
    const value = was === undefined ? undefined : renamed(was);
    return value === undefined || JSON.stringify(value) === JSON.stringify(was) ? [] : [{ op: "set", path, value }];
  });
}

const places: readonly Path[] = [
  ["parentUuid"],
  ["logicalParentUuid"],
  ["sourceToolAssistantUUID"],
  ["leafUuid"],
  ["messageId"],
  ["snapshot", "messageId"],
  ["snapshotMessageId"],
  ["interruptedMessageId"],
  ["commandUuid"],
  ["refusedUserMessageUuid"],
  ["parentLastUuid"],
  ["attachment", "source_uuid"],
  ["summarizedTurnPromptUuids"],
];

/** With what a compaction says that it keeps. */
function placesIn(raw: JsonObject): readonly Path[] {
  const metadata = objectField(raw, "compactMetadata");
  if (metadata === undefined) return places;
  const kept = ["preservedMessages", "preservedSegment"].flatMap((name) =>
    Object.keys(objectField(metadata, name) ?? {}).map((key): Path => ["compactMetadata", name, key]),
  );
  return [...places, ...kept];
}

const valueAt = (raw: JsonObject, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((held, key) => (isObject(held) ? field(held, String(key)) : undefined), raw);
