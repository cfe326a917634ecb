// A log -> what the calls in it were, by id; read when first asked for, and only the lines that make calls.
import {
  type Decoded,
  type JsonObject,
  field,
  isArray,
  isObject,
  maxLineBytes,
  objectField,
  stringField,
} from "../../format/index.ts";
import type { CallContext } from "../query/evaluate.ts";
import { type FileReader, decodeBytes } from "./file-reader.ts";

export type CallLookup = {
  /** The call of that id, if a line up to the one at `offset` makes it. */
  readonly at: (offset: number) => (callId: string) => CallContext | undefined;
};

type Known = CallContext & { readonly offset: number };

export function callLookup(reader: FileReader): CallLookup {
  let known: ReadonlyMap<string, Known> | undefined;
  return {
    at: (offset) => (callId) => {
      known ??= callsOf(reader);
      const call = known.get(callId);
      return call === undefined || call.offset > offset ? undefined : call;
    },
  };
}

function callsOf(reader: FileReader): ReadonlyMap<string, Known> {
  const calls = new Map<string, Known>();
  for (const { decoded, offset } of linesWith(reader, Buffer.from('"tool_use"'))) {
    if (decoded.kind !== "entry" && decoded.kind !== "other") continue;
    for (const { id, ...call } of callsIn(decoded.raw)) if (!calls.has(id)) calls.set(id, { ...call, offset });
  }
  return calls;
}

/** As the digest counts them: the first of an id. */
function callsIn(raw: JsonObject): readonly (CallContext & { readonly id: string })[] {
  const isReply = stringField(raw, "type") === "assistant";
  const content = isReply ? field(objectField(raw, "message") ?? {}, "content") : undefined;
  if (!isArray(content)) return [];
  return content.flatMap((block) => {
    if (!isObject(block) || stringField(block, "type") !== "tool_use") return [];
    const id = stringField(block, "id");
    const tool = stringField(block, "name");
    if (id === undefined || tool === undefined) return [];
    const input = objectField(block, "input") ?? {};
    const file = fileKeys.map((key) => stringField(input, key)).find((path) => path !== undefined);
    return [{ id, tool, file }];
  });
}

const fileKeys = ["file_path", "notebook_path", "path"] as const;

const chunkBytes = 1024 * 1024;

function* linesWith(
  reader: FileReader,
  needle: Buffer,
): Generator<{ readonly decoded: Decoded; readonly offset: number }> {
  let size = chunkBytes;
  for (let offset = 0; ;) {
    const buffer = Buffer.allocUnsafe(size);
    const count = reader.read(buffer, offset);
    const isLast = count < size;
    const end = isLast ? count : buffer.lastIndexOf(0x0a) + 1;
    if (end === 0) {
      if (isLast) return;
      // A line as long as the chunk: once more with more room, or past it when it is too long for a line.
      if (size <= maxLineBytes) size *= 4;
      else offset += count;
      continue;
    }
    const chunk = buffer.subarray(0, end);
    for (let at = chunk.indexOf(needle); at >= 0;) {
      const start = chunk.lastIndexOf(0x0a, at) + 1;
      const feed = chunk.indexOf(0x0a, at);
      const stop = feed < 0 ? end : feed;
      yield { decoded: decodeBytes(chunk.subarray(start, stop), offset + start), offset: offset + start };
      at = chunk.indexOf(needle, stop);
    }
    if (isLast) return;
    offset += end;
    size = chunkBytes;
  }
}
