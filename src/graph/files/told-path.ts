// The result of a call whose path begins with `~` -> the path that the client made of it; empty where it does not tell.
import { isObject, objectField, stringField } from "../../format/index.ts";

/** `text` is the beginning of what the model was told. */
export function toldPath(result: unknown, text: string): string {
  const told = isObject(result) ? (stringField(result, "filePath") ?? stringField(result, "notebook_path")) : undefined;
  const file = isObject(result) ? objectField(result, "file") : undefined;
  const shown = file === undefined ? undefined : stringField(file, "filePath");
  const said = /^(?:File created successfully at: (.+)|The file (.+?) has been updated)/.exec(text);
  const path = told ?? shown ?? said?.[1] ?? said?.[2] ?? "";
  return path.startsWith("~") ? "" : path;
}
