// A path -> the open descriptor of a regular file, for reading only, and what it says of itself; the caller closes it.
import { type Stats, closeSync, constants, fstatSync, openSync } from "node:fs";
import { WorldError, worldError } from "./world-error.ts";

export type OpenFile = { readonly descriptor: number; readonly stats: Stats };

export function openForReading(path: string): OpenFile {
  const descriptor = opened(path);
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { descriptor, stats };
  closeSync(descriptor);
  throw stats.isDirectory()
    ? new WorldError("is-directory", `${path} is a folder`, { hint: "name a .jsonl file or a session id" })
    : new WorldError("not-readable", `${path} is not a regular file`, { hint: "copy what it holds to a file first" });
}

function opened(path: string): number {
  try {
    // Without waiting: a pipe that nobody writes to would hold us for ever.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw worldError(error, path);
  }
}
