// Entries as they pass by -> how many rows each will have, before anybody knows what hangs where; a law of the tests keeps it true to `view`.
import { type Decoded, type JsonObject, blocksOf, field, objectField } from "../../format/index.ts";
import type { Node } from "../../graph/index.ts";

export type RowCounter = {
  /** The same entries, counted on the way. */
  readonly passing: (decoded: Iterable<Decoded>) => Generator<Decoded, void, undefined>;
  /** Of an entry that has passed. `isKnown`: whether the file has the call of a result. */
  readonly rowsOf: (node: Node, isKnown: (callId: string) => boolean) => number;
};

export function rowCounter(): RowCounter {
  /** By line: blocks of the model that are shown; of a user entry, results that name no call, and one more for words beside them. */
  const counts: number[] = [];
  return {
    *passing(decoded) {
      for (const one of decoded) {
        const raw = entryIn(one);
        if (raw !== undefined) counts[one.line.number] = shownIn(raw);
        yield one;
      }
    },
    rowsOf(node, isKnown) {
      const counted = counts[node.line] ?? 0;
      switch (node.type) {
        case "assistant":
          return counted;
        case "user":
          return node.prompt === "tool_result"
            ? counted + node.results.filter(({ callId }) => !isKnown(callId)).length
            : 1;
        case "system":
        case "attachment":
          return 1;
        case "progress":
          return 0;
      }
    },
  };
}

/** What can be read of a line: of a damaged one its beginning. */
export function entryIn(decoded: Decoded | undefined): JsonObject | undefined {
  if (decoded === undefined || decoded.kind === "blank") return undefined;
  return decoded.kind === "damaged" ? decoded.leading : decoded.raw;
}

function shownIn(raw: JsonObject): number {
  const message = objectField(raw, "message");
  const blocks = blocksOf(message === undefined ? undefined : field(message, "content"));
  if (raw["type"] === "assistant")
    return blocks.filter(
      (block) =>
        !(block.type === "text" && block.text.trim() === "") &&
        !(block.type === "thinking" && block.thinking.trim() === ""),
    ).length;
  const nameless = blocks.filter((block) => block.type === "tool_result" && block.callId === undefined).length;
  return nameless + (blocks.some((block) => block.type === "text" && block.text.trim() !== "") ? 1 : 0);
}
