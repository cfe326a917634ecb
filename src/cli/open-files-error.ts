// An error caused by too many open files -> a message that names the file and the limit.
import { readFileSync } from "node:fs";
import { WorldError } from "../store/index.ts";
import { systemCode } from "./system-code.ts";

/** Any other error is returned as it is. */
export function openFilesError(error: unknown): unknown {
  const cause = error instanceof WorldError ? error.cause : error;
  const code = systemCode(cause);
  if (code !== "EMFILE" && code !== "ENFILE") return error;
  const path = cause instanceof Error && "path" in cause && typeof cause.path === "string" ? cause.path : "a file";
  return new WorldError("failed", `cannot open ${path}: too many open files${limitText()}`, {
    hint: "raise the limit with `ulimit -n 1024`, then try again; nothing was changed",
    cause: error,
  });
}

/** The command has closed its files by now, so this one can be opened; where it cannot, the number is left out. */
function limitText(): string {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return limit === undefined ? "" : ` (limit ${limit})`;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return "";
  }
}
