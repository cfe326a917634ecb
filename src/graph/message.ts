// Assistant lines -> messages by message.id: model, lines and tokens, each counted once however many lines repeat it.
import { type JsonObject, type MessageId, isMessageId, objectField, stringField, trueField } from "../format/index.ts";
import type { Node } from "./node.ts";
import { type Tokens, noTokens, tokensOf } from "./usage.ts";

export type Message = Tokens & {
  /** `message.id`; the entry's uuid where there is none. */
  readonly id: string;
  readonly model: string;
  /** The place of its first line among the chain entries. */
  readonly firstIndex: number;
  readonly stopReason: string | undefined;
  readonly isApiError: boolean;
};

export const syntheticModel = "<synthetic>";

export function messageTable(): {
  readonly add: (node: Node, raw: JsonObject) => void;
  /** The id as the string object that the table already holds. */
  readonly shared: (id: MessageId) => MessageId;
  readonly all: () => ReadonlyMap<string, Message>;
} {
  const messages = new Map<string, Message>();
  const models = new Map<string, string>();
  const once = (text: string): string => models.get(text) ?? (models.set(text, text), text);
  return {
    add(node, raw) {
      const message = objectField(raw, "message");
      const id: MessageId | string | undefined = node.messageId ?? node.id;
      if (message === undefined || id === undefined) return;
      const tokens = tokensOf(message) ?? noTokens;
      const before = messages.get(id);
      const stopReason = stringField(message, "stop_reason") ?? before?.stopReason;
      const isCounted = before !== undefined && before.output >= tokens.output;
      if (isCounted && before.stopReason === stopReason) return;
      const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = isCounted ? before : tokens;
      messages.set(id, {
        id: before?.id ?? id,
        model: once(stringField(message, "model") ?? ""),
        firstIndex: before?.firstIndex ?? node.index,
        input,
        output,
        cacheRead,
        cacheWrite5m,
        cacheWrite1h,
        stopReason: stopReason === undefined ? undefined : once(stopReason),
        isApiError: trueField(raw, "isApiErrorMessage"),
      });
    },
    shared(id) {
      const known = messages.get(id)?.id;
      return isMessageId(known) ? known : id;
    },
    all: () => messages,
  };
}
