// A line and a query -> which parts of its entry match; the one judge of scan and index alike.
import { type Decoded, type JsonObject, objectField, stringField, timestampMs, trueField } from "../../format/index.ts";
import { type TextPart, otherTexts, textParts } from "../../graph/index.ts";
import { type CallContext, type FileContext, type Matcher, type PartContext, matcherOf } from "../query/evaluate.ts";
import { type Query, looksInsideWords } from "../query/query.ts";

/** Stands for the texts of a line that are no part: what tools kept for the client, and what damage left over. */
export const otherPart = -1;

export type Judge = { readonly matches: Matcher; readonly insideWords: boolean };

export const judgeOf = (query: Query): Judge => ({ matches: matcherOf(query), insideWords: looksInsideWords(query) });

/** What the caller knows of a line beside its bytes. */
export type LinePlace = {
  readonly file: FileContext;
  readonly orderSeconds: () => number;
  readonly call: (callId: string) => CallContext | undefined;
};

/** Places in `textParts`, or `otherPart`. */
export function matchingParts(decoded: Decoded, judge: Judge, place: LinePlace): readonly number[] {
  if (decoded.kind === "blank") return [];
  if (decoded.kind === "damaged") {
    const isFound = judge.insideWords && decoded.objects.some((raw) => matchingTexts(raw, judge, place).length > 0);
    return isFound ? [otherPart] : [];
  }
  const context = partContext(decoded.raw, place);
  const found = textParts(decoded.raw).flatMap((part, at) => (judge.matches(part, context) ? [at] : []));
  if (found.length > 0 || !judge.insideWords) return found;
  return otherTexts(decoded.raw).some((text) => judge.matches(bare(text), context)) ? [otherPart] : [];
}

/** The part at a place; of the others the first that matches. */
export function partAt(
  decoded: Decoded,
  at: number,
  { judge, place }: { readonly judge: Judge; readonly place: LinePlace },
): { readonly part: TextPart; readonly raw: JsonObject } | undefined {
  if (decoded.kind === "blank") return undefined;
  if (decoded.kind === "damaged") {
    for (const raw of decoded.objects) {
      const [part] = matchingTexts(raw, judge, place);
      if (part !== undefined) return { part, raw };
    }
    return undefined;
  }
  const { raw } = decoded;
  const context = partContext(raw, place);
  const parts = at === otherPart ? otherTexts(raw).map(bare) : textParts(raw).slice(at, at + 1);
  const part = parts.find((each) => judge.matches(each, context));
  return part === undefined ? undefined : { part, raw };
}

function matchingTexts(raw: JsonObject, judge: Judge, place: LinePlace): readonly TextPart[] {
  const context = partContext(raw, place);
  return [...textParts(raw), ...otherTexts(raw).map(bare)].filter((part) => judge.matches(part, context));
}

const bare = (text: string): TextPart => ({
  kind: "note",
  role: "system",
  text,
  callId: undefined,
  tool: undefined,
  isError: false,
  isHuman: false,
});

function partContext(raw: JsonObject, { file, orderSeconds, call }: LinePlace): PartContext {
  return {
    ...file,
    get timeMs() {
      return timestampMs(stringField(raw, "timestamp")) ?? orderSeconds() * 1000;
    },
    branch: stringField(raw, "gitBranch"),
    model: stringField(objectField(raw, "message") ?? {}, "model"),
    isSidechain: trueField(raw, "isSidechain"),
    call,
  };
}
