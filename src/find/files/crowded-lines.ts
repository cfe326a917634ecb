// A line with many calls or results -> where each is, so that one can be read alone.
import {
  type Json,
  type JsonObject,
  type Range,
  elementsUpTo,
  field,
  isArray,
  isObject,
  locate,
  objectField,
  stringField,
} from "../../format/index.ts";

/** The places of its calls and results by their ids. */
export type CrowdedLine = {
  readonly blocks: ReadonlyMap<string, Range>;
  /** With exactly one result, the entry's `toolUseResult` belongs to that result. */
  readonly hasOneResult: boolean;
};

/** Entries with fewer blocks are parsed whole: that is quicker, and real logs hold no others. */
const fewBlocks = 16;

/** Undefined where the entry has few blocks. */
export function crowdedLine(raw: JsonObject, bytes: Uint8Array): CrowdedLine | undefined {
  const content = field(objectField(raw, "message") ?? {}, "content");
  if (!isArray(content) || content.length <= fewBlocks) return undefined;
  const list = locate(bytes, ["message", "content"]);
  if (list === undefined) return undefined;
  const places = elementsUpTo(bytes.subarray(list.start, list.end), Infinity);
  // A damaged line may hold other elements than were salvaged.
  if (places.length !== content.length) return undefined;
  const blocks = new Map<string, Range>();
  let results = 0;
  content.forEach((block, at) => {
    const place = places[at];
    const id = idOf(block);
    if (isObject(block) && stringField(block, "type") === "tool_result") results += 1;
    if (id === undefined || place === undefined || blocks.has(id)) return;
    blocks.set(id, { start: list.start + place.start, end: list.start + place.end });
  });
  return { blocks, hasOneResult: results === 1 };
}

function idOf(block: Json): string | undefined {
  if (!isObject(block)) return undefined;
  const type = stringField(block, "type");
  if (type === "tool_use") return stringField(block, "id");
  return type === "tool_result" ? stringField(block, "tool_use_id") : undefined;
}
