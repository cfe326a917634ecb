// Nothing in -> attachments that carry files, folders, selections and instructions.
import { array, object, optional } from "../shape.ts";
import { fileContent } from "./file-content.ts";
import { maybeBoolean, maybeNumber, maybeString } from "./maybe.ts";

const position = object({ line: maybeNumber, character: maybeNumber });
const diagnostic = object({
  message: maybeString,
  severity: maybeString,
  source: maybeString,
  code: maybeString,
  range: optional(object({ start: optional(position), end: optional(position) })),
});

/** A CLAUDE.md or memory file; `type` is its scope: Project, User, Local. */
const memory = object({
  path: maybeString,
  type: maybeString,
  content: maybeString,
  parent: maybeString,
  contentDiffersFromDisk: maybeBoolean,
});

export const fileAttachments = {
  file: object({
    filename: maybeString,
    displayPath: maybeString,
    content: optional(fileContent),
    truncated: maybeBoolean,
    savedCopyFraming: optional(object({ enveloped: maybeBoolean })),
  }),
  already_read_file: object({ filename: maybeString, displayPath: maybeString, content: optional(fileContent) }),
  compact_file_reference: object({ filename: maybeString, displayPath: maybeString }),
  edited_text_file: object({ filename: maybeString, snippet: maybeString }),
  edited_image_file: object({ filename: maybeString, content: optional(fileContent) }),
  directory: object({ path: maybeString, content: maybeString, displayPath: maybeString }),
  opened_file_in_ide: object({ filename: maybeString }),
  selected_lines_in_ide: object({
    ideName: maybeString,
    filename: maybeString,
    displayPath: maybeString,
    content: maybeString,
    lineStart: maybeNumber,
    lineEnd: maybeNumber,
  }),
  diagnostics: object({
    files: optional(array(object({ uri: maybeString, diagnostics: optional(array(diagnostic)) }))),
    isNew: maybeBoolean,
  }),
  nested_memory: object({ path: maybeString, displayPath: maybeString, content: optional(memory) }),
  instructions: object({ files: optional(array(memory)) }),
  plan_file_reference: object({ planFilePath: maybeString, planContent: maybeString }),
  read_truncation_notice: object({ banner: maybeString, toolUseID: maybeString }),
} as const;
