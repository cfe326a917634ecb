// The bytes of a line and how ids change -> which bytes of it become which: session ids, uuids, forkedFrom, paths; the rest is not looked at.
import { utf8Bytes, utf8Text } from "../format/index.ts";
import { type FolderScan, folderScan } from "./folders.ts";
import { freshUuids } from "./fresh-uuid.ts";
import type { Identity } from "./plan.ts";
import { keysOf, passSpace, scanObject, scanStrings } from "./top-level.ts";

/** In rising order, none inside another. */
export type Replacement = { readonly start: number; readonly end: number; readonly bytes: Uint8Array };

/** The session that a line comes from, if that is not the one that is reshaped. */
export type Origin = { readonly sessionId: string; readonly isOwn: (id: string) => boolean };

export type Renaming = (bytes: Uint8Array, origin?: Origin) => readonly Replacement[];

const names = [
  "sessionId",
  "session_id",
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
  "forkedFrom",
  "snapshot",
  "attachment",
  "compactMetadata",
  "microcompactMetadata",
  "summarizedTurnPromptUuids",
] as const;
const keys = keysOf(names);
const nestedKeys = { snapshot: keysOf(["messageId"]), attachment: keysOf(["source_uuid"]) } as const;

export function renamingOf(identity: Identity): Renaming {
  const toText = utf8Bytes(JSON.stringify(identity.to));
  const renamed = uuidTable(identity);
  const folders: FolderScan = folderScan(identity);

  return (bytes, origin) => {
    const found: Replacement[] = [];
    const isOwn = origin?.isOwn ?? identity.isOwn;
    const ownSession = origin?.sessionId ?? identity.from;
    let uuid: string | undefined;
    let fork: { readonly start: number; readonly end: number } | undefined;

    function rename(start: number, end: number): void {
      const id = stringAt(bytes, start, end);
      const text = id === undefined || identity.uuids === "kept" ? undefined : renamed(id, isOwn);
      if (text !== undefined) found.push({ start, end, bytes: text });
    }

    function on(key: number, start: number, end: number): void {
      const name = names[key];
      switch (name) {
        case undefined:
          return;
        case "sessionId":
        case "session_id": {
          const id = stringAt(bytes, start, end);
          if (id !== undefined && (id === identity.from || id === ownSession)) found.push({ start, end, bytes: toText });
          return;
        }
        case "uuid":
          uuid = stringAt(bytes, start, end);
          return rename(start, end);
        case "forkedFrom":
          fork = { start, end };
          return;
        case "snapshot":
        case "attachment":
          if (identity.uuids === "fresh" && bytes[start] === openBrace)
            scanObject(bytes, start, { keys: nestedKeys[name], on: (_, from, to) => rename(from, to) });
          return;
        case "compactMetadata":
        case "microcompactMetadata":
        case "summarizedTurnPromptUuids":
          if (identity.uuids === "fresh")
            scanStrings(bytes, { start, end }, (from, to, role) => (role === "value" ? rename(from, to) : undefined));
          return;
        case "parentUuid":
        case "logicalParentUuid":
        case "leafUuid":
        case "messageId":
        case "snapshotMessageId":
        case "sourceToolAssistantUUID":
        case "interruptedMessageId":
        case "commandUuid":
        case "refusedUserMessageUuid":
        case "parentLastUuid":
          return rename(start, end);
      }
    }

    let from = startOf(bytes);
    while (bytes[from] === openBrace) {
      const known = found.length;
      [uuid, fork] = [undefined, undefined];
      const end = scanObject(bytes, from, { keys, on });
      if (end === -1) {
        // What breaks off is nobody's entry: it stays as it is.
        found.length = known;
        break;
      }
      if (identity.forkedFrom === "written" && uuid !== undefined && isOwn(uuid))
        found.push(forkedFrom({ sessionId: ownSession, messageUuid: uuid }, fork, end));
      from = passSpace(bytes, end);
    }
    return folders.isNeeded ? folders.merge(bytes, found) : inOrder(found);
  };
}

type Place = { readonly start: number; readonly end: number } | undefined;

function forkedFrom(value: { readonly sessionId: string; readonly messageUuid: string }, at: Place, end: number): Replacement {
  if (at !== undefined) return { ...at, bytes: utf8Bytes(JSON.stringify(value)) };
  return { start: end - 1, end: end - 1, bytes: utf8Bytes(`,"forkedFrom":${JSON.stringify(value)}`) };
}

export function inOrder(found: Replacement[]): readonly Replacement[] {
  return found.sort((a, b) => a.start - b.start);
}

const startOf = (bytes: Uint8Array): number =>
  passSpace(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);

/** The text of a string that holds no escape; ids are never written with one. */
function stringAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] !== quote || end - start < 3) return undefined;
  const text = utf8Text(bytes.subarray(start + 1, end - 1));
  return text.includes("\\") ? unescaped(utf8Text(bytes.subarray(start, end))) : text;
}

function unescaped(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** How many renamed uuids are remembered: a uuid comes again in the lines right behind. */
const remembered = 4096;

function uuidTable({ to }: Identity): (id: string, isOwn: (id: string) => boolean) => Uint8Array | undefined {
  const fresh = freshUuids(to);
  const known = new Map<string, Uint8Array>();
  return (id, isOwn) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    if (!isOwn(id)) return undefined;
    const bytes = utf8Bytes(`"${fresh(id)}"`);
    if (known.size >= remembered) known.clear();
    known.set(id, bytes);
    return bytes;
  };
}

const quote = 0x22;
const openBrace = 0x7b;
