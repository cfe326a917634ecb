// A path -> the same without links, as clients write it; one that is not there stays as it is.
import { realpathSync } from "node:fs";
import { systemCode } from "./world-error.ts";

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return path;
  }
}
