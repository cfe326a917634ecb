// The bytes of a line and how ids change -> which bytes of it become which: session ids, uuids, forkedFrom, paths; the rest is not looked at.
import { utf8Bytes } from "../format/index.ts";
import { folderScan } from "./folders.ts";
import { forkMarks } from "./fork-mark.ts";
import type { IdPlaces, Identity } from "./plan.ts";
import { type Replacement, inOrder } from "./replacement.ts";
import { isSameBytes, stringAt } from "./string-bytes.ts";
import { keysOf, passSpace, scanObject, scanStrings } from "./top-level.ts";
import { type Owner, uuidTable } from "./uuid-table.ts";

/** The session that a line comes from, if that is not the one that is reshaped. */
export type Origin = { readonly sessionId: string; readonly isOwn: Owner };

export type RenamingContext = {
  readonly origin?: Origin | undefined;
  /** Where its ids are, so that the line need not be searched. */
  readonly ids?: IdPlaces | undefined;
};

/** In rising order, none inside another. */
export type Renaming = (bytes: Uint8Array, context?: RenamingContext) => readonly Replacement[];

/** Where ids stand at the top of a line. Behind the first three: ids of entries, then what holds some further down. */
export const idMembers = [
  "sessionId",
  "session_id",
  "forkedFrom",
  "uuid",
  "parentUuid",
  "logicalParentUuid",
  "leafUuid",
  "messageId",
  "snapshotMessageId",
  "sourceToolAssistantUUID",
  "interruptedMessageId",
  "commandUuid",
  "refusedUserMessageUuid",
  "parentLastUuid",
  "snapshot",
  "attachment",
  "compactMetadata",
  "microcompactMetadata",
  "summarizedTurnPromptUuids",
] as const;
const keys = keysOf(idMembers);
const [sessionKeys, forkKey, uuidKey, firstHolder] = [2, 2, 3, 14];
const nestedKeys = keysOf(["messageId", "source_uuid"]);

export function renamingOf(identity: Identity): Renaming {
  const { from, to, forkedFrom, alias = from } = identity;
  const toText = utf8Bytes(JSON.stringify(to));
  const fromText = utf8Bytes(JSON.stringify(from));
  const aliasText = utf8Bytes(JSON.stringify(alias));
  const isFresh = identity.uuids === "fresh";
  const uuids = uuidTable(to);
  const marks = forkMarks();
  const folders = folderScan(identity);

  // One line is scanned at a time: what is found lies here, so that nothing is made anew for each.
  let line: Uint8Array = toText;
  let found: Replacement[] = [];
  let isOwn: Owner = identity.isOwn;
  let ownSession = from;
  let ownText = fromText;
  let uuid: Uint8Array | undefined;
  let [fork, forkEnd] = [-1, -1];

  function isSession(start: number, end: number): boolean {
    if (isSameBytes(line, start, fromText) || isSameBytes(line, start, ownText)) return true;
    if (isSameBytes(line, start, aliasText)) return true;
    if (!line.subarray(start, end).includes(backslash)) return false;
    const id = stringAt(line, start, end);
    return id === from || id === ownSession || id === alias;
  }

  function rename(start: number, end: number): void {
    const bytes = isFresh ? uuids.renamed(line, { start, end, isOwn }) : undefined;
    if (bytes !== undefined) found.push({ start, end, bytes });
  }

  /** The entry's own uuid, kept in mind where a mark will name it. */
  function renameOwn(start: number, end: number): void {
    const before = found.length;
    rename(start, end);
    const isMarked = isFresh ? found.length > before : isOwn(stringAt(line, start, end) ?? "");
    uuid = isMarked ? line.subarray(start, end) : undefined;
  }

  const nested = { keys: nestedKeys, on: (_key: number, start: number, end: number): void => rename(start, end) };
  const inStrings = (start: number, end: number, role: "key" | "value"): void => {
    if (role === "value") rename(start, end);
  };

  function on(key: number, start: number, end: number): void {
    if (key < sessionKeys) {
      if (isSession(start, end)) found.push({ start, end, bytes: toText });
    } else if (key === forkKey) [fork, forkEnd] = [start, end];
    else if (key >= firstHolder) {
      if (!isFresh) return;
      if (idMembers[key] === "snapshot" || idMembers[key] === "attachment") {
        if (line[start] === openBrace) scanObject(line, start, nested);
      } else scanStrings(line, { start, end }, inStrings);
    } else if (key === uuidKey && forkedFrom === "written") renameOwn(start, end);
    else rename(start, end);
  }

  function begin(): void {
    uuid = undefined;
    [fork, forkEnd] = [-1, -1];
  }

  /** Says where an entry comes from, in the object that ends here. */
  function mark(end: number): void {
    if (uuid === undefined) return;
    const { added, value } = marks.of(ownSession, uuid);
    if (fork === -1) found.push({ start: end - 1, end: end - 1, bytes: added });
    else found.push({ start: fork, end: forkEnd, bytes: value });
  }

  const scan = { keys, on };
  /** Behind the object that opens here, or -1; what breaks off is nobody's entry and stays as it is. */
  function renameObject(open: number): number {
    const known = found.length;
    begin();
    const end = scanObject(line, open, scan);
    if (end === -1) found.length = known;
    else mark(end);
    return end;
  }

  /** The same for a line that was searched already. */
  function renameAt({ members, length, end }: IdPlaces): void {
    begin();
    for (let at = 0; at < length; at += 3) on(members[at] ?? 0, members[at + 1] ?? 0, members[at + 2] ?? 0);
    mark(end);
  }

  function renameAll(): void {
    let at = passSpace(line, line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? 3 : 0);
    while (at !== -1 && line[at] === openBrace) {
      const end = renameObject(at);
      at = end === -1 ? -1 : passSpace(line, end);
    }
  }

  return (bytes, { origin, ids } = noContext) => {
    line = bytes;
    found = [];
    isOwn = origin?.isOwn ?? identity.isOwn;
    if ((origin?.sessionId ?? from) !== ownSession) {
      ownSession = origin?.sessionId ?? from;
      ownText = utf8Bytes(JSON.stringify(ownSession));
    }
    if (ids === undefined) renameAll();
    else renameAt(ids);
    return folders.isNeeded ? folders.merge(bytes, found) : inOrder(found);
  };
}

const noContext: RenamingContext = {};
const openBrace = 0x7b;
const backslash = 0x5c;
