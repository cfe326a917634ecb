// Nothing in -> the shape of `toolUseResult`: what a tool gave the client, beside what the model was shown.
// No tool name stands in the line, so the objects of all tools are one dictionary in which each field has one type;
// the two tools that use a field name for another type stand apart.
import { array, filled, json, nil, number, object, optional, record, string, union, variant } from "../shape.ts";
import { document, image, source, text, toolReference } from "./blocks.ts";
import { maybeNumber, maybeString, maybeStrings } from "./maybe.ts";
import { agentFields } from "./tool-agents.ts";
import { askFields, modeFields, scheduleFields, taskFields } from "./tool-dialogue.ts";
import { editFields, notebookFields, readFields, searchFields, shellFields } from "./tool-files.ts";
import { mcpFields, webFields } from "./tool-web.ts";

const dictionary = object({
  ...shellFields,
  ...readFields,
  ...editFields,
  ...notebookFields,
  ...searchFields,
  ...webFields,
  ...mcpFields,
  ...agentFields,
  ...taskFields,
  ...askFields,
  ...modeFields,
  ...scheduleFields,
  /** A text here makes it a result of RemoteTrigger, below. */
  json: optional(nil),
});

/** RemoteTrigger: `status` is an HTTP status. */
const remoteTrigger = object({ status: number, json: string, summary: maybeString });

/** REPL: `code` is source text and `result` an object, where WebFetch has a number and a text. */
const repl = object({
  code: string,
  result: record(json),
  stdout: string,
  stderr: string,
  error: maybeString,
  registeredTools: maybeStrings,
  images: optional(array(object({ base64: maybeString, mediaType: maybeString }))),
  documents: optional(array(object({ base64: maybeString }))),
});

/** Rows of the tools that list what MCP servers offer. */
const mcpRow = object({
  server: string,
  uri: maybeString,
  name: maybeString,
  title: maybeString,
  mimeType: maybeString,
  description: maybeString,
  status: maybeString,
  toolCount: maybeNumber,
  added: maybeStrings,
  removed: maybeStrings,
  error: maybeString,
});

/** Closed and never without its payload: the objects of many tools carry a `type` too. */
const mcpBlock = variant(
  "type",
  {
    text,
    image: object({ ...image.fields, source }),
    document: object({ ...document.fields, source }),
    tool_reference: toolReference,
    audio: object({ data: string, mimeType: maybeString }),
    resource: object({ resource: record(json) }),
    resource_link: object({ uri: string, name: maybeString, mimeType: maybeString }),
  },
  "closed",
);

/** A string is plain output, `Error: ...` or `User rejected ...`; an array comes from an MCP tool. */
const toolUseResultOf = union(string, filled(union(mcpBlock, mcpRow)), dictionary, remoteTrigger, repl);
type ToolUseResultShapeOf = typeof toolUseResultOf;
export interface ToolUseResultShape extends ToolUseResultShapeOf {}
export const toolUseResult: ToolUseResultShape = toolUseResultOf;
