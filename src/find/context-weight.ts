// An open source -> how much of each sort of content fills its window, in bytes and by its own scale; from outlines, for it may be larger than memory.
import { type Json, type JsonObject, field } from "../format/index.ts";
import { type ContextScale, type Node, type ReadEntry, newestRules, recountedKey } from "../graph/index.ts";
import { type OpenSource, outlineLengths, outlineOf, sentOf } from "../store/index.ts";
import { fillingOf } from "./context-filling.ts";
import type { ContextBlock } from "./context-item.ts";
import { imageTokens, ruleOfThumb } from "./context-size.ts";

export type ContextWeight = {
  /** Pictures by the piece, all else in bytes. */
  readonly amounts: Amounts;
  /** `unseenTokens` is undefined where nothing was counted. */
  readonly scale: Omit<ContextScale, "unseenTokens"> & { readonly unseenTokens: number | undefined };
};

export type Amounts = Readonly<Record<ContextBlock, number>>;

const known = new WeakMap<OpenSource, ContextWeight>();

/** The weights of one comparison: a log that is too large to be weighed item by item is weighed as it is sent, and so is the other. */
export function weighContexts(...sources: readonly OpenSource[]): readonly ContextWeight[] {
  return sources.some(isLarge) ? sources.map(weighedAsSent) : sources.map(weighContext);
}

/** No window holds so much: of such a log a rule of thumb tells enough. */
const largeBytes = 64 * 1024 * 1024;
const isLarge = ({ sizeBytes }: OpenSource): boolean => sizeBytes > largeBytes;

function weighContext(opened: OpenSource): ContextWeight {
  const made = known.get(opened) ?? weighed(opened);
  known.set(opened, made);
  return made;
}

function weighedAsSent(opened: OpenSource): ContextWeight {
  const { image, ...tokens } = sentOf(opened).size;
  const inBytes = Object.fromEntries(Object.entries(tokens).map(([kind, count]) => [kind, count * ruleOfThumb]));
  const scale = { bytesPerToken: ruleOfThumb, imageTokens, unseenTokens: undefined };
  return { amounts: { ...nothing, ...inBytes, image: image / imageTokens }, scale };
}

/** Undefined where the log has no count to go by: then a rule of thumb holds. */
export function contextScale(opened: OpenSource): ContextScale | undefined {
  if (isLarge(opened)) return undefined;
  const { unseenTokens, ...scale } = weighContext(opened).scale;
  return unseenTokens === undefined ? undefined : { ...scale, unseenTokens };
}

function weighed(opened: OpenSource): ContextWeight {
  const { session } = opened.source;
  const read = outlineReader(opened);
  const { rows, sized } = fillingOf(session, { rules: newestRules, read, lengths: outlineLengths });
  const amounts: Record<ContextBlock, number> = { ...nothing };
  for (const { item } of rows) {
    amounts[item.block] += item.sizeBytes;
    amounts.image += item.images;
  }
  const { bytesPerToken, imageTokens: each, unseenTokens } = sized;
  return { amounts, scale: { bytesPerToken, imageTokens: each, unseenTokens } };
}

export const nothing: Amounts = { text: 0, thinking: 0, tool_use: 0, tool_result: 0, reminder: 0, image: 0, other: 0 };

/** Results are what is large. Answers may say that their count is not true any more, and what is attached is weighed as it is. */
function outlineReader({ source, read, readOutline }: OpenSource): ReadEntry {
  const isWhole = ({ type }: Node): boolean => type === "assistant" || type === "attachment";
  const whole = new Set(source.session.conversation.nodes.filter(isWhole).map(({ line }) => line));
  return (node) => {
    if (!whole.has(node.line)) return readOutline(node);
    const entry = read(node);
    if (entry === undefined) return undefined;
    const outline = outlineOf(entry);
    const attachment = field(entry, "attachment");
    return {
      ...outline,
      ...member(recountedKey, field(entry, recountedKey)),
      ...member("attachment", attachment === undefined ? undefined : outlineOf({ rendered: attachment })["rendered"]),
    };
  };
}

const member = (key: string, value: Json | undefined): JsonObject => (value === undefined ? {} : { [key]: value });
