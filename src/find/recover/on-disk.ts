// A path that a log tells -> whether something stands there today; never follows it, never asks another machine.
import { lstatSync } from "node:fs";
import { isLocalPath, systemCode } from "../../store/index.ts";

/** Undefined where nobody can tell: another system's path, or a folder that may not be looked into. */
export function isOnDisk(path: string): boolean | undefined {
  if (!isLocalPath(path)) return undefined;
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return code === "ENAMETOOLONG" ? false : undefined;
  }
}
