// The boundaries of a log in the making -> what they say of entries that are gone is put right: what they followed, what they keep.
import {
  type EntryId,
  type Json,
  type JsonObject,
  arrayField,
  fieldOf,
  isEntryId,
  objectField,
} from "../format/index.ts";
import type { Edited } from "./edited.ts";
import { entriesAt, rawOf } from "./reading.ts";
import type { Work } from "./work.ts";

export function remapCompactions({ log, ancestors }: Edited, work: Work): void {
  for (const decoded of entriesAt(log.compactions.keys(), work)) {
    const raw = rawOf(decoded);
    if (raw !== undefined) remapBoundary(decoded.line.number, raw, { edited: { log, ancestors }, work });
  }
}

type Context = { readonly edited: Edited; readonly work: Work };

function remapBoundary(place: number, raw: JsonObject, { edited, work }: Context): void {
  const { ancestors } = edited;
  const logical = fieldOf(raw, "logicalParentUuid", isEntryId);
  if (logical !== undefined && ancestors.isGone(logical)) {
    const kept = ancestors.above(logical);
    const path = ["logicalParentUuid"];
    work.change(place, kept === undefined ? { op: "remove", path } : { op: "set", path, value: kept });
  }
  const metadata = objectField(raw, "compactMetadata");
  const list = metadata === undefined ? undefined : objectField(metadata, "preservedMessages");
  const segment = metadata === undefined ? undefined : objectField(metadata, "preservedSegment");
  if (list !== undefined) remapList(place, list, { edited, work });
  if (segment !== undefined) remapSegment(place, segment, { edited, work, list });
}

function remapList(place: number, list: JsonObject, { edited, work }: Context): void {
  const path = ["compactMetadata", "preservedMessages"];
  const isKept = (id: Json): boolean => !isEntryId(id) || !edited.ancestors.isGone(id);
  const uuids = arrayField(list, "uuids");
  if (uuids !== undefined && uuids.length > 0 && !uuids.some(isKept)) return work.change(place, { op: "remove", path });
  for (const key of ["uuids", "allUuids"]) {
    const ids = arrayField(list, key);
    if (ids !== undefined && !ids.every(isKept))
      work.change(place, { op: "set", path: [...path, key], value: ids.filter(isKept) });
  }
  remapAnchor(place, [...path, "anchorUuid"], { id: fieldOf(list, "anchorUuid", isEntryId), edited, work });
}

type Anchor = Context & { readonly id: EntryId | undefined };

function remapAnchor(place: number, path: readonly string[], { id, edited, work }: Anchor): void {
  const kept = id === undefined || !edited.ancestors.isGone(id) ? undefined : edited.ancestors.above(id);
  if (kept !== undefined) work.change(place, { op: "set", path, value: kept });
}

function remapSegment(
  place: number,
  segment: JsonObject,
  { edited, work, list }: Context & { readonly list: JsonObject | undefined },
): void {
  const path = ["compactMetadata", "preservedSegment"];
  const head = fieldOf(segment, "headUuid", isEntryId);
  const tail = fieldOf(segment, "tailUuid", isEntryId);
  if (head === undefined || tail === undefined) return;
  const { isGone } = edited.ancestors;
  if (isGone(head) || isGone(tail)) {
    const ids = list === undefined ? idsBetween(head, tail, work) : (arrayField(list, "uuids") ?? []).filter(isEntryId);
    const kept = ids.filter((id) => !isGone(id));
    const [first] = kept;
    const last = kept.at(-1);
    if (first === undefined || last === undefined) return work.change(place, { op: "remove", path });
    work.change(place, { op: "set", path: [...path, "headUuid"], value: first });
    work.change(place, { op: "set", path: [...path, "tailUuid"], value: last });
  }
  remapAnchor(place, [...path, "anchorUuid"], { id: fieldOf(segment, "anchorUuid", isEntryId), edited, work });
}

/** From the head to the tail, by parents of the source. */
function idsBetween(head: EntryId, tail: EntryId, work: Work): readonly EntryId[] {
  const { byId } = work.source.session.log;
  const ids = new Set<EntryId>();
  for (let at: EntryId | undefined = tail; at !== undefined && !ids.has(at); at = byId.get(at)?.parent) {
    ids.add(at);
    if (at === head) return [...ids].toReversed();
  }
  return [];
}
