// Nothing in -> fields of `toolUseResult` from the tools that run commands and touch files.
import { array, json, nullable, object, optional, record, string, union } from "../shape.ts";
import { edit, file, gitDiff, hunk } from "./file-content.ts";
import { maybeBoolean, maybeNumber, maybeString, maybeStrings, numberOrNull, stringOrNull } from "./maybe.ts";

const gitOperation = object({
  commit: optional(object({ sha: maybeString, kind: maybeString, branch: maybeString })),
  push: optional(object({ branch: maybeString })),
  branch: optional(object({ ref: maybeString, action: maybeString })),
  pr: optional(object({ number: maybeNumber, url: maybeString, action: maybeString })),
});

/** Bash, PowerShell, BashOutput, KillShell. */
export const shellFields = {
  stdout: maybeString,
  stderr: maybeString,
  interrupted: maybeBoolean,
  isImage: maybeBoolean,
  sandbox: maybeBoolean,
  noOutputExpected: maybeBoolean,
  returnCodeInterpretation: stringOrNull,
  rawOutputPath: maybeString,
  persistedOutputPath: maybeString,
  persistedOutputSize: maybeNumber,
  backgroundTaskId: maybeString,
  backgroundedByUser: maybeBoolean,
  assistantAutoBackgrounded: maybeBoolean,
  backgroundCwdHint: maybeString,
  backgroundEndsWithFinalResponse: maybeBoolean,
  backgroundWakesOwner: maybeBoolean,
  timedOutAfterMs: maybeNumber,
  dangerouslyDisableSandbox: maybeBoolean,
  staleReadFileStateHint: maybeString,
  ghRateLimitHint: maybeString,
  tokenSaverOutput: maybeString,
  summary: maybeString,
  rawOutput: maybeString,
  gitOperation: optional(gitOperation),
  shellId: maybeString,
  shell_id: maybeString,
  command: maybeString,
  exitCode: numberOrNull,
  stdoutLines: maybeNumber,
  stderrLines: maybeNumber,
  filterPattern: maybeString,
  timestamp: maybeString,
} as const;

/** Read. */
export const readFields = {
  type: maybeString,
  file: optional(file),
  firstPage: maybeNumber,
  pages: optional(array(object({ base64: maybeString, mediaType: maybeString, error: maybeString }))),
} as const;

/** Write, Edit, MultiEdit. */
export const editFields = {
  filePath: maybeString,
  oldString: maybeString,
  newString: maybeString,
  replaceAll: maybeBoolean,
  originalFile: stringOrNull,
  originalFileContents: stringOrNull,
  structuredPatch: optional(array(hunk)),
  userModified: maybeBoolean,
  staged: maybeBoolean,
  edits: optional(array(edit)),
  gitDiff: optional(nullable(gitDiff)),
} as const;

/** NotebookEdit. */
export const notebookFields = {
  notebook_path: maybeString,
  new_source: maybeString,
  old_source: maybeString,
  cell_id: maybeString,
  cell_type: maybeString,
  language: maybeString,
  edit_mode: maybeString,
  original_file: maybeString,
  updated_file: maybeString,
} as const;

/** Glob, Grep, ToolSearch, LSP. */
export const searchFields = {
  mode: maybeString,
  filenames: maybeStrings,
  numFiles: maybeNumber,
  numLines: maybeNumber,
  numMatches: maybeNumber,
  totalFiles: maybeNumber,
  totalLines: maybeNumber,
  totalMatches: maybeNumber,
  appliedLimit: maybeNumber,
  appliedOffset: maybeNumber,
  countIsComplete: maybeBoolean,
  timedOut: maybeBoolean,
  truncated: maybeBoolean,
  durationMs: maybeNumber,
  query: maybeString,
  matches: optional(array(union(string, record(json)))),
  total_deferred_tools: maybeNumber,
  pending_mcp_servers: optional(array(string)),
  resultCount: maybeNumber,
  fileCount: maybeNumber,
} as const;
