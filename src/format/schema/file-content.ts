// Nothing in -> a file as the Read tool and the file attachments carry it, and a patch as the edit tools do.
import { array, boolean, nullable, number, object, optional, string } from "../shape.ts";
import { maybeBoolean, maybeNumber, maybeString, numberOrNull, stringOrNull } from "./maybe.ts";

const output = object({
  output_type: maybeString,
  text: maybeString,
  image: optional(object({ image_data: maybeString, media_type: maybeString })),
});
const cell = object({
  cellType: maybeString,
  cell_id: maybeString,
  language: maybeString,
  source: maybeString,
  execution_count: numberOrNull,
  outputs: optional(array(output)),
});

/** Text, image, notebook and PDF share the one field name `file`. */
const fileOf = object({
  filePath: maybeString,
  content: maybeString,
  numLines: maybeNumber,
  startLine: maybeNumber,
  totalLines: maybeNumber,
  truncatedByTokenCap: maybeBoolean,
  resultWasTruncated: maybeBoolean,
  base64: maybeString,
  type: maybeString,
  originalSize: maybeNumber,
  dimensions: optional(
    object({
      originalWidth: maybeNumber,
      originalHeight: maybeNumber,
      displayWidth: maybeNumber,
      displayHeight: maybeNumber,
    }),
  ),
  cells: optional(array(cell)),
  count: maybeNumber,
  outputDir: maybeString,
});
type FileShapeOf = typeof fileOf;
export interface FileShape extends FileShapeOf {}
export const file: FileShape = fileOf;

/** `type`: text, image, notebook, pdf, parts, file_unchanged. */
export const fileContent = object({ type: maybeString, file: optional(file) });

const hunkOf = object({
  oldStart: number,
  oldLines: number,
  newStart: number,
  newLines: number,
  lines: array(string),
});
type HunkShapeOf = typeof hunkOf;
export interface HunkShape extends HunkShapeOf {}
export const hunk: HunkShape = hunkOf;

export const gitDiff = object({
  filename: maybeString,
  status: maybeString,
  additions: maybeNumber,
  deletions: maybeNumber,
  changes: maybeNumber,
  patch: maybeString,
  repository: stringOrNull,
});

/** One replacement of MultiEdit (up to 1.0.x). */
export const edit = object({
  old_string: maybeString,
  new_string: maybeString,
  replace_all: optional(nullable(boolean)),
});
