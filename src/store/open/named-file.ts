// A path that a person named -> the file it means; a link is resolved once, here and nowhere later.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { worldError } from "../world-error.ts";
import { refuseSpecial } from "./open-file.ts";

/** A path that is not a link is returned as it is, even where nothing is there: opening it reports that. */
export function namedFile(path: string): string {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
    // A pipe that a shell made (`<(...)`) has no path to resolve.
    refuseSpecial(statSync(path), path);
    return realpathSync(path);
  } catch (error) {
    throw worldError(error, path);
  }
}
