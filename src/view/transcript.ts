// Nodes of a session in reading order -> the rows people see: turns, texts, thinking, calls with their results, notes.
import {
  type Block,
  type EntryId,
  type Json,
  type JsonObject,
  arrayField,
  blocksOf,
  field,
  isArray,
  isObject,
  numberField,
  objectField,
  plainText,
  stringField,
} from "../format/index.ts";
import type { Call, Node, PromptKind, Session, Start, Turn } from "../graph/index.ts";
import { summarizeCall } from "./call-summary.ts";

type Placed = { readonly line: number; readonly id: EntryId | undefined; readonly timeMs: number | undefined };

export type Row =
  | (Placed & {
      readonly kind: "turn";
      readonly label: string;
      readonly start: Start;
      readonly prompt: PromptKind;
      readonly text: string;
      readonly images: number;
    })
  | (Placed & { readonly kind: "text"; readonly text: string; readonly model: string | undefined })
  | (Placed & { readonly kind: "thinking"; readonly text: string })
  | (Placed & {
      readonly kind: "call";
      readonly callId: string;
      readonly name: string;
      readonly summary: string;
      readonly input: Json | undefined;
      readonly resultLine: number | undefined;
      readonly result: string | undefined;
      readonly isError: boolean;
      readonly durationMs: number | undefined;
      readonly agentId: string | undefined;
    })
  /** A result whose call is not in the file. */
  | (Placed & {
      readonly kind: "result";
      readonly callId: string | undefined;
      readonly text: string;
      readonly isError: boolean;
    })
  | (Placed & {
      readonly kind: "compaction";
      readonly trigger: string | undefined;
      readonly preTokens: number | undefined;
      readonly postTokens: number | undefined;
    })
  /** Everything else that was said around the conversation: commands, notifications, errors, attachments. */
  | (Placed & { readonly kind: "note"; readonly about: string; readonly text: string });

export type TranscriptContext = {
  readonly session: Session;
  readonly read: (node: Pick<Node, "line">) => JsonObject | undefined;
};

/** `nodes` and `turns` belong together: those of the path, or of one branch. */
export function* transcript(
  nodes: readonly Node[],
  turns: readonly Turn[],
  context: TranscriptContext,
): Generator<Row, void, undefined> {
  const turnAt = new Map(
    turns.flatMap((turn) => (turn.prompt === undefined ? [] : [[turn.prompt.line, turn] as const])),
  );
  const calls = new Map(context.session.calls.map((call) => [call.id, call]));
  const resultText = resultReader(context.read);
  for (const node of nodes) {
    const raw = context.read(node);
    if (raw !== undefined) yield* rowsOf(node, raw, { ...context, turn: turnAt.get(node.line), calls, resultText });
  }
}

type NodeContext = TranscriptContext & {
  readonly turn: Turn | undefined;
  readonly calls: ReadonlyMap<string, Call>;
  readonly resultText: ReturnType<typeof resultReader>;
};

function* rowsOf(node: Node, raw: JsonObject, context: NodeContext): Generator<Row, void, undefined> {
  const placed = { line: node.line, id: node.id, timeMs: node.timeMs };
  const blocks = blocksOf(field(objectField(raw, "message") ?? {}, "content"));
  switch (node.type) {
    case "assistant":
      for (const block of blocks) yield* assistantRows(block, { ...context, placed, raw });
      return;
    case "user":
      yield* userRows(node, blocks, { ...context, placed, raw });
      return;
    case "system":
      yield systemRow(node, raw, { ...context, placed });
      return;
    case "attachment":
      yield* attachmentRows(node, raw, { ...context, placed });
      return;
    case "progress":
      return;
  }
}

type Here = NodeContext & { readonly placed: Placed; readonly raw: JsonObject };

function* assistantRows(block: Block, { placed, raw, calls, resultText }: Here): Generator<Row, void, undefined> {
  switch (block.type) {
    case "text":
      if (block.text.trim() !== "")
        yield {
          ...placed,
          kind: "text",
          text: block.text,
          model: stringField(objectField(raw, "message") ?? {}, "model"),
        };
      return;
    case "thinking":
      if (block.thinking.trim() !== "") yield { ...placed, kind: "thinking", text: block.thinking };
      return;
    case "tool_use": {
      const call = block.id === undefined ? undefined : calls.get(block.id);
      yield {
        ...placed,
        kind: "call",
        callId: block.id ?? "",
        name: block.name,
        summary: summarizeCall(block.name, block.input),
        input: block.input,
        resultLine: call?.resultLine,
        result: call?.resultLine === undefined ? undefined : resultText(call.resultLine, block.id),
        isError: call?.isError ?? false,
        durationMs: call?.durationMs,
        agentId: call?.agentId,
      };
      return;
    }
    case "tool_result":
    case "redacted_thinking":
    case "image":
    case "other":
      yield { ...placed, kind: "note", about: block.type === "other" ? block.name : block.type, text: "" };
  }
}

/** Texts of results by line and call; the line asked for last is kept, for calls that share it. */
function resultReader(read: TranscriptContext["read"]): (line: number, callId: string | undefined) => string {
  let kept: { readonly line: number; readonly texts: ReadonlyMap<string | undefined, string> } | undefined;
  return (line, callId) => {
    if (kept?.line !== line) kept = { line, texts: resultTexts(read({ line })) };
    return kept.texts.get(callId) ?? "";
  };
}

function resultTexts(raw: JsonObject | undefined): ReadonlyMap<string | undefined, string> {
  const blocks = blocksOf(field(objectField(raw ?? {}, "message") ?? {}, "content"));
  const texts = new Map<string | undefined, string>();
  for (const block of blocks) {
    if (block.type === "tool_result" && !texts.has(block.callId)) texts.set(block.callId, contentText(block.content));
  }
  return texts;
}

/** Text of a result; what is not text is named. */
function contentText(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return blocksOf(content)
    .map((block) =>
      block.type === "text" ? block.text : block.type === "other" ? `[${block.name}]` : `[${block.type}]`,
    )
    .join("\n");
}

function* userRows(
  node: Node,
  blocks: readonly Block[],
  { placed, turn, calls }: Here,
): Generator<Row, void, undefined> {
  if (node.prompt === "tool_result") {
    for (const block of blocks) {
      if (block.type !== "tool_result" || (block.callId !== undefined && calls.has(block.callId))) continue;
      yield {
        ...placed,
        kind: "result",
        callId: block.callId,
        text: contentText(block.content),
        isError: block.isError,
      };
    }
    const beside = spokenText(blocks);
    if (beside.trim() !== "") yield { ...placed, kind: "note", about: "user", text: beside };
    return;
  }
  const text = spokenText(blocks);
  const images = blocks.filter((block) => block.type === "image").length;
  yield turn === undefined
    ? { ...placed, kind: "note", about: node.prompt ?? "user", text }
    : { ...placed, kind: "turn", label: turn.label, start: turn.start, prompt: node.prompt ?? "typed", text, images };
}

function spokenText(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** What went wrong, as far as the entry tells, and which try it was. */
function errorText(raw: JsonObject): string | undefined {
  const error = objectField(raw, "error") ?? {};
  const cause = objectField(error, "cause") ?? objectField(raw, "cause") ?? {};
  const what = stringField(error, "formatted") ?? stringField(error, "message") ?? stringField(cause, "code");
  const attempt = numberField(raw, "retryAttempt");
  return attempt === undefined
    ? what
    : `${what ?? "failed"}, try ${attempt} of ${numberField(raw, "maxRetries") ?? "?"}`;
}

function systemRow(node: Node, raw: JsonObject, { placed, session }: Omit<Here, "raw">): Row {
  const compaction = session.log.compactions.get(node.line);
  if (compaction !== undefined) {
    const { trigger, preTokens, postTokens } = compaction;
    return { ...placed, kind: "compaction", trigger, preTokens, postTokens };
  }
  const text = stringField(raw, "content") ?? errorText(raw);
  return { ...placed, kind: "note", about: node.subtype ?? "system", text: text ?? "" };
}

function* attachmentRows(
  node: Node,
  raw: JsonObject,
  { placed, turn }: Omit<Here, "raw">,
): Generator<Row, void, undefined> {
  const attachment = objectField(raw, "attachment") ?? {};
  const text = plainText(field(attachment, "prompt"));
  if (turn !== undefined)
    yield { ...placed, kind: "turn", label: turn.label, start: turn.start, prompt: "queued", text, images: 0 };
  else
    yield {
      ...placed,
      kind: "note",
      about: node.subtype ?? "attachment",
      text: text === "" ? attachedText(attachment, raw) : text,
    };
}

/** What an attachment says: its own content, else what the client made of it. */
function attachedText(attachment: JsonObject, raw: JsonObject): string {
  const content = textsIn(field(attachment, "content")).join("\n");
  if (content !== "") return content;
  const rendered = arrayField(raw, "rendered") ?? [];
  return rendered
    .filter(isObject)
    .flatMap((part) => textsIn(field(part, "content")))
    .join("\n");
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (!isArray(value)) return [];
  return value.flatMap((item) =>
    typeof item === "string" ? [item] : isObject(item) ? (stringField(item, "text") ?? []) : [],
  );
}
