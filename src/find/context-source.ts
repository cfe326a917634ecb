// The entries that a request is built from, as they are read -> where each block of the request stands in the log.
import {
  type Json,
  type JsonObject,
  arrayField,
  field,
  isArray,
  isObject,
  objectField,
  stringField,
} from "../format/index.ts";
import { type ContextScale, type Node, type ReadEntry, recountedKey, scaleIn } from "../graph/index.ts";

/** The line that said it, and what is known of it there. */
export type Source = {
  readonly line: number;
  readonly uuid: string | undefined;
  /** As the table of messages knows it: the uuid of one that has no id. */
  readonly messageId: string | undefined;
  readonly tool: string | undefined;
  readonly file: string | undefined;
  /** The sort of attachment or notice that a reminder comes from. */
  readonly reminder: string | undefined;
  /** What the attachment holds, where the client's own wording of it is not in the log. */
  readonly held: Json | undefined;
};

export type Sources = {
  readonly read: (node: Node) => JsonObject | undefined;
  /** Undefined for what the client adds of its own. */
  readonly of: (block: JsonObject) => Source | undefined;
  /** Of a text inside a block. */
  readonly ofText: (text: string) => Source | undefined;
  /** The entries whose count of the context, and all counts before, were made of other things than are sent now; and the scale that held then. */
  readonly recounted: ReadonlyMap<Node, ContextScale | undefined>;
};

/** `read` must be what builds the request: every entry that it is asked for is noted. */
export function traceSources(read: ReadEntry): Sources {
  const blocks = new Map<JsonObject, Source>();
  const calls = new Map<string, Source>();
  const results = new Map<string, Source>();
  const texts = queues();
  const hints = queues();
  const recounted = new Map<Node, ContextScale | undefined>();

  function note(node: Node, raw: JsonObject): void {
    const mark = field(raw, recountedKey);
    if (mark !== undefined) recounted.set(node, scaleIn(mark));
    const bare: Source = {
      line: node.line,
      uuid: node.id,
      messageId: node.messageId ?? (node.type === "assistant" ? node.id : undefined),
      tool: undefined,
      file: undefined,
      reminder: node.prompt === "task_notification" ? "task_notification" : undefined,
      held: undefined,
    };
    if (node.type === "attachment") return noteAttachment(raw, { ...bare, reminder: node.subtype ?? "attachment" });
    if (node.type === "system") return texts.put(stringField(raw, "content") ?? "", bare);
    const content = field(objectField(raw, "message") ?? {}, "content");
    if (typeof content === "string") texts.put(content, bare);
    if (isArray(content)) for (const block of content) if (isObject(block)) noteBlock(block, bare);
  }

  function noteBlock(block: JsonObject, bare: Source): void {
    const id = stringField(block, "id") ?? "";
    const answered = stringField(block, "tool_use_id");
    const input = objectField(block, "input") ?? {};
    const isCall = stringField(block, "type") === "tool_use";
    const source = isCall ? { ...bare, tool: stringField(block, "name") ?? "", file: fileOf(input) } : bare;
    blocks.set(block, source);
    if (isCall) calls.set(id, source);
    if (answered !== undefined) results.set(answered, source);
    const text = stringField(block, "text");
    if (text !== undefined) texts.put(text, bare);
  }

  function noteAttachment(raw: JsonObject, bare: Source): void {
    const attachment = objectField(raw, "attachment") ?? {};
    const source = { ...bare, file: stringField(attachment, "filename") ?? stringField(attachment, "path") };
    for (const text of renderedTexts(raw)) texts.put(text, source);
    hints.put(bare.reminder ?? "", { ...source, held: attachment });
    for (const block of arrayField(attachment, "prompt") ?? []) if (isObject(block)) blocks.set(block, source);
  }

  const ofText = (text: string): Source | undefined => {
    const hint = /^<system-reminder>\[([^:\]]+): worded by the client\]/.exec(text)?.[1];
    if (hint !== undefined) return hints.take(hint);
    const inner = /^<system-reminder>([\s\S]*)<\/system-reminder>$/.exec(text)?.[1];
    return (
      texts.take(text) ?? texts.take(text.replace(/\n$/, "")) ?? (inner === undefined ? undefined : texts.take(inner))
    );
  };

  return {
    read(node) {
      const raw = read(node);
      if (raw !== undefined) note(node, raw);
      return raw;
    },
    of(block) {
      const [id, answered, text] = ["id", "tool_use_id", "text"].map((key) => stringField(block, key));
      if (answered !== undefined) {
        const result = blocks.get(block) ?? results.get(answered);
        const call = calls.get(answered);
        return result === undefined ? undefined : { ...result, tool: call?.tool, file: call?.file };
      }
      const known = blocks.get(block) ?? (id === undefined ? undefined : calls.get(id));
      return known ?? (text === undefined ? undefined : ofText(text));
    },
    ofText,
    recounted,
  };
}

function fileOf(input: JsonObject): string | undefined {
  return stringField(input, "file_path") ?? stringField(input, "notebook_path");
}

function renderedTexts(raw: JsonObject): readonly string[] {
  return (arrayField(raw, "rendered") ?? []).filter(isObject).flatMap((part) => {
    const content = field(part, "content");
    if (typeof content === "string") return [content];
    return isArray(content) ? content.filter(isObject).flatMap((block) => stringField(block, "text") ?? []) : [];
  });
}

/** Sources by a word, in the order in which they came; the last stays, for what is said once more. */
function queues(): {
  readonly put: (key: string, source: Source) => void;
  readonly take: (key: string) => Source | undefined;
} {
  const waiting = new Map<string, Source[]>();
  return {
    put(key, source) {
      const queue = waiting.get(key);
      if (queue === undefined) waiting.set(key, [source]);
      else queue.push(source);
    },
    take(key) {
      const queue = waiting.get(key);
      return queue === undefined || queue.length > 1 ? queue?.shift() : queue[0];
    },
  };
}
