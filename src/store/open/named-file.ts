// A path that a person named -> the file it means: a link is resolved here, once, and nothing follows one later.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { worldError } from "../world-error.ts";
import { refuseSpecial } from "./open-file.ts";

/** A path that is not a link stays as it is, whatever is there: who opens it says what is wrong with it. */
export function namedFile(path: string): string {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
    // Of a pipe that a shell made there is no path to resolve.
    refuseSpecial(statSync(path), path);
    return realpathSync(path);
  } catch (error) {
    throw worldError(error, path);
  }
}
