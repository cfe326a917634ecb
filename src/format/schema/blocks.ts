// Nothing in -> the content blocks of messages: the Messages API's, as the client stores them; unknown types pass.
import { array, boolean, json, nullable, object, optional, record, string, union, variant } from "../shape.ts";
import { maybeBoolean, maybeNumber, maybeString, stringOrNull } from "./maybe.ts";

const cacheControl = optional(nullable(object({ type: maybeString, ttl: maybeString })));

const citation = object({
  type: maybeString,
  cited_text: maybeString,
  document_index: maybeNumber,
  document_title: stringOrNull,
  file_id: stringOrNull,
  start_char_index: maybeNumber,
  end_char_index: maybeNumber,
  start_page_number: maybeNumber,
  end_page_number: maybeNumber,
  start_block_index: maybeNumber,
  end_block_index: maybeNumber,
  search_result_index: maybeNumber,
  encrypted_index: maybeString,
  title: stringOrNull,
  url: maybeString,
  source: maybeString,
});

const sourceOf = variant(
  "type",
  {
    base64: object({ media_type: maybeString, data: maybeString }),
    text: object({ media_type: maybeString, data: maybeString }),
    url: object({ url: maybeString }),
    file: object({ file_id: maybeString }),
  },
  "open",
);
type SourceShapeOf = typeof sourceOf;
export interface SourceShape extends SourceShapeOf {}
export const source: SourceShape = sourceOf;

const textOf = object({
  text: string,
  citations: optional(nullable(array(citation))),
  cache_control: cacheControl,
});
type TextShapeOf = typeof textOf;
export interface TextShape extends TextShapeOf {}
export const text: TextShape = textOf;
/** `data` and `mimeType` are the MCP spelling of an image. */
export const image = object({
  source: optional(source),
  data: maybeString,
  mimeType: maybeString,
  cache_control: cacheControl,
});
export const document = object({
  source: optional(source),
  title: stringOrNull,
  context: stringOrNull,
  citations: optional(nullable(object({ enabled: maybeBoolean }))),
  cache_control: cacheControl,
});
export const toolReference = object({ tool_name: string });

/** What stands inside a tool result. */
const resultBlockOf = variant("type", { text, image, document, tool_reference: toolReference }, "open");
type ResultBlockShapeOf = typeof resultBlockOf;
export interface ResultBlockShape extends ResultBlockShapeOf {}
export const resultBlock: ResultBlockShape = resultBlockOf;

export const resultContent = union(string, array(resultBlock));

const toolUse = {
  id: string,
  name: string,
  input: record(json),
  caller: optional(object({ type: maybeString, tool_id: maybeString })),
  cache_control: cacheControl,
} as const;

const webSearchHit = object({
  type: maybeString,
  url: maybeString,
  title: maybeString,
  encrypted_content: maybeString,
  page_age: stringOrNull,
});
const serverToolError = object({ type: string, error_code: string });
/** Results of tools the API runs itself; what is inside belongs to the tool. */
const serverResult = object({ tool_use_id: string, content: optional(record(json)) });

const blockOf = variant(
  "type",
  {
    text,
    image,
    document,
    tool_reference: toolReference,
    thinking: object({ thinking: string, signature: maybeString }),
    redacted_thinking: object({ data: string }),
    tool_use: object(toolUse),
    server_tool_use: object(toolUse),
    mcp_tool_use: object({ ...toolUse, server_name: maybeString }),
    tool_result: object({
      tool_use_id: string,
      content: optional(resultContent),
      is_error: optional(boolean),
      cache_control: cacheControl,
    }),
    mcp_tool_result: object({ tool_use_id: string, content: optional(resultContent), is_error: maybeBoolean }),
    web_search_tool_result: object({
      tool_use_id: string,
      content: optional(union(array(webSearchHit), serverToolError)),
    }),
    web_fetch_tool_result: serverResult,
    code_execution_tool_result: serverResult,
    advisor_tool_result: serverResult,
    tool_search_tool_result: serverResult,
    container_upload: object({ file_id: maybeString }),
    /** Another model answered from here on. */
    fallback: object({
      from: optional(object({ model: maybeString })),
      to: optional(object({ model: maybeString })),
    }),
  },
  "open",
);
type BlockShapeOf = typeof blockOf;
export interface BlockShape extends BlockShapeOf {}
export const block: BlockShape = blockOf;
