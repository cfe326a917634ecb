// A compact_boundary entry -> what it says of the part before it: cause, sizes, and the entries that it keeps.
import {
  type EntryId,
  type JsonObject,
  arrayField,
  fieldOf,
  isEntryId,
  numberField,
  objectField,
  stringField,
} from "../format/index.ts";

export type Preserved =
  | { readonly by: "list"; readonly anchor: EntryId; readonly ids: readonly EntryId[] }
  | { readonly by: "segment"; readonly anchor: EntryId; readonly head: EntryId; readonly tail: EntryId };

export type Compaction = {
  readonly logicalParent: EntryId | undefined;
  readonly trigger: string | undefined;
  readonly preTokens: number | undefined;
  readonly postTokens: number | undefined;
  /** Older entries that are sent again behind `anchor`. */
  readonly preserved: Preserved | undefined;
};

export function compactionOf(raw: JsonObject): Compaction {
  const metadata = objectField(raw, "compactMetadata") ?? {};
  return {
    logicalParent: fieldOf(raw, "logicalParentUuid", isEntryId),
    trigger: stringField(metadata, "trigger"),
    preTokens: numberField(metadata, "preTokens"),
    postTokens: numberField(metadata, "postTokens"),
    preserved: preservedList(metadata) ?? preservedSegment(metadata),
  };
}

function preservedList(metadata: JsonObject): Preserved | undefined {
  const list = objectField(metadata, "preservedMessages");
  const ids = list === undefined ? undefined : arrayField(list, "uuids");
  const anchor = list === undefined ? undefined : fieldOf(list, "anchorUuid", isEntryId);
  if (ids === undefined || anchor === undefined) return undefined;
  return { by: "list", anchor, ids: ids.filter(isEntryId) };
}

function preservedSegment(metadata: JsonObject): Preserved | undefined {
  const segment = objectField(metadata, "preservedSegment");
  if (segment === undefined) return undefined;
  const anchor = fieldOf(segment, "anchorUuid", isEntryId);
  const head = fieldOf(segment, "headUuid", isEntryId);
  const tail = fieldOf(segment, "tailUuid", isEntryId);
  if (anchor === undefined || head === undefined || tail === undefined) return undefined;
  return { by: "segment", anchor, head, tail };
}
