// Nothing in -> fields of `toolUseResult` from the tools that reach the web and MCP resources.
import { array, object, optional, string, union } from "../shape.ts";
import { maybeNumber, maybeString } from "./maybe.ts";

const searchHits = object({
  tool_use_id: maybeString,
  content: optional(array(object({ title: maybeString, url: maybeString, snippet: maybeString }))),
});

/** WebFetch, WebSearch. */
export const webFields = {
  url: maybeString,
  bytes: maybeNumber,
  code: maybeNumber,
  codeText: maybeString,
  result: maybeString,
  results: optional(array(union(string, searchHits))),
  durationSeconds: maybeNumber,
  searchCount: maybeNumber,
} as const;

/** ReadMcpResource, ReadMcpResourceDir. */
export const mcpFields = {
  contents: optional(
    array(object({ uri: maybeString, mimeType: maybeString, text: maybeString, blobSavedTo: maybeString })),
  ),
  resources: optional(array(object({ uri: maybeString, name: maybeString, mimeType: maybeString }))),
} as const;
