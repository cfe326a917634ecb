// The door of format: bytes <-> line <-> entry.
export { type Block, blocksOf, plainText, textBlock } from "./blocks.ts";
export { type Change, type Changed, applyChanges } from "./change.ts";
export { type DamageReason, damageReasons } from "./damage.ts";
export { type Decoded, type LineKind, type Quirk, decodeLine, decodeLines, typed } from "./decode.ts";
export { type Drift, findDrift, fits } from "./drift.ts";
export { type Encoded, encodeEntry } from "./encode.ts";
export { type EntryType, isEntryType } from "./entry-type.ts";
export {
  type AgentId,
  type CallId,
  type EntryId,
  type MessageId,
  type RequestId,
  type SessionId,
  isAgentId,
  isCallId,
  isEntryId,
  isMessageId,
  isRequestId,
  isSessionId,
  isUuid,
} from "./ids.ts";
export {
  type Json,
  type JsonObject,
  arrayField,
  field,
  fieldOf,
  isArray,
  isObject,
  jsonText,
  numberField,
  objectField,
  parsedObject,
  stringField,
  trueField,
} from "./json.ts";
export { wholeJson } from "./whole-json.ts";
export { toJsonSchema } from "./json-schema.ts";
export { type Place, placeOf } from "./layout.ts";
export {
  type Line,
  type LineEnd,
  type LineSplitter,
  contentLength,
  lineSplitter,
  maxLineBytes,
  splitLines,
} from "./lines.ts";
export { type Path, type Range, elementsUpTo, locate, locator, membersUpTo } from "./locate.ts";
export { type KnownEntry, entryShape, schemaVersion } from "./schema/entries.ts";
export { isSlugLike, longSlugOf, slugOf } from "./slug.ts";
export { type Edit, type Spliced, splice } from "./splice.ts";
export { type TaggedPart, taggedParts, withoutTagged } from "./tagged.ts";
export { timestampMs } from "./timestamp.ts";
export { type ByteOrder, utf16Text } from "./utf16.ts";
export { withoutEnd } from "./trim-end.ts";
export { utf8Bytes, utf8Text } from "./utf8.ts";
export { editDistance } from "./edit-distance.ts";
