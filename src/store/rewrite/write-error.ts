// An error of the file system met while writing -> what a person is told; anything else stays what it is.
import { WorldError, systemCode } from "../world-error.ts";

/** `doing` says what was being done, as in "cannot ...". */
export function writeError(error: unknown, doing: string): unknown {
  const code = systemCode(error);
  if (error instanceof WorldError || code === undefined) return error;
  const where = error instanceof Error && "path" in error && typeof error.path === "string" ? ` at ${error.path}` : "";
  const said = (world: "no-space" | "failed", why: string, hint: string): WorldError =>
    new WorldError(world, `cannot ${doing}: ${why}${where}`, { hint: `${hint}; nothing was changed`, cause: error });
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return said("no-space", "the disk is full", "make room, then try again");
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return said("failed", "permission denied", "check the owner and mode of the folder");
    case "EMFILE":
    case "ENFILE":
      return said("failed", "too many open files", "try again, or raise the limit of open files");
  }
  return said("failed", code, "try again, or check the disk");
}

/** The work, with errors of the file system as ours. */
export function told<T>(doing: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw writeError(error, doing);
  }
}

/** What was begun could neither be finished nor taken back: the next run does it. */
export function unfinishedError(error: unknown, later: unknown): WorldError {
  const told = error instanceof Error ? error.message : String(error);
  return new WorldError("failed", `${told}; what was begun could not be taken back yet`, {
    hint: "the next run of clew cleans it up",
    cause: new AggregateError([error, later]),
  });
}
