// A log in the making -> what pointed at dropped entries points at the nearest kept one, or goes; and the last-prompt lines found.
import {
  type EntryId,
  type Json,
  type JsonObject,
  type Line,
  decodeLine,
  field,
  fieldOf,
  isEntryId,
  isObject,
  locate,
  stringField,
  trueField,
  utf8Text,
} from "../format/index.ts";
import type { Node } from "../graph/index.ts";
import type { Ancestors } from "./ancestor.ts";
import type { Straight } from "./linearise.ts";
import { remapCompactions } from "./preserved-references.ts";
import type { Work } from "./work.ts";

/** A `last-prompt` line that is still there. */
export type LeafLine = { readonly line: number; readonly leaf: EntryId | null; readonly explicit: boolean };

/** Undefined: nothing went, so the lines were not looked at. */
export function remapReferences({ log, ancestors }: Straight, work: Work): readonly LeafLine[] | undefined {
  const hasDropped = work.allDropped().length > 0;
  if (!hasDropped) return undefined;
  for (const node of log.nodes) {
    if (node.source !== undefined && ancestors.isGone(node.source))
      work.change(node.line, { op: "remove", path: ["sourceToolAssistantUUID"] });
  }
  remapCompactions({ log, ancestors }, work);
  return stateLines(work).flatMap(([line, raw]) => remapState(line, raw, { ancestors, work }));
}

/** Lines beside the chain that point at entries, as they are now. */
export function stateLines(work: Work): readonly (readonly [number, JsonObject])[] {
  const { log } = work.source.session;
  const chain = new Set(log.nodes.map((node) => node.line));
  const found: (readonly [number, JsonObject])[] = [];
  for (const line of work.source.lines(1, log.tally.lines)) {
    if (chain.has(line.number) || work.isDropped(line.number) || work.extraAt(line.number) !== undefined) continue;
    if (!isPointing(line)) continue;
    const decoded = decodeLine(line);
    if (decoded.kind === "entry" || decoded.kind === "other") found.push([line.number, decoded.raw]);
  }
  return found;
}

const pointing: ReadonlySet<string> = new Set([
  "last-prompt",
  "summary",
  "file-history-snapshot",
  "file-history-delta",
]);

/** Told by its type alone: other state lines may be megabytes. */
export function isPointing({ bytes }: Line): boolean {
  const type = bytes === undefined ? undefined : locate(bytes, ["type"]);
  return type !== undefined && pointing.has(utf8Text(bytes?.subarray(type.start + 1, type.end - 1) ?? nothing));
}

const nothing = new Uint8Array(0);

type Context = { readonly ancestors: Ancestors; readonly work: Work };

function remapState(line: number, raw: JsonObject, { ancestors, work }: Context): readonly LeafLine[] {
  switch (stringField(raw, "type") ?? "") {
    case "last-prompt":
      return lastPrompt(line, raw, { ancestors, work });
    case "summary": {
      const leaf = fieldOf(raw, "leafUuid", isEntryId);
      const kept = leaf === undefined || !ancestors.isGone(leaf) ? undefined : ancestors.above(leaf);
      if (kept !== undefined) work.change(line, { op: "set", path: ["leafUuid"], value: kept });
      return [];
    }
    case "file-history-snapshot":
      remapBackup(line, raw, { ancestors, work, places: snapshotPlaces });
      return [];
    case "file-history-delta":
      remapBackup(line, raw, { ancestors, work, places: deltaPlaces });
      return [];
  }
  return [];
}

function lastPrompt(line: number, raw: JsonObject, { ancestors, work }: Context): readonly LeafLine[] {
  const leaf = field(raw, "leafUuid");
  if (leaf !== null && !isEntryId(leaf)) return [];
  if (leaf !== null && ancestors.isGone(leaf)) {
    work.drop(line, "it points at an entry that is gone", "gone");
    work.step("gone-leaf", "lines about where the session ended removed", line);
    return [];
  }
  return [{ line, leaf, explicit: trueField(raw, "explicit") }];
}

type BackupPlace = { readonly path: readonly string[]; readonly fits: (node: Node) => boolean };

const isUser = (node: Node): boolean => node.type === "user";
const isMessage = (node: Node): boolean => node.type === "user" || node.type === "assistant";
const snapshotPlaces: readonly BackupPlace[] = [
  { path: ["messageId"], fits: isUser },
  { path: ["snapshot", "messageId"], fits: isUser },
];
const deltaPlaces: readonly BackupPlace[] = [
  { path: ["messageId"], fits: isMessage },
  { path: ["snapshotMessageId"], fits: isUser },
];

function remapBackup(
  line: number,
  raw: JsonObject,
  { ancestors, work, places }: Context & { readonly places: readonly BackupPlace[] },
): void {
  for (const { path, fits } of places) {
    const id = path.reduce<Json | undefined>((held, key) => fieldIn(held, key), raw);
    if (!isEntryId(id) || !ancestors.isGone(id)) continue;
    const kept = ancestors.nearest(id, fits)?.id;
    if (kept === undefined) {
      work.drop(line, "the prompt whose files it keeps is gone", "gone");
      return work.step("gone-snapshot", "file snapshots without their prompt removed", line);
    }
    work.change(line, { op: "set", path, value: kept });
  }
}

const fieldIn = (held: Json | undefined, key: string): Json | undefined =>
  isObject(held) ? field(held, key) : undefined;
